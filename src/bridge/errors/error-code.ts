/** Code of an error of Node.js or of a library, such as `ECONNREFUSED`; undefined when it has none. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
