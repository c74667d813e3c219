import { isIP } from 'node:net';
import { findForbiddenAddressKind, isMetadataHostName } from './forbidden-addresses';

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
