import type { CommitBuild } from './build-of-commit';
import { formatTable, formatWithUnit, runMeasure } from './measure';
import type { Measure, MeasureResult } from './measure';
import { comparePairs, median } from './statistics';
import type { PairComparison } from './statistics';

export interface BuildComparison {
  /** Results with an aim that are worse than those of the other build, beyond the spread. */
  readonly worse: readonly string[];
  /** Measures that failed with this build. */
  readonly failed: readonly string[];
  /** Measures that could not be compared. */
  readonly skipped: readonly string[];
}

/** Runs each measure with this build and with another in alternation, and prints their ratios pair by pair. */
export async function compareBuilds(
  other: CommitBuild,
  measures: readonly Measure[],
  { pairs, quick }: { pairs: number; quick: boolean },
): Promise<BuildComparison> {
  const worse: string[] = [];
  const names: Record<'failed' | 'skipped', string[]> = { failed: [], skipped: [] };
  for (const measure of measures) {
    console.log(`\n${measure.title}`);
    const outcome = await runPairs(other, measure, pairs, quick);
    if (outcome.kind === 'results') {
      const rows = compareResults(outcome.pairs);
      for (const line of formatRows(rows, other.name)) console.log(line);
      worse.push(...rows.filter(isWorse).map(({ result }) => `${measure.name}: ${result.what}`));
    } else {
      console.log(`  ${outcome.problem}`);
      names[outcome.kind].push(measure.name);
    }
  }
  return { worse, ...names };
}

interface ResultPair {
  readonly ours: readonly MeasureResult[];
  readonly theirs: readonly MeasureResult[];
}

type PairsOutcome =
  | { kind: 'results'; pairs: readonly ResultPair[] }
  | { kind: 'failed' | 'skipped'; problem: string };

async function runPairs(
  other: CommitBuild,
  { name, runsSources }: Measure,
  count: number,
  quick: boolean,
): Promise<PairsOutcome> {
  if (runsSources === true)
    return { kind: 'skipped', problem: 'not compared: it runs modules of this folder alone' };
  const pairs: ResultPair[] = [];
  while (pairs.length < count) {
    const ours = await runMeasure(name, quick);
    if (ours.kind === 'failed') return { kind: 'failed', problem: `failed: ${ours.problem}` };
    const theirs = await runMeasure(name, quick, other.folder);
    if (theirs.kind === 'failed')
      return {
        kind: 'skipped',
        problem: `not compared: it fails with ${other.name}: ${theirs.problem}`,
      };
    pairs.push({ ours: ours.results, theirs: theirs.results });
  }
  return { kind: 'results', pairs };
}

interface ComparedResult {
  readonly result: MeasureResult;
  /** The medians. */
  readonly ours: number;
  readonly theirs: number;
  readonly comparison: PairComparison | undefined;
}

/** The same measure ran with both builds: its results have one order. */
const compareResults = (pairs: readonly ResultPair[]): readonly ComparedResult[] =>
  (pairs[0]?.ours ?? []).map((result, index) => {
    const values = pairs.map(({ ours, theirs }) => ({
      ours: ours[index]?.value ?? Infinity,
      theirs: theirs[index]?.value ?? Infinity,
    }));
    return {
      result,
      ours: median(values.map(({ ours }) => ours)),
      theirs: median(values.map(({ theirs }) => theirs)),
      comparison: comparePairs(values),
    };
  });

/** A result without an aim is for information. */
const isWorse = ({ result, comparison }: ComparedResult): boolean =>
  result.atMost !== undefined && comparison?.verdict === 'worse';

const formatRows = (rows: readonly ComparedResult[], name: string): readonly string[] =>
  formatTable([
    ['', 'here', name, 'pair by pair', 'ratio', 'spread'],
    ...rows.map((row) => {
      const { result, ours, theirs, comparison } = row;
      return [
        result.what,
        formatWithUnit(ours, result.unit),
        formatWithUnit(theirs, result.unit),
        ...formatComparison(comparison),
        isWorse(row) ? 'worse' : '',
      ];
    }),
  ]);

const formatComparison = (comparison: PairComparison | undefined): readonly string[] =>
  comparison === undefined
    ? ['below zero', '', '']
    : [
        comparison.ratios.map((ratio) => ratio.toFixed(2)).join(' '),
        comparison.ratio.toFixed(2),
        comparison.spread.toFixed(2),
      ];
