import assert from 'node:assert/strict';
import { parseHostAndPort, parsePort, checkHost } from '../../src/bridge/address';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createSafeDnsLookup } from '../../src/bridge/tls';
import type { DnsLookup } from '../../src/bridge/tls';
import { listenOnLoopback } from '../support/network/sockets';

const notConfigured = { code: 'ERR_BRIDGE_NOT_CONFIGURED' };

describe('The address of a bridge', () => {
  const validAddresses: readonly (readonly [given: string, host: string])[] = [
    ['192.0.2.7', '192.0.2.7'],
    [' bridge.lan ', 'bridge.lan'],
    ['Bridge-1', 'bridge-1'],
    ['lighting_bridge', 'lighting_bridge'],
    ['bridge.lan.', 'bridge.lan.'],
    ['169.253.169.254', '169.253.169.254'],
    ['fd00:ec3::254', 'fd00:ec3::254'],
    ['2001:db8:a9fe:a9ff::1', '2001:db8:a9fe:a9ff::1'],
    ['2001:db8::a9fe:7', '2001:db8::a9fe:7'],
    ['[2001:DB8::7]', '2001:db8::7'],
    ['::1', '::1'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
    ['64:ff9b::192.0.2.7', '64:ff9b::192.0.2.7'],
    ['2002:c000:207::1', '2002:c000:207::1'],
  ];
  for (const [given, host] of validAddresses) {
    it(`may be ${given}`, () => assert.deepEqual(checkHost(given), { ok: true, host }));
  }

  const invalidAddresses: readonly unknown[] = [
    '',
    '   ',
    undefined,
    7,
    ['192.0.2.7'],
    'https://192.0.2.7',
    '192.0.2.7:443',
    '192.0.2.7/clip',
    'user@192.0.2.7',
    'user:word@bridge.lan',
    'bridge.lan?x',
    'bridge.lan#x',
    'bridge lan',
    'bridge\r\nHost: x',
    'bridge\u0000',
    'bridge%2elan',
    '-bridge',
    'bridge..lan',
    '192.0.2',
    '192.0.2.256',
    '3221225991',
    '0xC0000207',
    '0300.0.2.7',
    'fe80::1%eth0',
    `${'a'.repeat(64)}.lan`,
    'a.'.repeat(127),
    'brücke.lan',
  ];
  for (const given of invalidAddresses) {
    it(`may not be ${JSON.stringify(given)?.slice(0, 40)}`, () => {
      assert.equal(checkHost(given).ok, false);
      assert.throws(() => parseHostAndPort(given), notConfigured);
    });
  }

  const metadataAddresses = [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '0:0:0:0:0:ffff:169.254.169.254',
    '::a9fe:a9fe',
    '::169.254.169.254',
    '[::ffff:0:169.254.169.254]',
    '64:ff9b::a9fe:a9fe',
    '64:FF9B:0:0:0:0:169.254.169.254',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '[2002:A9FE:A9FE:7::1]',
    '169.254.170.2',
    '64:ff9b::169.254.170.2',
    '2002:a9fe:aa02::1',
    '::ffff:100.100.100.200',
    '::6464:64c8',
    '2002:6464:64c8::',
    'fd00:ec2::254',
    'FD00:0EC2:0:0:0:0:0:254',
    'metadata.google.internal',
    'Metadata.Google.Internal.',
    'instance-data.ec2.internal',
    'metadata.tencentyun.com.',
    '169.254.170.23',
    '169.254.0.23',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
    // Teredo: as the server, and as the client behind it.
    '2001:0:a9fe:a9fe::1',
    '2001:0:c000:207:0:0:5601:5601',
    // ISATAP.
    'fd12:3456:789a::5efe:a9fe:a9fe',
    '2001:db8::200:5efe:169.254.169.254',
    // NAT64 with prefixes of 32 to 96 bits, of the operator and for local use.
    '2001:db8:a9fe:a9fe::',
    '2001:db8:1a9:fea9:fe::',
    '2001:db8:1:a9fe:a9:fe00::',
    '2001:db8:1:1a9:fe:a9fe::',
    '2001:db8:1:1:a9:fea9:fe00:0',
    '2001:db8:1:1:1:1:a9fe:a9fe',
    '64:ff9b:1:a9fe:a9:fe00::',
    '64:ff9b:1:2:a9:fea9:fe00:0',
    'fd12:3456::6464:64c8',
  ];
  for (const given of metadataAddresses) {
    it(`may not be that of a cloud's secrets: ${given}`, () => {
      const check = checkHost(given);
      assert.match(check.ok ? '' : check.problem, /metadata/);
    });
  }

  const linkLocalAddresses = [
    '169.254.0.0',
    '169.254.12.7',
    '169.254.255.255',
    '::ffff:169.254.12.7',
    '64:ff9b::169.254.12.7',
    '2002:a9fe:c07::',
    'fe80::1',
    'febf::a9fe:1',
  ];
  for (const given of linkLocalAddresses) {
    it(`may not be link-local: ${given}`, () => {
      const check = checkHost(given);
      assert.match(check.ok ? '' : check.problem, /link-local/);
    });
  }

  it('has a port from 1 to 65535, 443 when none is given', () => {
    const ports = [undefined, '', ' ', '8443', ' 443 ', 443].map(parsePort);
    assert.deepEqual(ports, [443, 443, 443, 8443, 443, 443]);
    for (const port of ['0', '65536', '-1', '4.5', 'https', Number.NaN, {}, '4 43']) {
      assert.equal(parsePort(port), undefined);
      assert.throws(() => parseHostAndPort('bridge.lan', port), notConfigured);
    }
  });
});

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
