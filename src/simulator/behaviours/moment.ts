/** The present moment as resources carry it: ISO 8601 in UTC with milliseconds. Service document, section 2.1. */
export const now = (): string => new Date().toISOString();
