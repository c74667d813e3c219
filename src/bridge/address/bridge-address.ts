import { isIPv6 } from 'node:net';
import { BridgeError } from '../errors/bridge-error';
import { checkHost } from './check-host';

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
