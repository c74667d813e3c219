import './process/source-maps';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultCases, faultGroups } from '../test/faults/all-cases';
import { invariants } from '../test/faults/fault-case';
import type {
  CaseReport,
  FaultCase,
  FaultGroup,
  RunMode,
  Invariant,
} from '../test/faults/fault-case';
import { runCases } from '../test/faults/support/run-cases';
import { InvalidOptionError, reportScriptFailure, parseNumberOption } from './process/command-line';
import { renderFaultDocs, summarizeReports, parseMeasurements } from './docs/fault-docs';
import { replaceSection } from './docs/replace-section';
import { packageFolder } from './node-red/user-directory';

/**
 * Takes `--group tls` and `--case 15`, `--short` for the small counts of the test suite, `--docs` to write
 * docs/faults.md.
 */
async function runFaults(): Promise<void> {
  const { values } = parseArgs({
    options: {
      group: { type: 'string', multiple: true },
      case: { type: 'string', multiple: true },
      short: { type: 'boolean' },
      docs: { type: 'boolean' },
    },
  });
  const form = values.short === true ? 'short' : 'long';
  const groups = selectGroups(values.group, values.case?.map(parseCaseNumber));
  const reports = new Map<number, CaseReport>();
  for (const group of groups) {
    console.log(`\n${group.title}`);
    const numbers = group.cases.map(({ number }) => number);
    await runCases(numbers, form, (report) => {
      reports.set(report.number, report);
      const faultCase = group.cases.find(({ number }) => number === report.number);
      if (faultCase !== undefined) printCase(faultCase, report);
    });
    printGroup(group, reports);
  }
  printInvariants([...reports.values()]);
  saveReports(form, groups, reports);
  if (values.docs === true) writeDocs(reports);
  process.exitCode = [...reports.values()].every(({ passed }) => passed) ? 0 : 1;
}

const listGroupNames = (): string => `Groups: ${faultGroups.map(({ name }) => name).join(', ')}.`;

const parseCaseNumber = (text: string): number =>
  parseNumberOption('--case', text, {
    above: 0,
    most: Math.max(...faultCases.map(({ number }) => number)),
    whole: true,
  });

function selectGroups(
  names: readonly string[] | undefined,
  numbers: readonly number[] | undefined,
): FaultGroup[] {
  const unknown = names?.find((name) => !faultGroups.some((group) => group.name === name));
  if (unknown !== undefined) {
    throw new InvalidOptionError(`There is no group "${unknown}". ${listGroupNames()}`);
  }
  const chosen = faultGroups
    .filter(({ name }) => names === undefined || names.includes(name))
    .map((group) => ({
      ...group,
      cases: group.cases.filter(({ number }) => numbers === undefined || numbers.includes(number)),
    }))
    .filter(({ cases }) => cases.length > 0);
  if (chosen.length > 0) return chosen;
  throw new InvalidOptionError(`There is no such case. ${listGroupNames()}`);
}

function printCase(faultCase: FaultCase, report: CaseReport): void {
  const seconds = (report.duration / 1_000).toFixed(1);
  console.log(`  ${report.passed ? '✔' : '✘'} ${report.number}. ${faultCase.title} (${seconds} s)`);
  console.log(`      promised: ${faultCase.bound}`);
  for (const line of report.measured) console.log(`      ${line}`);
  for (const problem of report.problems) console.log(`      ! ${indent(problem)}`);
}

const indent = (text: string): string => text.replaceAll('\n', '\n        ');

function printGroup({ title, cases }: FaultGroup, reports: Map<number, CaseReport>): void {
  const passed = cases.filter(({ number }) => reports.get(number)?.passed === true);
  console.log(`  ${title}: ${passed.length} of ${cases.length}`);
}

const isInvariant = (name: string): name is Invariant => Object.hasOwn(invariants, name);

function printInvariants(reports: readonly CaseReport[]): void {
  console.log('\nIn every case');
  for (const name of Object.keys(invariants).filter(isInvariant)) {
    const checkedReports = reports.filter(({ held }) => held[name] !== undefined);
    const passedReports = checkedReports.filter(({ held }) => held[name] === true);
    console.log(
      `  ${name}, ${invariants[name]}: ${passedReports.length} of ${checkedReports.length} cases`,
    );
  }
}

function saveReports(
  form: RunMode,
  groups: readonly FaultGroup[],
  reports: ReadonlyMap<number, CaseReport>,
): void {
  const folder = join(packageFolder, 'build');
  mkdirSync(folder, { recursive: true });
  const content = {
    form,
    node: process.version,
    groups: groups.map(({ name, title, cases }) => ({
      name,
      title,
      cases: cases.map(({ number, title: what, bound }) => ({
        ...reports.get(number),
        title: what,
        bound,
      })),
    })),
  };
  writeFileSync(join(folder, 'faults.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function writeDocs(reports: ReadonlyMap<number, CaseReport>): void {
  const file = join(packageFolder, 'docs', 'faults.md');
  const page = readFileSync(file, 'utf8');
  const measured = new Map([...parseMeasurements(page), ...summarizeReports(reports.values())]);
  writeFileSync(file, replaceSection(page, 'cases', renderFaultDocs(faultGroups, measured)));
}

runFaults().catch(reportScriptFailure);
