/**
 * Parses the header `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
 *
 * @param header value as received
 * @param now present time as of `Date.now()`
 * @returns wait in ms, or undefined when there is no valid value
 */
export function parseRetryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
