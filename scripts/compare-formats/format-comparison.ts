/**
 * Compares one format with the real package that speaks it. To add one:
 *
 * 1. Write `programs/NAME.cjs`. The program runs in a temporary folder in which npm installed `packages`. It reads
 *    `inputs` as JSON from its standard input, gives each input to the real package, and prints one JSON value: what the
 *    package did. It does not use the code of this project.
 * 2. Write a module beside this file that exports a `FormatComparison`. Its `compare` gives the same inputs to the format
 *    of this project, and returns one row for each input. The inputs and the comparison of one row live in
 *    test/vocabulary/formats/, so that a test holds the same rows against the values that the package gave.
 *    For messages that arrive and states that are kept, a table in test/vocabulary/formats/support/ is enough:
 *    `createMessageComparison` compares it.
 * 3. Add the module to the list in scripts/compare-formats.ts.
 */
export interface FormatComparison {
  /** Of the format, and of the package if a format has several; printed, and chosen on the command line. */
  readonly name: string;
  /** Pinned, as npm takes them: `name@1.2.3`. */
  readonly packages: readonly string[];
  /** If the program stands in for what the packages depend on. */
  readonly withoutDependencies?: boolean | undefined;
  /** The name of a file in `programs/`, such as `zigbee2mqtt.cjs`. */
  readonly program: string;
  /** Given to the program; a JSON value. */
  readonly inputs: unknown;
  /**
   * @param observed what the program printed
   * @throws if the program printed something else than expected
   */
  compare(observed: unknown): readonly ComparedRow[];
}

export interface ComparedRow {
  /** A command comes from the package, a state goes to the package. */
  readonly direction: 'command' | 'state';
  readonly input: unknown;
  /** What the package does with the input. */
  readonly theirs: unknown;
  /** What this project does with the input. */
  readonly ours: unknown;
  readonly agrees: boolean;
  /** Why the two differ on purpose, as a sentence; a difference without a reason fails the run. */
  readonly reason?: string | undefined;
}
