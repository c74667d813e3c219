import { BlockList, isIP, isIPv6 } from 'node:net';

/** A normalized host that may be connected to, or the reason why it may not. */
export type HostCheckResult = { ok: true; host: string } | { ok: false; reason: string };

/**
 * Prefixes of IPv6 addresses that embed an IPv4 address, beside `2002:` (6to4, RFC 3056): IPv4-compatible (RFC 4291,
 * section 2.5.5.1), IPv4-translated (RFC 2765), NAT64 (RFC 6052 and RFC 8215).
 */
const ipv4EmbeddingPrefixes = ['::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'] as const;

/** Instance metadata services of clouds, which hand out credentials to requests from the machine itself (SSRF). */
const metadataAddresses = new BlockList();
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6');
for (const address of ['169.254.169.254', '169.254.170.2', '100.100.100.200']) {
  // BlockList handles IPv4-mapped addresses (`::ffff:`) itself.
  metadataAddresses.addAddress(address);
  for (const prefix of ipv4EmbeddingPrefixes) {
    metadataAddresses.addAddress(`${prefix}${address}`, 'ipv6');
  }
  metadataAddresses.addSubnet(`2002:${toHexWords(address)}::`, 48, 'ipv6');
}
const metadataHostNames: ReadonlySet<string> = new Set(['metadata', 'metadata.google.internal']);

/** Names of containers may contain underscores, although DNS host names may not. */
const hostLabelPattern = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
/** Decimal, octal and hexadecimal notations that resolvers accept as an IPv4 address. */
const numericLabelPattern = /^(\d+|0x[0-9a-f]*)$/i;

/**
 * Checks the host of a bridge from settings, a flow file or an API call.
 *
 * @param host a host name or an IP address, nothing else: no scheme, port, user or path
 * @returns the host in lower case, an IPv6 address without brackets; or the reason for rejecting it
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
  return metadataHostNames.has(labels.join('.')) ? metadataService : { ok: true, host: normalized };
}

const checkIpAddress = (address: string): HostCheckResult =>
  metadataAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    ? metadataService
    : { ok: true, host: address };

/** @returns an IPv4 address as the two 16-bit words of an IPv6 address */
function toHexWords(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((word) => word.toString(16)).join(':');
}

const reject = (reason: string): HostCheckResult => ({ ok: false, reason });
const malformedHost = reject(
  'it takes a host name or an IP address only, without port, user or path',
);
const metadataService = reject('this is the metadata service of a cloud, not a bridge');
