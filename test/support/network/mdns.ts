import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import assert from 'node:assert/strict';
import { announceViaMdns } from '../../../src/simulator/mdns-announcement';

/** Content of an mDNS response about a bridge. */
export interface ServiceAnnouncement {
  /** Name of the instance; one label, cut at 63 bytes. */
  name: string;
  address: string;
  /** Announced first; written with `::`. */
  ipv6Address?: string;
  port: number;
  /** Null for no record. */
  txt?: Readonly<Record<string, string>> | null;
}

/** RFC 1035, section 3.2.2; RFC 3596 (AAAA); RFC 2782 (SRV). */
const recordTypes = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33 } as const;

/** Encodes a response as a bridge or a forger would. */
export function encodeResponse({
  name,
  address,
  ipv6Address,
  port,
  txt = {},
}: ServiceAnnouncement): Buffer {
  const service = encodeName('_hue', '_tcp', 'local');
  const instance = Buffer.concat([encodeLabel(name), service]);
  const host = encodeName(`host-${port}`, 'local');
  const pairs = Object.entries(txt ?? {}).map(([key, value]) => encodeText(`${key}=${value}`));
  const records = [
    encodeRecord(service, recordTypes.PTR, instance),
    encodeRecord(instance, recordTypes.SRV, Buffer.concat([encodeUint16s(0, 0, port), host])),
    ...(txt === null
      ? []
      : [
          encodeRecord(
            instance,
            recordTypes.TXT,
            pairs.length > 0 ? Buffer.concat(pairs) : Buffer.from([0]),
          ),
        ]),
    ...(ipv6Address === undefined
      ? []
      : [encodeRecord(host, recordTypes.AAAA, encodeIpv6Address(ipv6Address))]),
    encodeRecord(host, recordTypes.A, Buffer.from(address.split('.').map(Number))),
  ];
  return Buffer.concat([encodeUint16s(0, 0x8400, 0, records.length, 0, 0), ...records]);
}

/** Sends to a port of this machine. */
export async function openDatagramSender(port: number): Promise<{
  send(datagram: Buffer): Promise<void>;
  close(): Promise<void>;
}> {
  const socket = createSocket('udp4').bind(0, '127.0.0.2');
  await once(socket, 'listening');
  return {
    send: (datagram) =>
      new Promise((resolve, reject) => {
        socket.send(datagram, port, '127.0.0.1', (error) => {
          if (error === null) resolve();
          else reject(error);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
}

const encodeUint16s = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));

function encodeLabel(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 63);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

const encodeName = (...labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map(encodeLabel), Buffer.from([0])]);

function encodeIpv6Address(address: string): Buffer {
  const [start = [], end = []] = address
    .split('::')
    .map((part) => part.split(':').map((word) => Number.parseInt(word, 16)));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => 0);
  return encodeUint16s(...start, ...zeros, ...end);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 255);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

const encodeRecord = (name: Buffer, type: number, data: Buffer): Buffer =>
  Buffer.concat([name, encodeUint16s(type, 1, 0, 120, data.length), data]);

/** A test then receives only its own datagrams. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** Announces to one port of this machine, without multicast. */
export const createLoopbackNetwork = (port: number) => ({
  network: { ip: '127.0.0.1', port, bind: '127.0.0.2', multicast: false },
});

/**
 * Announces once a second, as a bridge that answers queries does.
 *
 * @param port UDP port of listeners
 * @returns stops the announcements
 */
export async function announceRepeatedly(
  port: number,
  bridge: { port: number; bridgeId: string },
): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  const announceOnce = async (): Promise<void> => {
    const stop = await announceViaMdns({
      ...createLoopbackNetwork(port),
      ...bridge,
      host: '127.0.0.1',
      modelId: 'BSB002',
      type: 'hue',
      onWarning: (warning) => assert.fail(warning),
    });
    stops.push(stop);
  };
  let last = announceOnce();
  await last;
  const timer = setInterval(() => {
    last = last.then(announceOnce);
  }, 1_000);
  return async () => {
    clearInterval(timer);
    await last;
    for (const stop of stops) await stop();
  };
}
