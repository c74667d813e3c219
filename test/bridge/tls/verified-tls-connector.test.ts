import assert from 'node:assert/strict';
import { EventEmitter, getEventListeners, once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import {
  CertificateVerifier,
  VerifiedTlsConnector,
  inspectCertificate,
  verifyCertificateAt,
} from '../../../src/bridge/tls';
import type { TrustOptions } from '../../../src/bridge/tls';
import { startRecordingServer } from '../../support/network/recording-server';
import { startScriptedBridge } from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

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
