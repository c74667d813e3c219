/** Why something did not work, as a sentence for people. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
