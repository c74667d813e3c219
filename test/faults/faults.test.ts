import assert from 'node:assert/strict';
import { faultCases, faultGroups } from './all-cases';
import type { CaseReport } from './fault-case';
import { runCases } from './support/run-cases';

/** After so long the cases count as hanging, in ms. */
const reportTimeout = 900_000;

/** Groups that begin a lane of their own: most cases wait for time to pass, so lanes side by side take less time. */
const laneStartGroups: ReadonlySet<string> = new Set([
  'http',
  'events',
  'strain',
  'messages',
  'discovery',
]);

function splitIntoLanes(): readonly (readonly number[])[] {
  const all: number[][] = [];
  for (const { name, cases } of faultGroups) {
    if (laneStartGroups.has(name)) all.push([]);
    all.at(-1)?.push(...cases.map(({ number }) => number));
  }
  return all;
}

describe('What the package survives', () => {
  const reports = new Map<number, Promise<CaseReport>>();
  const resolveReport = new Map<number, (report: CaseReport) => void>();
  let run: Promise<unknown> | undefined;

  before(() => {
    for (const { number } of faultCases) {
      const report = new Promise<CaseReport>((resolve) => {
        resolveReport.set(number, resolve);
      });
      reports.set(number, report);
    }
    const onReport = (report: CaseReport): void => resolveReport.get(report.number)?.(report);
    run = Promise.all(splitIntoLanes().map((numbers) => runCases(numbers, 'short', onReport)));
  });
  after(() => run);

  for (const { title, cases } of faultGroups) {
    describe(title, () => {
      for (const faultCase of cases) {
        it(`${faultCase.number}. ${faultCase.title}`, async () => {
          const report = await reports.get(faultCase.number);
          assert.deepEqual(report?.problems, []);
          assert.ok(report.passed);
        }).timeout(reportTimeout);
      }
    });
  }
});
