/** One number of a measure, as printed and stored. */
export interface MeasureResult {
  /** What was measured, as shown to people. */
  what: string;
  value: number;
  /** Such as `x`, `ms`, `requests`; empty for a plain count. */
  unit: string;
  /** Largest acceptable value; without it the number is for information. */
  atMost?: number;
  /** For a missed aim: the cause of the difference, as profiles show it. */
  rest?: string;
}

export interface MeasureOptions {
  /** Takes fewer samples, for a rough result. */
  quick: boolean;
}

/** Each measure runs in its own process. */
export interface Measure {
  /** Name on the command line, and of its file. */
  name: string;
  title: string;
  run(extent: MeasureOptions): Promise<MeasureResult[]>;
}

/** A result without an aim is within it. */
export const isWithinAim = ({ value, atMost }: MeasureResult): boolean =>
  atMost === undefined || value <= atMost;
