import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when a request comes from the editor itself or from a program, and not from a foreign page in the browser of
 * somebody who has the editor open. Browsers say `Sec-Fetch-Site` on secure origins (W3C Fetch Metadata) and
 * `Origin` with every POST (RFC 6454).
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // A proxy before Node-RED keeps the name by which the browser knows it in this header; pages cannot set it.
  const forwarded = headers['x-forwarded-host'];
  return [host, forwarded].some((name) => name !== undefined && hostOf(origin) === name);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
