import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../scripts/node-red/user-directory';
import { reportScriptFailure } from '../scripts/process/command-line';
import { buildCommit } from './build-of-commit';
import { compareBuilds } from './compare-builds';
import { formatTable, formatWithUnit, isWithinAim, runMeasure } from './measure';
import type { Measure, MeasureResult } from './measure';
import { measures } from './measures';
import { benchHelp, parseBenchOptions } from './options';
import type { BenchOptions } from './options';

/** Measures this build, alone or against another commit. */
async function main(): Promise<void> {
  const options = parseBenchOptions(
    process.argv.slice(2),
    measures.map(({ name }) => name),
  );
  if (options === undefined) {
    console.log(benchHelp);
    return;
  }
  console.log(describeMachine());
  const chosen = measures.filter(({ name }) => options.measures.includes(name));
  if (options.against === undefined) await measureAlone(chosen, options.quick);
  else await measureAgainst(chosen, options.against, options.quick);
}

const describeMachine = (): string =>
  `Node ${process.versions.node}, ${cpus().length} cores, ${process.platform} ${process.arch}`;

async function measureAgainst(
  chosen: readonly Measure[],
  { commit, pairs }: NonNullable<BenchOptions['against']>,
  quick: boolean,
): Promise<void> {
  const other = buildCommit(commit);
  const { worse, failed, skipped } = await compareBuilds(other, chosen, { pairs, quick });
  console.log('');
  if (skipped.length > 0) console.log(`Not compared: ${skipped.join(', ')}.`);
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`);
  for (const what of worse) console.log(`Worse than ${other.name}: ${what}`);
  if (worse.length === 0) console.log(`Nothing with an aim is worse than ${other.name}.`);
  process.exitCode = worse.length + failed.length > 0 ? 1 : 0;
}

async function measureAlone(chosen: readonly Measure[], quick: boolean): Promise<void> {
  const resultsByMeasure: Record<string, MeasureResult[]> = {};
  for (const measure of chosen) resultsByMeasure[measure.name] = await runAndPrint(measure, quick);
  saveResults(resultsByMeasure, quick);
  const missedResults = Object.values(resultsByMeasure)
    .flat()
    .filter((result) => !isWithinAim(result));
  if (missedResults.length > 0) console.log(`\n${missedResults.length} aims missed.`);
  else if (process.exitCode === undefined) console.log('\nAll aims reached.');
}

async function runAndPrint({ name, title }: Measure, quick: boolean): Promise<MeasureResult[]> {
  console.log(`\n${title}`);
  const report = await runMeasure(name, quick);
  if (report.kind === 'failed') {
    console.error(`  failed: ${report.problem}`);
    process.exitCode = 1;
    return [];
  }
  for (const line of formatResults(report.results)) console.log(line);
  return report.results;
}

/** Shows what, value, aim; for a missed aim a mark and the cause. */
function formatResults(results: readonly MeasureResult[]): string[] {
  const lines = formatTable(
    results.map((result) => {
      const { what, value, unit, atMost } = result;
      const aim = atMost === undefined ? '' : `at most ${formatWithUnit(atMost, unit)}`;
      return [what, formatWithUnit(value, unit), aim, isWithinAim(result) ? '' : 'missed'];
    }),
  );
  return results.flatMap((result, index) => [
    lines[index] ?? '',
    ...(isWithinAim(result) || result.rest === undefined ? [] : [`    the rest: ${result.rest}`]),
  ]);
}

function saveResults(results: Readonly<Record<string, MeasureResult[]>>, quick: boolean): void {
  const folder = join(packageFolder, 'build');
  mkdirSync(folder, { recursive: true });
  const content = { machine: describeMachine(), at: new Date().toISOString(), quick, results };
  writeFileSync(join(folder, 'bench.json'), `${JSON.stringify(content, null, 2)}\n`);
}

main().catch(reportScriptFailure);
