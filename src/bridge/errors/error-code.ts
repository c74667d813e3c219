/** Code of an error of Node.js or of a library, such as `ECONNREFUSED`; undefined when it has none. */
export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
