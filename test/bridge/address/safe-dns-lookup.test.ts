import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createSafeDnsLookup } from '../../../src/bridge/tls';
import type { DnsLookup } from '../../../src/bridge/tls';
import { listenOnLoopback } from '../../support/network/scripted-bridge';

const createLookup =
  (...addresses: readonly string[]): DnsLookup =>
  (_hostname, _options, done) => {
    const found = addresses.map((address): LookupAddress => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    done(null, found);
  };

describe('The name of a bridge', () => {
  it('leads to the address that it stands for', async () => {
    const server = createServer((socket) => socket.destroy());
    const port = await listenOnLoopback(server, 0);
    const socket = connect({
      host: 'bridge.home',
      port,
      lookup: createSafeDnsLookup(createLookup('127.0.0.1')),
    });
    await once(socket, 'connect');
    socket.destroy();
    server.close();
  });

  const forbidden =
    '169.254.169.254 ::ffff:169.254.169.254 fd00:ec2::254 168.63.129.16 64:ff9b::a9fe:a9fe fe80::1';
  for (const address of forbidden.split(' ')) {
    it(`leads nowhere when it stands for ${address}, whatever else it stands for`, async () => {
      const lookup = createSafeDnsLookup(createLookup('127.0.0.1', address));
      const socket = connect({ host: 'bridge.home', port: 9, lookup });
      const [error]: unknown[] = await once(socket, 'error').catch((thrown: unknown) => [thrown]);
      assert.ok(error instanceof Error);
      assert.match(error.message, /the name bridge\.home stands for .*, where no bridge can be/);
    });
  }

  it('that nobody knows is an error of the network', async () => {
    const failingLookup: DnsLookup = (_hostname, _options, done) =>
      done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
    const socket = connect({
      host: 'bridge.home',
      port: 9,
      lookup: createSafeDnsLookup(failingLookup),
    });
    await assert.rejects(once(socket, 'connect'), { code: 'ENOTFOUND' });
  });
});
