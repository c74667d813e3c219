import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** What is known of a request beside its headers. */
export interface CrossSiteCheckContext {
  /** True when the connection to Node-RED itself is encrypted. */
  isEncrypted: boolean;
  /** True when Node-RED's settings say that the client is a proxy whose forwarded headers are true. */
  isProxyTrusted: boolean;
  /** Names under which the editor is opened, as `name` or `name:port` in lower case. */
  allowedHosts: readonly string[];
}

/** Why a request is refused, as a code and a sentence. */
export interface CrossSiteRefusal {
  code: 'FOREIGN_ORIGIN' | 'UNKNOWN_HOST' | 'MISSING_HEADER';
  message: string;
}

/**
 * Top-level domains that nobody can register (RFC 2606, 6761, 6762 with its appendix G, 8375; `internal`: ICANN resolution
 * 2024.07.29.06), and the one that routers of AVM give to the devices of their network.
 */
const privateDomains =
  /(^|\.)(localhost|local|lan|home|home\.arpa|internal|intranet|private|corp|localdomain|test|fritz\.box)$/;

/**
 * Decides whether a request comes from the editor itself, or from a client that is no browser. Pages of other sites are refused in
 * both of their ways: a request across origins, and a name of theirs that leads to this server (DNS rebinding).
 *
 * Node-RED answers each preflight with a permission for every origin and header. So no header that a page can set proves
 * anything; but a required one makes a request across origins one that names its `Origin` (Fetch Standard, CORS protocol).
 * `Origin`, `Referer`, `Host` and `Sec-Fetch-Site` cannot be set by pages. Browsers send `Sec-Fetch-Site` to encrypted origins and to
 * this machine only (W3C Fetch Metadata).
 *
 * @returns undefined for a request that may be handled
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
  // A JSON body needs a preflight as well, and is required of each POST.
  const needsHeader = method !== 'POST' && headers['x-requested-with'] === undefined;
  return checkHostName(page, headers, context) ?? (needsHeader ? missingHeader : undefined);
}

/** True when the browser vouches for the request, or its page belongs to the server that it was sent to. */
function isFromEditor(
  page: URL | undefined,
  headers: IncomingHttpHeaders,
  context: CrossSiteCheckContext,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return page === undefined || isEditorHost(page, headers, context);
}

/** Refuses a name that a stranger may have let lead here, unless a certificate proves it. */
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

/** True when a page belongs to the server that the request was sent to. */
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

/** True for a name that no stranger can let lead here: an address, a name of the own network, an allowed one. */
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

/** @returns undefined for what is no address of a web page, or names a user */
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
