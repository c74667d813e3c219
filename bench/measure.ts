/** One number of a measure. */
export interface MeasureResult {
  /** For people. */
  what: string;
  value: number;
  /** Such as `x`, `ms`, `requests`; empty for a count. */
  unit: string;
  /** Without it, the number is for information. */
  atMost?: number;
  /** Cause of a missed aim, as profiles show it. */
  rest?: string;
}

export interface MeasureOptions {
  /** Fewer samples, for a rough result. */
  quick: boolean;
}

/** In a process of its own. */
export interface Measure {
  /** Also the name of its file. */
  name: string;
  title: string;
  run(extent: MeasureOptions): Promise<MeasureResult[]>;
}

/** Returns true without an aim. */
export const isWithinAim = ({ value, atMost }: MeasureResult): boolean =>
  atMost === undefined || value <= atMost;
