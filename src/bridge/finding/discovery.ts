import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Socket } from 'node:dgram';
import type { Service } from 'bonjour-service';
import { BridgeError } from '../errors/errors';
import { errorCode } from '../errors/error-code';
import { isBridgeId } from '../trust/bridge-id';
import { printable } from '../errors/printable';
import { sentence } from '../errors/sentences';
import { pause, systemClock } from '../time/clock';

/** How to look for bridges. */
export interface DiscoveryOptions {
  /** Service type without underscores; `hue` when missing (`_hue._tcp.local`, as bridges of that kind announce). */
  serviceType?: string;
  /** How long to listen, in ms; 3 seconds when missing. */
  duration?: number;
  /** Ends the search before time; what was found by then is the result. */
  signal?: AbortSignal;
  /** UDP port; 5353 when missing (RFC 6762). */
  port?: number;
  /** Told of each bridge as soon as it is found. */
  onFound?(bridge: DiscoveredBridge): void;
}

/** A bridge that announced itself. Anybody may announce anything: only its certificate tells who it is. */
export interface DiscoveredBridge {
  /** As announced, without control characters, at most 64 characters. */
  name: string;
  /** Model, such as BSB002, where it was announced. */
  model?: string;
  /** IP address. */
  host: string;
  port: number;
  /** 16 hexadecimal digits, lower case, where it was announced. */
  bridgeId?: string;
}

/** Most bridges that are listed; with more announced, somebody plays tricks. */
const mostBridges = 64;

/** Address of multicast DNS. RFC 6762, section 3. */
const multicastAddress = '224.0.0.251';

/** Question that is repeated once, because datagrams get lost, after this many ms. */
const repetition = 500;

/**
 * Looks for bridges on the local network by multicast DNS. When it returns nothing stays open.
 *
 * @returns at most 64 bridges, each address once, by name
 * @throws {BridgeError} ERR_BRIDGE_UNREACHABLE when this machine may not use multicast DNS
 */
export async function discoverBridges(options: DiscoveryOptions = {}): Promise<DiscoveredBridge[]> {
  const { serviceType = 'hue', duration = 3_000, signal, port = 5_353 } = options;
  const { default: Bonjour } = await import('bonjour-service');
  const socket = await openSocket(port);
  const ways = { socket, port, bind: false };
  const bonjour = new Bonjour(ways, (error: unknown) => socket.emit('error', error));
  const found = new Map<string, DiscoveredBridge>();
  const enough = new AbortController();
  const note = (service: Service): void => {
    const bridge = bridgeOf(service);
    const place = bridge === undefined ? '' : `${bridge.host}:${bridge.port}`;
    if (bridge !== undefined && !found.has(place) && found.size < mostBridges) {
      found.set(place, bridge);
      options.onFound?.(bridge);
    }
    if (found.size < mostBridges && browser.services.length < mostBridges) return;
    browser.stop();
    enough.abort();
  };
  const browser = bonjour.find({ type: serviceType, protocol: 'tcp' }, note);
  // Two that go by the same name may both be told of: a stranger who is quicker must not hide the bridge.
  browser.on('srv-update', note);
  const again = setTimeout(() => browser.update(), Math.min(repetition, duration / 2));
  const ends = signal === undefined ? [enough.signal] : [enough.signal, signal];
  await pause(systemClock, duration, AbortSignal.any(ends));
  clearTimeout(again);
  browser.stop();
  const closed = once(socket, 'close');
  bonjour.destroy();
  await closed;
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** A socket that hears multicast DNS on every network of this machine; its errors are ours, and end nothing else. */
async function openSocket(port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.bind(port);
    await once(socket, 'listening');
    socket.setMulticastTTL(255);
    joinGroups(socket);
  } catch (error) {
    socket.close();
    const reason = errorCode(error) ?? 'no network';
    const what = 'this machine cannot listen for announcements on the local network';
    const todo = 'Enter the address of the bridge by hand.';
    const message = sentence('look for bridges', { what, todo });
    throw new BridgeError('ERR_BRIDGE_UNREACHABLE', message, { reason });
  }
  // What fails from here on is a datagram that was not sent; the search hears what it can.
  socket.on('error', () => undefined);
  return socket;
}

/** @throws when no network can be listened to; with several, one that cannot is none of our business */
function joinGroups(socket: Socket): void {
  const addresses = Object.values(networkInterfaces())
    .flatMap((network) => network ?? [])
    .map(({ address }) => address)
    .filter(isIPv4);
  const problems: unknown[] = [];
  const all = new Set(addresses);
  for (const address of all) {
    try {
      socket.addMembership(multicastAddress, address);
    } catch (error) {
      problems.push(error);
    }
  }
  if (problems.length === all.size)
    throw new AggregateError(problems, 'No network can be listened to.');
}

function bridgeOf(service: Service): DiscoveredBridge | undefined {
  const host = [...(service.addresses ?? []), service.referer?.address ?? '']
    .toSorted((one, other) => isIP(one) - isIP(other))
    .find((address) => isIP(address) > 0);
  const { port } = service;
  if (host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const txt: unknown = service.txt;
  const model = textIn(txt, 'modelid');
  const bridgeId = textIn(txt, 'bridgeid');
  return {
    name: printable(service.name, 64),
    host,
    port,
    ...(model === undefined ? {} : { model: printable(model, 32) }),
    ...(bridgeId !== undefined && isBridgeId(bridgeId) ? { bridgeId: bridgeId.toLowerCase() } : {}),
  };
}

function textIn(txt: unknown, name: string): string | undefined {
  if (typeof txt !== 'object' || txt === null || !Object.hasOwn(txt, name)) return undefined;
  const text: unknown = Reflect.get(txt, name);
  return typeof text === 'string' ? text : undefined;
}
