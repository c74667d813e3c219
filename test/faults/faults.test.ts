import assert from 'node:assert/strict';
import { faultCases, faultGroups } from './all-cases';
import type { CaseReport } from './fault-case';
import { runCases } from './support/run-cases';

/** Longest time that the reports of all cases may take, in ms. */
const longestRun = 180_000;

/** Groups that begin a lane of their own: most cases wait for time to pass, so two lanes take half as long. */
const laneBegins: ReadonlySet<string> = new Set(['http', 'messages']);

function lanes(): readonly (readonly number[])[] {
  const all: number[][] = [];
  for (const { name, cases } of faultGroups) {
    if (laneBegins.has(name)) all.push([]);
    all.at(-1)?.push(...cases.map(({ number }) => number));
  }
  return all;
}

describe('What the package survives', () => {
  const reports = new Map<number, Promise<CaseReport>>();
  const tell = new Map<number, (report: CaseReport) => void>();
  let run: Promise<unknown> | undefined;

  before(() => {
    for (const { number } of faultCases) {
      const report = new Promise<CaseReport>((resolve) => {
        tell.set(number, resolve);
      });
      reports.set(number, report);
    }
    const told = (report: CaseReport): void => tell.get(report.number)?.(report);
    run = Promise.all(lanes().map((numbers) => runCases(numbers, 'short', told)));
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
