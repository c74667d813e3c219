import type { CaseReport, FaultGroup } from '../../test/faults/fault-case';

/** By the number of the case. */
type MeasurementsByCase = ReadonlyMap<number, string>;

/** Reads measurements from a page of documentation. */
export const parseMeasurements = (page: string): MeasurementsByCase =>
  new Map(
    [...page.matchAll(/^\| (\d+) \|[^|]*\|[^|]*\| ([^|]*) \|$/gm)].map(([, number, measured]) => [
      Number(number),
      measured ?? '',
    ]),
  );

/** Writes one line for each case. */
export const summarizeReports = (reports: Iterable<CaseReport>): MeasurementsByCase =>
  new Map(
    [...reports].map(({ number, passed, measured }) => [
      number,
      passed ? measured.map(stripBound).join('; ') : 'not kept',
    ]),
  );

/** The bound has its own column. */
const stripBound = (line: string): string =>
  line.replace(/ \(at most [^)]*\)$/, '').replaceAll('|', '/');

/** Writes one table for each group. */
export const renderFaultDocs = (
  groups: readonly FaultGroup[],
  measured: MeasurementsByCase,
): string =>
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
