import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { EventEmitter, once, getEventListeners } from 'node:events';
import { createServer as createPlainServer } from 'node:net';
import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import {
  inspectCertificate,
  toCertificateInfo,
  CertificateVerifier,
  VerifiedTlsConnector,
  verifyCertificateAt,
} from '../../src/bridge/tls';
import type { CertificateInfo, TrustOptions } from '../../src/bridge/tls';
import type { ClientLimits } from '../../src/bridge';
import { computeFingerprint, createSelfSignedCertificate } from '../../src/simulator/identity';
import { startImpostor, startRecordingServer } from '../support/network/recording-server';
import { OpenSockets, listenOnLoopback } from '../support/network/sockets';
import {
  lampId,
  scriptedBridgeId,
  startScriptedBridge,
  defaultIdentity,
} from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import { waitUntil } from '../support/wait-until';
import type { TransportFailure } from '../../src/bridge/transport-failure';
import {
  abbreviateFingerprint,
  isSameFingerprint,
  parseFingerprint,
  isBridgeId,
} from '../../src/bridge/bridge-identity';

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

const endpoint = '192.0.2.1';

const bridgeId = '0123456789ABCDEF';

const createInfo = (letter: string, more: Partial<CertificateInfo> = {}): CertificateInfo => ({
  fingerprint: Array.from({ length: 32 }, () => letter.repeat(2)).join(':'),
  commonName: bridgeId,
  validTo: new Date(Date.now() + 86_400_000),
  ...more,
});

const [first, second] = [createInfo('A'), createInfo('B')];

describe('What decides about a certificate', () => {
  let warnings: string[];
  beforeEach(() => (warnings = []));
  const createVerifier = (options: TrustOptions): CertificateVerifier =>
    new CertificateVerifier(options, (warning) => warnings.push(warning));
  const isAccepted = async (
    verifier: CertificateVerifier,
    certificate: CertificateInfo,
  ): Promise<boolean> => {
    const failure: TransportFailure | undefined = await verifier.verify(certificate, endpoint);
    if (failure !== undefined) assert.equal(failure.code, 'ERR_BRIDGE_UNTRUSTED');
    return failure === undefined;
  };

  it('is asked again after it was refused, since a person may have looked meanwhile', async () => {
    let answers = 0;
    const verifier = createVerifier({
      onFirstUse() {
        answers += 1;
        if (answers === 1) throw new Error('not yet');
      },
    });
    assert.equal(await isAccepted(verifier, first), false);
    assert.equal(verifier.hasPinnedIdentity, false);
    assert.equal(await isAccepted(verifier, first), true);
    assert.equal(verifier.hasPinnedIdentity, true);
    assert.equal(await isAccepted(verifier, first), true);
    assert.equal(answers, 2);
  });

  it('is for the one certificate that was shown, not for another that came meanwhile', async () => {
    const events = new EventEmitter();
    const shown: string[] = [];
    const verifier = createVerifier({
      async onFirstUse({ fingerprint }) {
        shown.push(fingerprint);
        await once(events, 'yes');
      },
    });
    const decisions = [first, second, first].map((one) => isAccepted(verifier, one));
    assert.equal(verifier.hasPinnedIdentity, false);
    assert.equal(verifier.lastAccepted, undefined);
    events.emit('yes');
    assert.deepEqual(await Promise.all(decisions), [true, false, true]);
    assert.deepEqual(shown, [first.fingerprint]);
    assert.equal(await isAccepted(verifier, second), false);
    assert.deepEqual(verifier.lastAccepted, first);
  });

  it('is called as a member of the settings it belongs to', async () => {
    const settings = {
      seen: '',
      onFirstUse({ fingerprint }: { fingerprint: string }) {
        this.seen = fingerprint;
      },
    };
    assert.equal(await isAccepted(createVerifier(settings), first), true);
    assert.equal(settings.seen, first.fingerprint);
  });

  it('is the first certificate where nothing is set', async () => {
    const verifier = createVerifier({});
    assert.equal(verifier.hasPinnedIdentity, false);
    assert.equal(await isAccepted(verifier, first), true);
    assert.equal(await isAccepted(verifier, second), false);
    assert.equal(verifier.hasPinnedIdentity, true);
  });

  it('is the pin even where a certificate authority vouches', async () => {
    const ca = defaultIdentity.certificate;
    const verifier = createVerifier({ ca, fingerprint: first.fingerprint });
    assert.equal(await isAccepted(verifier, second), false);
    assert.equal(await isAccepted(verifier, first), true);
    assert.deepEqual(verifier.lastAccepted, first);
  });

  it('proves the bridge by a pin, or by an authority and an id, and by nothing less', () => {
    const ca = defaultIdentity.certificate;
    const { fingerprint } = first;
    assert.equal(createVerifier({ fingerprint }).hasPinnedIdentity, true);
    assert.equal(createVerifier({ ca, bridgeId }).hasPinnedIdentity, true);
    for (const less of [{}, { ca }, { bridgeId }, { onFirstUse: () => undefined }]) {
      assert.equal(createVerifier(less).hasPinnedIdentity, false);
    }
  });

  it('is never a certificate without a fingerprint', async () => {
    const none = { ...first, fingerprint: '' };
    for (const options of [{}, { bridgeId }, { ca: defaultIdentity.certificate }]) {
      assert.equal(await isAccepted(createVerifier(options), none), false);
    }
  });

  it('compares the bridge id in either case, on both sides', async () => {
    for (const configured of [bridgeId, bridgeId.toLowerCase()]) {
      for (const commonName of [bridgeId, bridgeId.toLowerCase()]) {
        const verifier = createVerifier({ bridgeId: configured });
        assert.equal(await isAccepted(verifier, createInfo('A', { commonName })), true);
      }
    }
  });

  it('warns of a pinned certificate that has expired, and of no other', async () => {
    const { fingerprint } = first;
    assert.equal(await isAccepted(createVerifier({ fingerprint }), first), true);
    assert.deepEqual(warnings, []);
    const expired = createInfo('A', { validTo: new Date(Date.now() - 1) });
    assert.equal(await isAccepted(createVerifier({ fingerprint }), expired), true);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /expired on \d{4}-\d\d-\d\d\./);
  });
});

const normal = Array.from({ length: 32 }, (_, index) =>
  (0xa0 + index).toString(16).toUpperCase(),
).join(':');

const spellings = [
  normal,
  normal.toLowerCase(),
  normal.replaceAll(':', ''),
  normal.replaceAll(':', ' '),
  ` ${normal}\n`,
  normal.replaceAll(':', '').replace(/(.{32})/, '$1\n'),
];

describe('A fingerprint', () => {
  it('may be written with colons, spaces or nothing between its digits, in either case', () => {
    for (const spelling of spellings) assert.equal(parseFingerprint(spelling), normal, spelling);
  });

  it('is the same in every spelling', () => {
    for (const one of spellings) {
      for (const other of spellings) assert.equal(isSameFingerprint(one, other), true);
    }
    assert.equal(isSameFingerprint(normal.replace('A0', 'A1'), normal), false);
    assert.equal(isSameFingerprint(undefined, normal), false);
    assert.equal(isSameFingerprint(undefined, ''), false);
  });

  it('has 64 digits, no more, no fewer, and nothing else', () => {
    const digits = normal.replaceAll(':', '');
    for (const text of [
      '',
      digits.slice(1),
      `${digits}0`,
      digits.replace('A', 'G'),
      `${digits}-`,
    ]) {
      assert.equal(parseFingerprint(text), undefined, text);
    }
  });

  it('is shown by its ends', () => {
    assert.equal(abbreviateFingerprint(normal), 'A0:A1:A2:A3…BE:BF');
  });
});

describe('A bridge id', () => {
  it('has 16 hexadecimal digits', () => {
    for (const id of ['0123456789abcdef', '001788FFFE23A4B5']) assert.equal(isBridgeId(id), true);
    for (const id of [
      '',
      '0123456789abcde',
      '0123456789abcdef0',
      '0123456789abcdeg',
      ' 123456789abcdef',
    ]) {
      assert.equal(isBridgeId(id), false, id);
    }
  });
});

describe('A TLS connection', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  const createConnector = (
    trust: TrustOptions = { fingerprint: bridge.fingerprint },
    { port = bridge.port, timeout = 10_000 }: { port?: number; timeout?: number } = {},
  ): VerifiedTlsConnector => {
    const verifier = new CertificateVerifier(trust, (warning) => assert.fail(warning));
    return new VerifiedTlsConnector({ host: '127.0.0.1', port }, verifier, timeout);
  };

  /** Opens a connection. @returns its socket or the code of its error; the callback must be called once */
  function open(connector: VerifiedTlsConnector): Promise<TLSSocket | string> {
    let calls = 0;
    return new Promise((resolve) => {
      connector.open((error, socket) => {
        calls += 1;
        assert.equal(calls, 1);
        resolve(error === null ? socket : error.failure.code);
      });
    });
  }

  const allClosed = (): Promise<void> =>
    waitUntil('the end of the connection', () => bridge.openConnections() === 0);

  it('that is verified is handed over, and stays when the connector is closed', async () => {
    const connector = createConnector();
    const socket = await open(connector);
    assert.ok(typeof socket !== 'string');
    connector.close();
    assert.equal(socket.destroyed, false);
    assert.equal(bridge.openConnections(), 1);
    assert.equal(socket.listenerCount('error'), 0);
    socket.destroy();
    await allClosed();
  });

  it('that is not verified is closed', async () => {
    const code = await open(createConnector({ fingerprint: 'AB'.repeat(32) }));
    assert.equal(code, 'ERR_BRIDGE_UNTRUSTED');
    await allClosed();
  });

  it('that is not set up when the connector is closed is closed, and reported once', async () => {
    const acceptance = new EventEmitter();
    const connector = createConnector({
      async onFirstUse() {
        acceptance.emit('asked');
        await once(acceptance, 'yes');
      },
    });
    const asked = once(acceptance, 'asked');
    const opened = open(connector);
    await asked;
    connector.close();
    assert.equal(await opened, 'ERR_BRIDGE_CLOSED');
    acceptance.emit('yes');
    await allClosed();
  });

  it('that is asked for after the connector was closed is refused', async () => {
    const connector = createConnector();
    connector.close();
    assert.equal(await open(connector), 'ERR_BRIDGE_CLOSED');
    await allClosed();
  });

  it('that nobody answers is given up in time, and closed', async () => {
    const closed = new EventEmitter();
    const silent = await startRecordingServer((socket) => {
      socket.once('close', () => closed.emit('close'));
    });
    const socketClosed = once(closed, 'close');
    const connector = createConnector(undefined, { port: silent.port, timeout: 50 });
    assert.equal(await open(connector), 'ERR_BRIDGE_UNREACHABLE');
    await socketClosed;
    await silent.stop();
  });

  it('to a host name says that name to the server, and to an address says none', async () => {
    const names: unknown[] = [];
    const named = await startScriptedBridge({
      tls: {
        ALPNCallback({ servername }) {
          names.push(servername);
          return 'http/1.1';
        },
      },
    });
    const { port } = named;
    await inspectCertificate({ host: 'localhost', port });
    await inspectCertificate({ host: '127.0.0.1', port });
    await named.stop();
    assert.equal(names.length, 2);
    assert.equal(names[0], 'localhost');
    assert.equal(Boolean(names[1]), false);
  });

  it('that only shows its certificate is closed afterwards', async () => {
    const { host, port, fingerprint } = bridge;
    assert.equal((await inspectCertificate({ host, port })).fingerprint, fingerprint);
    await allClosed();
  });

  it('that only shows its certificate can be given up, and leaves no listener behind', async () => {
    const { host, port, fingerprint } = bridge;
    const controller = new AbortController();
    const { signal } = controller;
    const verifier = new CertificateVerifier({ fingerprint }, (warning) => assert.fail(warning));
    const accepted = await verifyCertificateAt({ host, port }, verifier, {
      timeout: 10_000,
      signal,
    });
    assert.equal(accepted?.fingerprint, fingerprint);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    const silent = await startRecordingServer();
    const pending = verifyCertificateAt({ host, port: silent.port }, verifier, {
      timeout: 3_600_000,
      signal,
    });
    await waitUntil('the connection', () => silent.connections() === 1);
    controller.abort();
    assert.equal(await pending, undefined);
    await silent.stop();
  });
});
