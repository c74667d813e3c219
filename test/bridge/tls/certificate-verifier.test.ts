import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer as createPlainServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Socket } from 'node:net';
import { inspectCertificate } from '../../../src/bridge';
import { toCertificateInfo } from '../../../src/bridge/tls';
import type { ClientLimits } from '../../../src/bridge';
import {
  computeFingerprint,
  createSelfSignedCertificate,
} from '../../../src/simulator/identity/certificate';
import { startImpostor } from '../../support/network/impostor';
import { OpenSockets } from '../../support/network/open-sockets';
import {
  lampId,
  listenOnLoopback,
  scriptedBridgeId,
  startScriptedBridge,
  defaultIdentity,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

const impostor = createSelfSignedCertificate({ commonName: scriptedBridgeId });
const untrusted = { code: 'ERR_BRIDGE_UNTRUSTED' };
const unreachable = { code: 'ERR_BRIDGE_UNREACHABLE' };

describe('The name in a certificate', () => {
  it('is at most 64 characters long, which is the longest that X.520 allows', () => {
    const { certificate } = createSelfSignedCertificate({ commonName: 'A'.repeat(65) });
    const { commonName } = toCertificateInfo(new X509Certificate(certificate).toLegacyObject());
    assert.equal(commonName.length, 64);
  });
});

describe('Trust', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  it('an impostor is refused a hundred times of a hundred, and sees not a single byte', async () => {
    const server = await startImpostor();
    const { port } = server;
    const client = bridge.client({ port, limits: { othersPerSecond: 1_000 } });
    for (let count = 0; count < 100; count += 1) {
      const pending = count % 2 === 0 ? client.list('light') : client.remove('room', lampId);
      await assert.rejects(pending, untrusted);
    }
    assert.equal(client.connectionState.kind, 'untrusted');
    // Also asked now and then whether the bridge is back.
    assert.ok(server.connections() >= 100);
    assert.equal(server.receivedBytes(), 0);
    await client.close();
    await server.stop();
  });

  it('an impostor that takes the place of the bridge is refused, and the bridge taken again when it is back', async () => {
    const warnings: string[] = [];
    const client = bridge.client({
      onWarning: (warning) => warnings.push(warning),
      limits: { initialBackoff: 10 },
    });
    await client.list('light');
    const { port, fingerprint } = bridge;
    await bridge.stopListening();
    const other = await startScriptedBridge({ port, identity: impostor });
    await assert.rejects(client.list('light'), (error: Error) => {
      assert.match(error.message, new RegExp(fingerprint.slice(0, 11)));
      assert.match(error.message, new RegExp(other.fingerprint.slice(0, 11)));
      return true;
    });
    await assert.rejects(client.update('light', lampId, { on: { on: true } }), untrusted);
    assert.equal(other.requests.length, 0);
    assert.equal(client.connectionState.kind, 'untrusted');
    assert.equal(warnings.filter((warning) => warning.includes('pinned')).length, 1);
    await other.stop();
    const back = await startScriptedBridge({ port });
    await client.list('light');
    assert.equal(client.connectionState.kind, 'connected');
    await client.close();
    await back.stop();
  });

  it('no TLS session is resumed, so that every connection shows its certificate', async () => {
    const sessions: boolean[] = [];
    const sockets = new OpenSockets();
    const server = createTlsServer(
      { key: defaultIdentity.privateKey, cert: defaultIdentity.certificate },
      (socket) => {
        sessions.push(socket.isSessionReused());
        sockets.track(socket);
        socket.once('data', () => {
          const body = '{"errors":[],"data":[]}';
          socket.end(
            `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
          );
        });
      },
    );
    const port = await listenOnLoopback(server);
    const client = bridge.client({ port });
    for (let count = 0; count < 5; count += 1) await client.list('light');
    assert.deepEqual(sessions, [false, false, false, false, false]);
    await client.close();
    await sockets.stop(server);
  });

  it('without settings the first certificate is remembered as long as the client lives', async () => {
    const client = bridge.client({ trust: {}, limits: { initialBackoff: 10 } });
    await client.list('light');
    const { port } = bridge;
    await bridge.stopListening();
    const other = await startScriptedBridge({ port, identity: impostor });
    await assert.rejects(client.list('light'), untrusted);
    assert.equal(other.requests.length, 0);
    await client.close();
    await other.stop();
  });

  it('on first use nothing is sent until the certificate was taken, and it is asked for once', async () => {
    const shownCertificates: string[] = [];
    const acceptance = new EventEmitter();
    const client = bridge.client({
      trust: {
        async onFirstUse({ fingerprint, commonName }) {
          shownCertificates.push(`${commonName} ${fingerprint}`);
          await once(acceptance, 'yes');
        },
      },
    });
    const pending = Promise.all([1, 2, 3].map(() => client.list('light')));
    await waitUntil(
      'the question',
      () => bridge.connections() >= 2 && shownCertificates.length > 0,
    );
    // Whatever could have been sent meanwhile is there before the answer to another client.
    await bridge.client().list('room');
    assert.deepEqual(
      bridge.requests.map(({ path }) => path),
      ['/clip/v2/resource/room'],
    );
    acceptance.emit('yes');
    await pending;
    assert.equal(bridge.requests.length, 4);
    assert.deepEqual(shownCertificates, [`${scriptedBridgeId} ${bridge.fingerprint}`]);
  });

  it('on first use a certificate that is not taken is refused', async () => {
    const client = bridge.client({
      trust: {
        onFirstUse() {
          throw new Error('not mine');
        },
      },
    });
    await assert.rejects(client.list('light'), { ...untrusted, message: /not mine/ });
    assert.equal(bridge.requests.length, 0);
  });

  it('the id of the bridge must be that of its certificate, in whatever case', async () => {
    const { fingerprint } = bridge;
    await bridge
      .client({ trust: { fingerprint, bridgeId: scriptedBridgeId.toLowerCase() } })
      .list('light');
    await assert.rejects(
      bridge.client({ trust: { fingerprint, bridgeId: 'FEDCBA9876543210' } }).list('light'),
      untrusted,
    );
    assert.equal(bridge.requests.length, 1);
  });

  it('the fingerprint may be written in any usual way', async () => {
    const plain = bridge.fingerprint.replaceAll(':', '').toLowerCase();
    await bridge.client({ trust: { fingerprint: plain } }).list('light');
  });

  it('somebody trusted may vouch for the bridge instead of a fingerprint', async () => {
    const ca = bridge.certificate;
    await bridge.client({ trust: { ca, bridgeId: scriptedBridgeId } }).list('light');
    for (const trust of [
      { ca: impostor.certificate, bridgeId: scriptedBridgeId },
      { ca, bridgeId: 'FEDCBA9876543210' },
      { ca },
    ]) {
      await assert.rejects(bridge.client({ trust }).list('light'), untrusted);
    }
    assert.equal(bridge.requests.length, 1);
  });

  it('a file without any certificate vouches for nobody, instead of everybody who usually may', () => {
    for (const ca of ['', 'nothing', '-----BEGIN PRIVATE KEY-----']) {
      assert.throws(() => bridge.client({ trust: { ca, bridgeId: scriptedBridgeId } }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
      });
    }
  });

  it('an expired certificate that is pinned is used, with one warning', async () => {
    const identity = createSelfSignedCertificate({
      commonName: scriptedBridgeId,
      validFrom: new Date('2020-01-01T00:00:00Z'),
      validTo: new Date('2021-01-01T00:00:00Z'),
    });
    const old = await startScriptedBridge({ identity });
    const warnings: string[] = [];
    const client = old.client({ onWarning: (warning) => warnings.push(warning) });
    await Promise.all([1, 2, 3, 4].map(() => client.list('light')));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /expired on 2021-01-01/);
    await old.stop();
  });

  it('the certificate can be looked at without sending anything', async () => {
    const { host, port, fingerprint } = bridge;
    const shownCertificates = await inspectCertificate({ host, port });
    assert.equal(shownCertificates.fingerprint, fingerprint);
    assert.equal(shownCertificates.fingerprint, computeFingerprint(bridge.certificate));
    assert.equal(shownCertificates.commonName, scriptedBridgeId);
    assert.ok(shownCertificates.validTo > new Date());
    assert.equal(bridge.requests.length, 0);
    await assert.rejects(inspectCertificate({ host, port: 9 }), unreachable);
  });
});

describe('What is no bridge', () => {
  const limits = { maxAttempts: 1 };
  let bridge: ScriptedBridge;
  before(async () => (bridge = await startScriptedBridge()));
  after(() => bridge.stop());

  async function captureClientError(
    onConnection: (socket: Socket) => void,
    more: Partial<ClientLimits> = {},
  ): Promise<Error> {
    const sockets = new OpenSockets();
    const server = createPlainServer((socket) => {
      sockets.track(socket);
      onConnection(socket);
    });
    const client = bridge.client({
      port: await listenOnLoopback(server),
      limits: { ...limits, ...more },
    });
    let clientError: Error | undefined;
    await assert.rejects(client.list('light'), (error: Error) => {
      clientError = error;
      return true;
    });
    await client.close();
    await sockets.stop(server);
    assert.ok(clientError);
    return clientError;
  }

  it('but plain HTTP is reported as such', async () => {
    const error = await captureClientError((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    assert.match(error.message, /does not speak HTTPS/);
  });

  it('but garbage is reported as such', async () => {
    const error = await captureClientError((socket) => socket.write(Buffer.alloc(64, 0xa5)));
    assert.match(error.message, /does not speak HTTPS/);
  });

  it('but TLS before 1.2 is reported as such', async () => {
    const sockets = new OpenSockets();
    const server = createTlsServer({
      key: defaultIdentity.privateKey,
      cert: defaultIdentity.certificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    server.on('connection', (socket: Socket) => sockets.track(socket));
    server.on('tlsClientError', () => undefined);
    const client = bridge.client({ port: await listenOnLoopback(server), limits });
    await assert.rejects(client.list('light'), { ...unreachable, message: /TLS 1\.2/ });
    await client.close();
    await sockets.stop(server);
  });

  it('but silent is reported as such', async () => {
    const error = await captureClientError(() => undefined, { connectTimeout: 300 });
    assert.match(error.message, /did not take the connection within 0\.3 s/);
  });

  it('but ends every connection is reported as such', async () => {
    const error = await captureClientError((socket) => socket.destroy());
    assert.match(error.message, /there is no connection/);
  });

  it('but an unknown name is reported as such', async () => {
    const client = bridge.client({ host: 'no-such-bridge.invalid', limits });
    await assert.rejects(client.list('light'), unreachable);
    await client.close();
  });
});
