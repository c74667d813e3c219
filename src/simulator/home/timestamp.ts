/** Returns the current time: ISO 8601 in UTC with milliseconds. Service document, section 2.1. */
export const getCurrentTimestamp = (): string => new Date().toISOString();
