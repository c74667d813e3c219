import { isIPv6 } from 'node:net';
import { BridgeError } from './errors';

/** Where a bridge listens. */
export interface Address {
  /** Host name or IP address, without brackets. */
  host: string;
  port: number;
}

const hostName = /^[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_.])?$/i;

/** Where clouds tell machines their secrets: no bridge is ever there. */
const metadataHosts: ReadonlySet<string> = new Set(['169.254.169.254', 'fd00:ec2::254']);

/**
 * Checks an address that a person gave.
 *
 * @param host host name or IP address; an IPv6 address with or without brackets
 * @param port 1 to 65535; 443 when missing
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when it is none; nothing else is part of it, no user, no path
 */
export function addressOf(host: string, port = 443): Address {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
  if (metadataHosts.has(bare.toLowerCase())) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      'This address belongs to the machine that Node-RED runs on, not to a bridge. Enter the address of the bridge.',
    );
  }
  if (!hostName.test(bare) && !isIPv6(bare)) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      'The bridge has no usable address. Enter its host name or IP address, without https:// and without a path.',
    );
  }
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      'The port of the bridge is not a whole number from 1 to 65535. Bridges listen on 443.',
    );
  }
  return { host: bare, port };
}

/** The address as people write it. */
export const shownAddress = ({ host, port }: Address): string =>
  `${isIPv6(host) ? `[${host}]` : host}${port === 443 ? '' : `:${port}`}`;

/** The address as an origin. */
export const originOf = ({ host, port }: Address): string =>
  `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
