import type { Trial } from './support/trial';

/** The short form runs with all other tests; the long form has the full counts and the real waits. */
export type RunMode = 'short' | 'long';

/** One thing that can go wrong, and the proof of what becomes of it. */
export interface FaultCase {
  number: number;
  /** What goes wrong. */
  title: string;
  /** The promise, in words for users; the trial checks it. */
  bound: string;
  /** Causes the fault, and throws when the promise is not kept. */
  run(trial: Trial): Promise<void>;
}

/** Cases that belong together. */
export interface FaultGroup {
  /** Name on the command line. */
  name: string;
  title: string;
  cases: readonly FaultCase[];
}

/** What must hold in every case. */
export type Invariant = 'A' | 'B' | 'C' | 'D';

export const invariants: Readonly<Record<Invariant, string>> = {
  A: 'the process lives',
  B: 'each message and each request gets exactly one answer',
  C: 'the key appears nowhere',
  D: 'the rate is kept',
};

/** What became of one case. */
export interface CaseReport {
  number: number;
  passed: boolean;
  /** Why it did not pass. */
  problems: readonly string[];
  /** Numbers that were measured, each with what it counts. */
  measured: readonly string[];
  /** The invariants that were checked, and whether they held. */
  held: Readonly<Partial<Record<Invariant, boolean>>>;
  /** ms */
  duration: number;
}
