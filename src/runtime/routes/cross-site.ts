import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

export interface CrossSiteCheckContext {
  /** The connection to Node-RED itself. */
  isEncrypted: boolean;
  /** Node-RED's settings trust the proxy, so its forwarded headers count. */
  isProxyTrusted: boolean;
  /** Of the editor, as `name` or `name:port` in lower case. */
  allowedHosts: readonly string[];
}

interface CrossSiteRefusal {
  code: 'FOREIGN_ORIGIN' | 'UNKNOWN_HOST' | 'MISSING_HEADER';
  message: string;
}

/**
 * Nobody can register these top-level domains (RFC 2606, 6761, 6762 with its appendix G, 8375; `internal`: ICANN
 * resolution 2024.07.29.06). AVM routers use `fritz.box`.
 */
const privateDomains =
  /(^|\.)(localhost|local|lan|home|home\.arpa|internal|intranet|private|corp|localdomain|test|fritz\.box)$/;

/**
 * Accepts requests from the editor and from clients that are no browsers. Refuses attacks by pages of other sites: a
 * cross-origin request, and a host name that points to this server (DNS rebinding).
 *
 * Node-RED's preflight answers allow every origin and header, so a header that a page can set proves nothing. But a
 * required header makes browsers send `Origin` with a cross-origin request (Fetch Standard, CORS protocol). `Origin`,
 * `Referer`, `Host` and `Sec-Fetch-Site` cannot be set by pages. Browsers send `Sec-Fetch-Site` to encrypted origins
 * and to this machine only (W3C Fetch Metadata).
 */
export function findCrossSiteRefusal(
  method: string,
  headers: IncomingHttpHeaders,
  context: CrossSiteCheckContext,
): CrossSiteRefusal | undefined {
  const pageUrl = headers.origin ?? headers.referer;
  const page = pageUrl === undefined ? undefined : parseUrl(pageUrl);
  if (!isFromEditor(page, headers, context) || (pageUrl !== undefined && page === undefined))
    return refuseOrigin(page?.host);
  // A POST needs a JSON body, which also requires a preflight.
  const needsHeader = method !== 'POST' && headers['x-requested-with'] === undefined;
  return checkHostName(page, headers, context) ?? (needsHeader ? missingHeader : undefined);
}

/** True if the browser or the host confirms the origin, or without a page. */
function isFromEditor(
  page: URL | undefined,
  headers: IncomingHttpHeaders,
  context: CrossSiteCheckContext,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return page === undefined || isEditorHost(page, headers, context);
}

/** Refuses a name that an attacker could point at this server, unless a certificate proves it. */
function checkHostName(
  page: URL | undefined,
  headers: IncomingHttpHeaders,
  context: CrossSiteCheckContext,
): CrossSiteRefusal | undefined {
  const isVouchedFor = headers['sec-fetch-site'] === 'same-origin';
  if (context.isEncrypted || (page?.protocol === 'https:' && isVouchedFor)) return undefined;
  const host = parseUrl(`http://${headers.host ?? ''}`);
  if (host === undefined) return noHost;
  const unknown = [page, host].find((url) => url !== undefined && !isKnownName(url, context));
  return unknown === undefined ? undefined : refuseName(unknown.hostname);
}

function isEditorHost(
  page: URL,
  headers: IncomingHttpHeaders,
  { isProxyTrusted, allowedHosts }: CrossSiteCheckContext,
): boolean {
  const forwarded = isProxyTrusted ? headers['x-forwarded-host'] : undefined;
  const hosts = [
    headers.host,
    String(forwarded ?? '')
      .split(',', 1)[0]
      ?.trim(),
    ...allowedHosts,
  ];
  return hosts.some(
    (host) =>
      host !== undefined &&
      host !== '' &&
      parseUrl(`${page.protocol}//${host}`)?.host === page.host,
  );
}

/**
 * True for a name that an attacker cannot point at this server: an IP address, a name of the local network, or an
 * allowed name.
 */
function isKnownName({ hostname: name }: URL, { allowedHosts }: CrossSiteCheckContext): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return (
    isIP(bare) !== 0 ||
    !bare.includes('.') ||
    privateDomains.test(bare) ||
    bare === hostname().toLowerCase() ||
    allowedHosts.some((host) => parseUrl(`http://${host}`)?.hostname === name)
  );
}

/** Returns undefined for no web address, or one with a user. */
function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hostname !== '';
  return isPlain && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

const refuseOrigin = (host: string | undefined): CrossSiteRefusal => ({
  code: 'FOREIGN_ORIGIN',
  message:
    host === undefined
      ? 'This request came from another site.'
      : `This request came from ${host}, which is not where Node-RED answers. If that is your editor behind a proxy, name it in the settings file of Node-RED: lightingBridge: { allowedHosts: ['${host}'] }.`,
});

const refuseName = (name: string): CrossSiteRefusal => ({
  code: 'UNKNOWN_HOST',
  message: `Node-RED was opened as ${name}, a name that another site may have given to it. Open the editor by its IP address, or allow the name in the settings file of Node-RED: lightingBridge: { allowedHosts: ['${name}'] }.`,
});

const noHost: CrossSiteRefusal = {
  code: 'UNKNOWN_HOST',
  message: 'The request does not say to which host it was sent.',
};

const missingHeader: CrossSiteRefusal = {
  code: 'MISSING_HEADER',
  message: 'Requests without a JSON body need the header X-Requested-With, with any content.',
};
