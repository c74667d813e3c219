import { isIPv6 } from 'node:net';
import { BridgeError } from '../errors/errors';
import { checkHost } from './host';

/** Where a bridge listens. */
export interface Address {
  /** Host name or IP address, without brackets. */
  host: string;
  port: number;
}

/** A port that may be connected to, and the one that bridges listen on. */
const [lastPort, usualPort] = [65_535, 443];

/**
 * Checks an address that a person, a program or a flow file gave.
 *
 * @param host host name or IP address, an IPv6 address with or without brackets; nothing else: no scheme, user or path
 * @param port number or its digits, 1 to 65535; 443 when missing or empty
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when it is none
 */
export function addressOf(host: unknown, port?: unknown): Address {
  const checked = checkHost(host);
  if (!checked.ok) {
    throw noAddress(
      `The address of the bridge cannot be used: ${checked.reason}. Enter its host name or IP address in the bridge settings.`,
    );
  }
  const usable = checkPort(port);
  if (usable === undefined) {
    throw noAddress(
      `The port of the bridge must be a whole number from 1 to ${lastPort}; bridges listen on ${usualPort}. Change it in the bridge settings.`,
    );
  }
  return { host: checked.host, port: usable };
}

/**
 * Checks a port.
 *
 * @param port a number or the digits of one; nothing means 443
 * @returns the port, or undefined when there is no such port
 */
export function checkPort(port: unknown): number | undefined {
  const given = typeof port === 'string' ? port.trim() : port;
  if (given === undefined || given === null || given === '') return usualPort;
  const number = typeof given === 'string' && /^\d{1,5}$/.test(given) ? Number(given) : given;
  const usable = typeof number === 'number' && Number.isInteger(number);
  return usable && number >= 1 && number <= lastPort ? number : undefined;
}

const noAddress = (message: string): BridgeError =>
  new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message, { reason: 'NO_ADDRESS' });

/** The address as people write it. */
export const shownAddress = ({ host, port }: Address): string =>
  `${isIPv6(host) ? `[${host}]` : host}${port === usualPort ? '' : `:${port}`}`;

/** The address as an origin. */
export const originOf = ({ host, port }: Address): string =>
  `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
