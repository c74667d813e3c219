import type { CaseReport, FaultGroup } from '../test/faults/fault-case';

/** What was measured, by the number of the case. */
export type Measured = ReadonlyMap<number, string>;

/** What a page of documentation says was measured. */
export const measuredIn = (page: string): Measured =>
  new Map(
    [...page.matchAll(/^\| (\d+) \|[^|]*\|[^|]*\| ([^|]*) \|$/gm)].map(([, number, measured]) => [
      Number(number),
      measured ?? '',
    ]),
  );

/** What a run has measured, as one line for each case. */
export const measuredBy = (reports: Iterable<CaseReport>): Measured =>
  new Map(
    [...reports].map(({ number, passed, measured }) => [
      number,
      passed ? measured.map(withoutBound).join('; ') : 'not kept',
    ]),
  );

/** The bound stands beside it. */
const withoutBound = (line: string): string =>
  line.replace(/ \(at most [^)]*\)$/, '').replaceAll('|', '/');

/** Tables of everything the package survives, with what was measured. */
export const faultDocs = (groups: readonly FaultGroup[], measured: Measured): string =>
  groups
    .map(({ title, cases }) =>
      [
        `## ${title}`,
        '',
        '| | What goes wrong | What is promised | What was measured |',
        '| --- | --- | --- | --- |',
        ...cases.map(
          ({ number, title: what, bound }) =>
            `| ${number} | ${what} | ${bound} | ${measured.get(number) ?? ''} |`,
        ),
        '',
      ].join('\n'),
    )
    .join('\n');
