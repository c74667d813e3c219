import { isIPv6, isIP, BlockList } from 'node:net';
import { BridgeError } from './errors';

export interface BridgeAddress {
  /** Host name or IP address, without brackets. */
  host: string;
  port: number;
}

const [maxPort, defaultPort] = [65_535, 443];

/**
 * Parses an address from settings, a flow file or an API call.
 *
 * @param host host name or IP address, an IPv6 address with or without brackets
 * @param port number or its digits, 1 to 65535; 443 if missing or empty
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when host or port is invalid
 */
export function parseHostAndPort(host: unknown, port?: unknown): BridgeAddress {
  const hostCheck = checkHost(host);
  if (!hostCheck.ok) {
    throw createAddressError(
      `The address of the bridge cannot be used: ${hostCheck.problem}. Enter its host name or IP address in the bridge settings.`,
    );
  }
  const checkedPort = parsePort(port);
  if (checkedPort === undefined) {
    throw createAddressError(
      `The port of the bridge must be a whole number from 1 to ${maxPort}; bridges listen on ${defaultPort}. Change it in the bridge settings.`,
    );
  }
  return { host: hostCheck.host, port: checkedPort };
}

/** Parses a port or its digits; 443 if missing or empty. Returns undefined outside 1 to 65535. */
export function parsePort(port: unknown): number | undefined {
  const input = typeof port === 'string' ? port.trim() : port;
  if (input === undefined || input === null || input === '') return defaultPort;
  const number = typeof input === 'string' && /^\d{1,5}$/.test(input) ? Number(input) : input;
  const isInteger = typeof number === 'number' && Number.isInteger(number);
  return isInteger && number >= 1 && number <= maxPort ? number : undefined;
}

const createAddressError = (message: string): BridgeError =>
  new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message, { reason: 'NO_ADDRESS' });

/** Returns `host` or `host:port`, without the default port. */
export const formatAddress = ({ host, port }: BridgeAddress): string =>
  `${isIPv6(host) ? `[${host}]` : host}${port === defaultPort ? '' : `:${port}`}`;

export const toUrlOrigin = ({ host, port }: BridgeAddress): string =>
  `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;

type HostCheckResult = { ok: true; host: string } | { ok: false; problem: string };

/** Underscores are allowed because container names have them; DNS host names have none. */
const hostLabelPattern = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
/** Matches decimal, octal and hexadecimal numbers: resolvers read them as an IPv4 address. */
const numericLabelPattern = /^(\d+|0x[0-9a-f]*)$/i;

/**
 * Checks the host of a bridge.
 *
 * @param host a host name or an IP address, nothing else: no scheme, port, user or path
 * @returns the host in lower case, an IPv6 address without brackets; or the problem
 */
export function checkHost(host: unknown): HostCheckResult {
  if (typeof host !== 'string' || host.trim() === '') return reject('the address is empty');
  const normalized = host
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1');
  if (normalized.length > 253) return reject('the address is too long');
  if (isIP(normalized) !== 0)
    return normalized.includes('%') ? malformedHost : checkIpAddress(normalized);
  const labels = normalized.replace(/\.$/, '').split('.');
  if (!labels.every((part) => hostLabelPattern.test(part))) return malformedHost;
  if (numericLabelPattern.test(labels.at(-1) ?? ''))
    return reject('an IP address has four numbers from 0 to 255');
  return isMetadataHostName(labels.join('.')) ? metadataService : { ok: true, host: normalized };
}

function checkIpAddress(address: string): HostCheckResult {
  const kind = findForbiddenAddressKind(address);
  if (kind === undefined) return { ok: true, host: address };
  return kind === 'metadata' ? metadataService : linkLocalAddress;
}

const reject = (problem: string): HostCheckResult => ({ ok: false, problem });
const malformedHost = reject(
  'it takes a host name or an IP address only, without port, user or path',
);
const metadataService = reject('this is the metadata service of a cloud, not a bridge');
const linkLocalAddress = reject(
  'this is a link-local address (169.254.…, fe80:…), where clouds keep their services: give the bridge one by DHCP or by hand',
);

type ForbiddenAddressKind = 'metadata' | 'link-local';

/**
 * Cloud metadata services give credentials to every request from the machine itself (SSRF). Source: the documentation
 * of each cloud.
 */
const metadataIpv4Addresses = [
  '169.254.169.254', // AWS, Azure, Google, OpenStack, Oracle, DigitalOcean, Hetzner, IBM, Vultr
  '169.254.170.2', // AWS ECS
  '169.254.170.23', // AWS EKS
  '169.254.0.23', // Tencent
  '169.254.42.42', // Scaleway
  '168.63.129.16', // Azure WireServer
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle, first generation
] as const;
const metadataIpv6Prefixes = [
  ['fd00:ec2::', 32], // AWS: fd00:ec2::254; EKS: fd00:ec2::23
  ['fd20:ce::', 64], // Google: fd20:ce::254
  ['fd00:42::42', 128], // Scaleway
] as const;
const metadataHostNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
  'api.metadata.cloud.ibm.com',
  'metadata.platformequinix.com',
]);

const metadataAddresses = new BlockList();
for (const address of metadataIpv4Addresses) metadataAddresses.addAddress(address);
for (const [prefix, length] of metadataIpv6Prefixes)
  metadataAddresses.addSubnet(prefix, length, 'ipv6');

/** Clouds keep further services at these addresses; routers do not forward them (RFC 3927, RFC 4291). */
const linkLocalAddresses = new BlockList();
linkLocalAddresses.addSubnet('169.254.0.0', 16);
linkLocalAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Capture the IPv4 address embedded in an IPv6 address of 32 hexadecimal digits. */
const embeddingForms: readonly RegExp[] = [
  /^0{20}(?:0000|ffff)(.{8})$/, // IPv4-compatible and IPv4-mapped: RFC 4291, section 2.5.5
  /^0{16}ffff0000(.{8})$/, // IPv4-translated: RFC 2765
  /^2002(.{8})/, // 6to4: RFC 3056
  /^20010000(.{8})/, // Teredo server: RFC 4380
  /^.{16}0[02]005efe(.{8})$/, // ISATAP: RFC 5214
];
const teredoClientForm = /^20010000.{16}(.{8})$/;
/** NAT64 with prefixes of 32 to 96 bits, without byte 8 (RFC 6052, section 2.2). */
const nat64Forms: readonly RegExp[] = [
  /^.{8}(.{8})/,
  /^.{10}(.{6})..(..)/,
  /^.{12}(.{4})..(.{4})/,
  /^.{14}(..)..(.{6})/,
  /^.{18}(.{8})/,
  /^.{24}(.{8})$/,
];
/** RFC 6052 and RFC 8215. */
const wellKnownNat64 = /^0064ff9b/;

/**
 * Returns why no bridge may be contacted at an IP address, or at the IPv4 address embedded in it.
 *
 * @param address an IPv4 or IPv6 address without brackets and zone
 */
function findForbiddenAddressKind(address: string): ForbiddenAddressKind | undefined {
  if (!isIPv6(address)) return findKind(address, 'ipv4');
  const digits = toHexDigits(address);
  const embedded = listEmbeddedAddresses(digits).map((ipv4) => findKind(ipv4, 'ipv4'));
  const translated = extractAddresses(digits, nat64Forms);
  const kinds = [findKind(address, 'ipv6'), ...embedded];
  // An operator may choose any NAT64 prefix, so these forms match by chance: only metadata services are rejected.
  return kinds.includes('metadata') ||
    translated.some((ipv4) => metadataAddresses.check(ipv4, 'ipv4'))
    ? 'metadata'
    : kinds.find((kind) => kind !== undefined);
}

/** @param name in lower case, without a final dot */
const isMetadataHostName = (name: string): boolean => metadataHostNames.has(name);

function findKind(address: string, family: 'ipv4' | 'ipv6'): ForbiddenAddressKind | undefined {
  if (metadataAddresses.check(address, family)) return 'metadata';
  return linkLocalAddresses.check(address, family) ? 'link-local' : undefined;
}

function listEmbeddedAddresses(digits: string): string[] {
  const forms = wellKnownNat64.test(digits) ? nat64Forms : embeddingForms;
  const obfuscated = extractAddresses(digits, [teredoClientForm]);
  const clients = obfuscated.map((address) =>
    address
      .split('.')
      .map((byte) => 255 - Number(byte))
      .join('.'),
  );
  return [...extractAddresses(digits, forms), ...clients];
}

const extractAddresses = (digits: string, forms: readonly RegExp[]): string[] =>
  forms.flatMap((form) => {
    const found = form.exec(digits)?.slice(1).join('');
    return found === undefined ? [] : [Buffer.from(found, 'hex').join('.')];
  });

function toHexDigits(address: string): string {
  // The URL standard writes hexadecimal groups and omits the longest run of zeros.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::');
  const toDigits = (words: string): string =>
    words
      .split(':')
      .map((word) => (word === '' ? '' : word.padStart(4, '0')))
      .join('');
  const end = toDigits(tail);
  return toDigits(head).padEnd(32 - end.length, '0') + end;
}
