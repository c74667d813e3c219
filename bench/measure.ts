/** One number of a measure, as it is printed and kept. */
export interface MeasureResult {
  /** What was measured, in words for people. */
  what: string;
  value: number;
  /** Such as `x`, `ms`, `requests`; empty for a plain count. */
  unit: string;
  /** Largest value that is good enough; without it the number is for information. */
  atMost?: number;
  /** For an aim that is missed: where the rest goes, as profiles show it. */
  rest?: string;
}

/** How thoroughly to measure. */
export interface MeasureOptions {
  /** Fewer samples, for a rough result. */
  quick: boolean;
}

/** Something about the package that is worth a number. Each runs in a process of its own. */
export interface Measure {
  /** Name on the command line, and of its file. */
  name: string;
  title: string;
  run(extent: MeasureOptions): Promise<MeasureResult[]>;
}

/** Whether a result is as good as it should be; true where nothing is asked of it. */
export const isWithinAim = ({ value, atMost }: MeasureResult): boolean =>
  atMost === undefined || value <= atMost;
