import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { startSimulator } from '../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../src/simulator';
import { sendRequest } from './support/simulator-client';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import Bonjour from 'bonjour-service';
import type { Service } from 'bonjour-service';

describe('The identity of the simulator', () => {
  let simulator: Simulator;
  let folder: string;
  const start = async (options: SimulatorOptions = {}): Promise<Simulator> => {
    simulator = await startSimulator(options);
    return simulator;
  };
  const readServerCertificate = (): Promise<X509Certificate> =>
    new Promise((resolve, reject) => {
      const { host, port } = simulator;
      const socket = connect({ host, port, rejectUnauthorized: false }, () => {
        const { raw } = socket.getPeerCertificate();
        socket.destroy();
        resolve(new X509Certificate(raw));
      });
      socket.on('error', reject);
    });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  });
  afterEach(async () => {
    await simulator.stop();
    await rm(folder, { recursive: true });
  });

  it('is proved by a certificate in the name of the bridge, signed by itself', async () => {
    await start({ bridgeId: '0212345678fffe90' });
    const certificate = await readServerCertificate();
    assert.match(certificate.subject, /^CN=0212345678fffe90$/m);
    assert.equal(certificate.issuer, certificate.subject);
    assert.ok(certificate.verify(certificate.publicKey));
    assert.equal(certificate.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
    assert.equal(certificate.subjectAltName, undefined);
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1']);
    assert.equal(certificate.fingerprint256, simulator.fingerprint);
    assert.ok(new Date(certificate.validTo).getUTCFullYear() >= 2038);
  });

  it('can have run out, or be of another bridge, where a test wants that', async () => {
    await start({
      certificate: {
        commonName: 'somebody-else',
        validFrom: new Date('2020-01-01T00:00:00Z'),
        validTo: new Date('2021-01-01T00:00:00Z'),
      },
    });
    const certificate = await readServerCertificate();
    assert.match(certificate.subject, /^CN=somebody-else$/m);
    assert.equal(certificate.validTo, 'Jan  1 00:00:00 2021 GMT');
  });

  it('lasts beyond 2049', async () => {
    await start({ certificate: { validTo: new Date('2061-07-01T00:00:00Z') } });
    assert.equal((await readServerCertificate()).validTo, 'Jul  1 00:00:00 2061 GMT');
  });

  it('is another one in every start in memory, unless it is handed on', async () => {
    const first = await start();
    await first.stop();
    const second = await start();
    assert.notEqual(second.fingerprint, first.fingerprint);
    await second.stop();
    const third = await start({ identity: first.identity, port: first.port });
    assert.equal(third.fingerprint, first.fingerprint);
    assert.equal(third.url, first.url);
  });

  it('is kept in a folder from start to start, for its owner alone', async () => {
    const first = await start({ certificateFolder: folder });
    await first.stop();
    const second = await start({ certificateFolder: folder });
    assert.equal(second.fingerprint, first.fingerprint);
    assert.equal(second.bridgeId, first.bridgeId);
    assert.match(second.bridgeId, /^02[0-9a-f]{4}fffe[0-9a-f]{6}$/);
    assert.equal((await stat(join(folder, 'private-key.pem'))).mode & 0o777, 0o600);
    assert.equal((await sendRequest(second, 'GET', '/clip/v2/resource/bridge')).status, 200);
    const [bridge] = second.home.byType('bridge');
    assert.equal(bridge?.['bridge_id'], second.bridgeId);
  });

  it('is not mixed up with that of another bridge', async () => {
    const first = await start({ certificateFolder: folder });
    await assert.rejects(
      startSimulator({ certificateFolder: folder, bridgeId: '02ffffffffffffff' }),
      new RegExp(`holds the certificate of bridge ${first.bridgeId}, not of 02ffffffffffffff`),
    );
  });

  it('is not taken from files that do not belong together', async () => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    for (const certificateFolder of [one, other]) await (await start({ certificateFolder })).stop();
    await copyFile(join(one, 'private-key.pem'), join(other, 'private-key.pem'));
    await assert.rejects(startSimulator({ certificateFolder: other }), /delete them to get new/);
    await writeFile(join(one, 'keys.json'), '{');
    await assert.rejects(startSimulator({ certificateFolder: one }), /keys\.json is not JSON/);
  });

  it('keeps the keys that people got by pairing', async () => {
    const first = await start({ certificateFolder: folder });
    first.pressLinkButton();
    const answer = await sendRequest(first, 'POST', '/api', {
      key: null,
      body: { devicetype: 'test#one' },
    });
    const [, key = ''] = /"username":"([^"]+)"/.exec(answer.text) ?? [];
    await first.stop();
    const second = await start({ certificateFolder: folder });
    assert.equal((await sendRequest(second, 'GET', '/clip/v2/resource/zone', { key })).status, 200);
    assert.equal((await stat(join(folder, 'keys.json'))).mode & 0o777, 0o600);
    assert.ok(!(await readFile(join(folder, 'keys.json'), 'utf8')).includes(second.key));
  });
});

/** Two addresses of this machine that talk to each other alone, so that no network is needed. */
const [listenerAddress, simulatorAddress] = ['127.0.0.2', '127.0.0.3'];

describe('A simulator that announces itself', () => {
  let port: number;
  beforeEach(async () => {
    const socket = createSocket('udp4');
    socket.bind(0, simulatorAddress);
    await once(socket, 'listening');
    ({ port } = socket.address());
    socket.close();
  });

  it('is found by what is announced of it, and says goodbye', async () => {
    const options = { ip: listenerAddress, bind: simulatorAddress, port, multicast: false };
    const bonjour = new Bonjour(options);
    const found = new Promise<Service>((resolve) => {
      bonjour.find({ type: 'hue' }, resolve).on('down', () => markUnannounced());
    });
    let markUnannounced: () => void = () => undefined;
    const unannounced = new Promise<void>((resolve) => {
      markUnannounced = resolve;
    });
    const simulator = await startSimulator({
      bridgeId: '02a1b2fffec3d4e5',
      announce: {
        network: { ip: simulatorAddress, bind: listenerAddress, port, multicast: false },
      },
    });
    const service = await found;
    assert.equal(service.name, 'Lighting bridge simulator - C3D4E5');
    assert.equal(service.port, simulator.port);
    assert.deepEqual(service.addresses, ['127.0.0.1']);
    assert.deepEqual(service.txt, { bridgeid: '02a1b2fffec3d4e5', modelid: 'BSB002' });
    await simulator.stop();
    await unannounced;
    await new Promise<void>((resolve) => {
      bonjour.destroy(() => resolve());
    });
  });

  it('warns and goes on where it cannot', async () => {
    const blockingSocket = createSocket({ type: 'udp4', reuseAddr: false });
    blockingSocket.bind(port, listenerAddress);
    await once(blockingSocket, 'listening');
    const warnings: string[] = [];
    const simulator = await startSimulator({
      announce: { network: { bind: listenerAddress, port, multicast: false } },
      onWarning: (warning) => warnings.push(warning),
    });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^Cannot announce the bridge: .*EADDRINUSE/);
    await simulator.stop();
    blockingSocket.close();
  });
});
