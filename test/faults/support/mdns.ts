import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What somebody claims of a bridge. */
export interface Claim {
  /** Name of the instance; one label, cut at 63 bytes. */
  name: string;
  address: string;
  port: number;
  txt?: Readonly<Record<string, string>>;
}

/** Record types. RFC 1035, section 3.2.2; RFC 2782 (SRV). */
const types = { A: 1, PTR: 12, TXT: 16, SRV: 33 } as const;

/** One answer of multicast DNS, as a bridge of that kind or somebody who plays one would send it. */
export function answerOf({ name, address, port, txt = {} }: Claim): Buffer {
  const service = namesOf('_hue', '_tcp', 'local');
  const instance = Buffer.concat([labelOf(name), service]);
  const host = namesOf(`host-${port}`, 'local');
  const pairs = Object.entries(txt).map(([key, value]) => textOf(`${key}=${value}`));
  const records = [
    recordOf(service, types.PTR, instance),
    recordOf(instance, types.SRV, Buffer.concat([numbers(0, 0, port), host])),
    recordOf(instance, types.TXT, pairs.length > 0 ? Buffer.concat(pairs) : Buffer.from([0])),
    recordOf(host, types.A, Buffer.from(address.split('.').map(Number))),
  ];
  return Buffer.concat([numbers(0, 0x8400, 0, records.length, 0, 0), ...records]);
}

/** Sends datagrams to a port of this machine. */
export async function openSpeaker(port: number): Promise<{
  say(datagram: Buffer): Promise<void>;
  close(): Promise<void>;
}> {
  const socket = createSocket('udp4').bind(0, '127.0.0.2');
  await once(socket, 'listening');
  return {
    say: (datagram) =>
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

const numbers = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));

function labelOf(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 63);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

const namesOf = (...labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map(labelOf), Buffer.from([0])]);

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 255);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

const recordOf = (name: Buffer, type: number, data: Buffer): Buffer =>
  Buffer.concat([name, numbers(type, 1, 0, 120, data.length), data]);
