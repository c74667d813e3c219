import { BlockList, isIP, isIPv6 } from 'node:net';

/** A host that may be connected to, or why it may not. */
export type HostCheck = { ok: true; host: string } | { ok: false; reason: string };

/**
 * What stands before an IPv4 address that is written as IPv6, beside `2002:` (6to4, RFC 3056): nothing (RFC 4291,
 * section 2.5.5.1), translation without state (RFC 2765), NAT64 (RFC 6052 and RFC 8215).
 */
const embeddingPrefixes = ['::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'] as const;

/** Addresses at which clouds hand their secrets to whoever asks from the machine itself. */
const metadataAddresses = new BlockList();
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6');
for (const address of ['169.254.169.254', '169.254.170.2', '100.100.100.200']) {
  // The list knows `::ffff:` before an IPv4 address by itself.
  metadataAddresses.addAddress(address);
  for (const prefix of embeddingPrefixes) {
    metadataAddresses.addAddress(`${prefix}${address}`, 'ipv6');
  }
  metadataAddresses.addSubnet(`2002:${asWords(address)}::`, 48, 'ipv6');
}
const metadataNames: ReadonlySet<string> = new Set(['metadata', 'metadata.google.internal']);

/** Names of containers may hold underscores, although those of the Internet may not. */
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
/** Decimal, octal and hexadecimal notations that resolvers take for an IPv4 address. */
const numeric = /^(\d+|0x[0-9a-f]*)$/i;

/**
 * Checks the address of a bridge as a person or a flow file gives it.
 *
 * @param host a host name or an IP address, nothing else: no scheme, port, user or path
 * @returns the host in lower case, an IPv6 address without brackets
 */
export function checkHost(host: unknown): HostCheck {
  if (typeof host !== 'string' || host.trim() === '') return refuse('the address is empty');
  const bare = host
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1');
  if (bare.length > 253) return refuse('the address is too long');
  if (isIP(bare) !== 0) return bare.includes('%') ? notAHost : checkAddress(bare);
  const labels = bare.replace(/\.$/, '').split('.');
  if (!labels.every((part) => label.test(part))) return notAHost;
  if (numeric.test(labels.at(-1) ?? ''))
    return refuse('an IP address has four numbers from 0 to 255');
  return metadataNames.has(labels.join('.')) ? metadata : { ok: true, host: bare };
}

const checkAddress = (address: string): HostCheck =>
  metadataAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    ? metadata
    : { ok: true, host: address };

/** An IPv4 address as the two words that it takes in an IPv6 address. */
function asWords(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((word) => word.toString(16)).join(':');
}

const refuse = (reason: string): HostCheck => ({ ok: false, reason });
const notAHost = refuse('it takes a host name or an IP address only, without port, user or path');
const metadata = refuse('this is the metadata service of a cloud, not a bridge');
