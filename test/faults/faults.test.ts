import assert from 'node:assert/strict';
import { faultCases, faultGroups } from './all-cases';
import type { CaseReport } from './fault-case';
import { runCases } from './support/run-cases';

/** Longest time that the reports of all cases may take, in ms. */
const longestRun = 180_000;

describe('What the package survives', () => {
  const reports = new Map<number, Promise<CaseReport>>();
  const tell = new Map<number, (report: CaseReport) => void>();
  let run: Promise<void> | undefined;

  before(() => {
    for (const { number } of faultCases) {
      const report = new Promise<CaseReport>((resolve) => {
        tell.set(number, resolve);
      });
      reports.set(number, report);
    }
    const numbers = faultCases.map(({ number }) => number);
    run = runCases(numbers, 'short', (report) => tell.get(report.number)?.(report));
  });
  after(() => run);

  for (const { title, cases } of faultGroups) {
    describe(title, () => {
      for (const faultCase of cases) {
        it(`${faultCase.number}. ${faultCase.title}`, async () => {
          const report = await reports.get(faultCase.number);
          assert.deepEqual(report?.problems, []);
          assert.ok(report.passed);
        }).timeout(longestRun);
      }
    });
  }
});
