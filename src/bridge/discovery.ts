import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getNestedMember } from '../resources/members';
import { compareNames } from '../resources/compare-names';
import type { Socket } from 'node:dgram';
import type { Service } from 'bonjour-service';
import { debugLogs } from './debug-logs';
import { BridgeError, getErrorCode, toCaughtErrorMember, sanitizeText } from './errors';
import { isBridgeId } from './bridge-identity';
import { formatErrorExplanation } from './error-messages';
import { sleep, systemClock } from './clock';

export interface DiscoveryOptions {
  /** Service type without underscores; `hue` if missing, for `_hue._tcp.local`. */
  serviceType?: string;
  /** Listening time in ms; 3 seconds if missing. */
  duration?: number;
  /** Ends the discovery early with the bridges found so far. */
  signal?: AbortSignal;
  /** UDP port; 5353 if missing (RFC 6762). */
  port?: number;
  onFound?(bridge: DiscoveredBridge): void;
}

/** Announcements are not authenticated: only the certificate identifies a bridge. */
export interface DiscoveredBridge {
  /** Without control characters, at most 64 characters. */
  name: string;
  model?: string;
  host: string;
  port: number;
  /** 16 hexadecimal digits in lower case. */
  bridgeId?: string;
}

/** Limits the memory that forged announcements can use. */
const maxBridges = 64;

/** RFC 6762, section 3. */
const multicastAddress = '224.0.0.251';

/** In ms. UDP datagrams may be lost. */
const queryRepeatDelay = 500;

/**
 * Discovers bridges on the local network by multicast DNS. The socket is closed when the promise resolves.
 *
 * @returns at most 64 bridges with different addresses, sorted by name
 * @throws {BridgeError} ERR_BRIDGE_UNREACHABLE if this machine cannot use multicast DNS
 */
export async function discoverBridges(options: DiscoveryOptions = {}): Promise<DiscoveredBridge[]> {
  const { serviceType = 'hue', duration = 3_000, signal, port = 5_353 } = options;
  const { default: Bonjour } = await import('bonjour-service');
  const socket = await openMulticastSocket(port);
  const bonjourOptions = { socket, port, bind: false };
  const bonjour = new Bonjour(bonjourOptions, (error: unknown) => socket.emit('error', error));
  const bridgesByAddress = new Map<string, DiscoveredBridge>();
  const limitReached = new AbortController();
  const addService = (service: Service): void => {
    const bridge = toDiscoveredBridge(service);
    const addressKey = bridge === undefined ? '' : `${bridge.host}:${bridge.port}`;
    if (
      bridge !== undefined &&
      !bridgesByAddress.has(addressKey) &&
      bridgesByAddress.size < maxBridges
    ) {
      bridgesByAddress.set(addressKey, bridge);
      debugLogs.discovery?.(
        `announced: "${bridge.name}" at ${addressKey}, id ${bridge.bridgeId ?? 'unknown'}`,
      );
      options.onFound?.(bridge);
    }
    if (bridgesByAddress.size < maxBridges && browser.services.length < maxBridges) return;
    browser.stop();
    limitReached.abort();
  };
  const browser = bonjour.find({ type: serviceType, protocol: 'tcp' }, addService);
  // Bonjour reports two services of one name as an update. A forged announcement must not hide the bridge.
  browser.on('srv-update', addService);
  const repeatTimer = setTimeout(() => browser.update(), Math.min(queryRepeatDelay, duration / 2));
  const endSignals = signal === undefined ? [limitReached.signal] : [limitReached.signal, signal];
  await sleep(systemClock, duration, AbortSignal.any(endSignals));
  clearTimeout(repeatTimer);
  browser.stop();
  const socketClosed = once(socket, 'close');
  bonjour.destroy();
  await socketClosed;
  debugLogs.discovery?.(`_${serviceType}._tcp: ${bridgesByAddress.size} found`);
  return [...bridgesByAddress.values()].toSorted((one, other) =>
    compareNames(one.name, other.name),
  );
}

/** bonjour-service would throw errors of its own socket uncaught. */
async function openMulticastSocket(port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.bind(port);
    await once(socket, 'listening');
    socket.setMulticastTTL(255);
    joinMulticastGroups(socket);
  } catch (error) {
    socket.close();
    const reason = getErrorCode(error) ?? 'no network';
    const detail = 'this machine cannot listen for announcements on the local network';
    const hint = 'Enter the address of the bridge by hand.';
    const message = formatErrorExplanation('look for bridges', { detail, hint });
    throw new BridgeError('ERR_BRIDGE_UNREACHABLE', message, {
      reason,
      ...toCaughtErrorMember(error),
    });
  }
  // Later errors concern single datagrams.
  socket.on('error', () => undefined);
  return socket;
}

function joinMulticastGroups(socket: Socket): void {
  const addresses = Object.values(networkInterfaces())
    .flatMap((network) => network ?? [])
    .map(({ address }) => address)
    .filter(isIPv4);
  const errors: unknown[] = [];
  const uniqueAddresses = new Set(addresses);
  for (const address of uniqueAddresses) {
    try {
      socket.addMembership(multicastAddress, address);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === uniqueAddresses.size)
    throw new AggregateError(errors, 'No network can be listened to.');
}

function toDiscoveredBridge(service: Service): DiscoveredBridge | undefined {
  const host = [...(service.addresses ?? []), service.referer?.address ?? '']
    .toSorted((one, other) => isIP(one) - isIP(other))
    .find((address) => isIP(address) > 0);
  const { port } = service;
  // The record of a service holds the port in 16 bits (RFC 2782).
  if (host === undefined || port === 0) return undefined;
  const model = getNestedMember(service.txt, 'modelid');
  const bridgeId = getNestedMember(service.txt, 'bridgeid');
  return {
    name: sanitizeText(service.name, 64),
    host,
    port,
    ...(typeof model === 'string' ? { model: sanitizeText(model, 32) } : {}),
    ...(typeof bridgeId === 'string' && isBridgeId(bridgeId)
      ? { bridgeId: bridgeId.toLowerCase() }
      : {}),
  };
}
