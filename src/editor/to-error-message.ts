/** Message of a thrown value, for display. */
export const toErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
