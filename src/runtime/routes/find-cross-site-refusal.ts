import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Facts about a request that are not in its headers. */
export interface CrossSiteCheckContext {
  /** True when the connection to Node-RED itself is encrypted. */
  isEncrypted: boolean;
  /** True if the client is a trusted proxy according to Node-RED's settings; then its forwarded headers count. */
  isProxyTrusted: boolean;
  /** Names under which the editor is opened, as `name` or `name:port` in lower case. */
  allowedHosts: readonly string[];
}

interface CrossSiteRefusal {
  code: 'FOREIGN_ORIGIN' | 'UNKNOWN_HOST' | 'MISSING_HEADER';
  message: string;
}

/**
 * Top-level domains that nobody can register (RFC 2606, 6761, 6762 with its appendix G, 8375; `internal`: ICANN
 * resolution 2024.07.29.06), and the domain that AVM routers use for their network.
 */
const privateDomains =
  /(^|\.)(localhost|local|lan|home|home\.arpa|internal|intranet|private|corp|localdomain|test|fritz\.box)$/;

/**
 * Returns a refusal unless the request comes from the editor itself, or from a client that is no browser. Refuses
 * both attacks by pages of other sites: a cross-origin request, and a host name that points to this server (DNS
 * rebinding).
 *
 * Node-RED's preflight answers allow every origin and header, so a header that a page can set proves nothing. But a
 * required header makes browsers send `Origin` with a cross-origin request (Fetch Standard, CORS protocol). `Origin`,
 * `Referer`, `Host` and `Sec-Fetch-Site` cannot be set by pages. Browsers send `Sec-Fetch-Site` to encrypted origins
 * and to this machine only (W3C Fetch Metadata).
 *
 * @returns undefined for an allowed request
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

/** True if the browser confirms the same origin, if the page's host is the host of the request, or if there is no page. */
function isFromEditor(
  page: URL | undefined,
  headers: IncomingHttpHeaders,
  context: CrossSiteCheckContext,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return page === undefined || isEditorHost(page, headers, context);
}

/** Refuses a host name that an attacker could point at this server, unless a certificate proves the name. */
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

/** True if the host of a page is the host of the request. */
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

/** @returns undefined for a text that is no web address, or that contains a user */
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
