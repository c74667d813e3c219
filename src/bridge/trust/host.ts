import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** A host that may be connected to, or why it may not. */
export type HostCheck = { ok: true; host: string } | { ok: false; reason: string };

/** Addresses at which clouds hand their secrets to whoever asks from the machine itself. */
const metadataAddresses = new BlockList();
metadataAddresses.addAddress('169.254.169.254');
metadataAddresses.addAddress('169.254.170.2');
metadataAddresses.addAddress('100.100.100.200');
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6');
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

function checkAddress(address: string): HostCheck {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return metadataAddresses.check(mapped(address) ?? address, mapped(address) ? 'ipv4' : family)
    ? metadata
    : { ok: true, host: address };
}

/** The IPv4 address inside one such as `::ffff:192.0.2.1`, in any of its notations. */
function mapped(address: string): string | undefined {
  if (isIPv4(address)) return undefined;
  // The URL parser writes every notation the same way: [::ffff:c000:201].
  const words = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(
    new URL(`http://[${address}]`).hostname,
  );
  if (words === null) return undefined;
  const [high, low] = [Number.parseInt(words[1] ?? '', 16), Number.parseInt(words[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const refuse = (reason: string): HostCheck => ({ ok: false, reason });
const notAHost = refuse('it takes a host name or an IP address only, without port, user or path');
const metadata = refuse('this is the metadata service of a cloud, not a bridge');
