import type { IncomingHttpHeaders } from 'node:http';

/**
 * True for a request from the editor itself or from a client that is no browser, false for one from a page of
 * another site. Browsers send `Sec-Fetch-Site` on secure origins (W3C Fetch Metadata) and `Origin` with every
 * POST (RFC 6454).
 */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // A reverse proxy passes the original host in this header; pages cannot set it.
  const forwarded = headers['x-forwarded-host'];
  return [host, forwarded].some((name) => name !== undefined && parseHost(origin) === name);
}

function parseHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
