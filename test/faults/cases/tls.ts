import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { BridgeClient, inspectCertificate, defaultLimits } from '../../../src/bridge';
import type { TrustOptions } from '../../../src/bridge';
import { BridgeConnection } from '../../../src/bridge/connection';
import { scriptedBridgeId, defaultIdentity } from '../../support/network/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { assertPairingsRefused } from './discovery';
import { startImpostor, startRecordingServer } from '../../support/network/recording-server';
import type { Impostor } from '../../support/network/recording-server';
import { startSwitchableProxy, listenOnLoopback } from '../../support/network/sockets';
import type { Trial } from '../support/trial';
import { waitUntil } from '../../support/wait-until';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import type { Server } from 'node:net';
import { computeFingerprint, createSelfSignedCertificate } from '../../../src/simulator/identity';
import {
  FlowUnderTest,
  createBridgeNode,
  createCredentials,
  createFlow,
} from '../support/node-red/flow-under-test';

export const impostorCases: readonly FaultCase[] = [
  {
    number: 15,
    title: "An impostor with another certificate at the bridge's address",
    bound: '100 of 100 connections refused, 0 bytes of HTTP and no key sent',
    run: earlyImpostor,
  },
  {
    number: 16,
    title: 'The impostor comes on reconnect, in mid-session, or with the TLS session of the bridge',
    bound: 'refused as well, 0 bytes of HTTP',
    run: lateImpostor,
  },
];

const countConnections = (trial: Trial): number => trial.chooseByMode(30, 100);

async function earlyImpostor(trial: Trial): Promise<void> {
  const connections = countConnections(trial);
  const genuine = await trial.scripted();
  const impostorServer = await startImpostor();
  trial.addCleanup(() => impostorServer.stop());
  const { fingerprint, certificate } = genuine;
  const trustSettings: Readonly<Record<string, TrustOptions>> = {
    'with a pinned certificate': { fingerprint },
    'with a pinned certificate and the id of the bridge': {
      fingerprint,
      bridgeId: scriptedBridgeId,
    },
    'with a CA file': { ca: certificate, bridgeId: scriptedBridgeId },
  };
  for (const [name, trust] of Object.entries(trustSettings)) {
    const address = { host: '127.0.0.1', port: impostorServer.port, fingerprint };
    const client = trial.client(address, { trust });
    let refused = 0;
    for (let count = 0; count < connections; count += 1) {
      const ending = await trial.ask(client.list('light'));
      if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
    }
    assert.equal(client.connectionState.kind, 'untrusted');
    trial.tally(`requests refused ${name}`, refused, connections);
  }
  trial.tally(
    'event streams refused',
    await countRefusedStreams(trial, impostorServer, { fingerprint }, connections),
    connections,
  );
  await Promise.all(
    Array.from({ length: connections }, () =>
      inspectCertificate({ host: '127.0.0.1', port: impostorServer.port, timeout: 60_000 }),
    ),
  );
  trial.note(`${connections} looks at the certificate`);
  await assertPairingsRefused(trial, fingerprint, connections);
  assert.ok(
    impostorServer.connections() >= 5 * connections,
    `${impostorServer.connections()} connections`,
  );
  trial.atMost('bytes that the impostor got', impostorServer.receivedBytes(), 0);
}

async function countRefusedStreams(
  trial: Trial,
  { port }: Impostor,
  trust: TrustOptions,
  connections: number,
): Promise<number> {
  const connection = new BridgeConnection({ host: '127.0.0.1', port, key: trial.key, trust });
  trial.addCleanup(() => connection.close());
  let refused = 0;
  for (let count = 0; count < connections; count += 1) {
    const ending = await trial.ask(connection.openEventStream(new AbortController().signal));
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
  }
  return refused;
}

async function lateImpostor(trial: Trial): Promise<void> {
  await impostorOnReconnect(trial);
  await impostorInSession(trial);
  await impostorWithSessionTickets(trial);
}

/** The client knows the bridge from its first use, without a pin of its own. */
async function impostorOnReconnect(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const { host, port, key } = simulator;
  const client = new BridgeClient({
    host,
    port,
    key,
    onWarning: (text) => trial.recordWarning(text),
  });
  trial.addCleanup(() => client.close());
  await client.list('light');
  await simulator.stop();
  const impostorServer = await startImpostor({ port });
  trial.addCleanup(() => impostorServer.stop());
  const requests = countConnections(trial);
  let refused = 0;
  for (let count = 0; count < requests; count += 1) {
    const ending = await trial.ask(client.list('light'));
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
  }
  // The first may have found the kept connection cut, and was asked again.
  trial.tally('refused on reconnect', refused, requests);
  trial.atMost('bytes sent on reconnect', impostorServer.receivedBytes(), 0);
}

async function impostorInSession(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const impostorServer = await startImpostor();
  trial.addCleanup(() => impostorServer.stop());
  const proxy = await startSwitchableProxy(simulator.port);
  trial.addCleanup(() => proxy.stop());
  const limits = {
    initialReconnectDelay: 20,
    maxReconnectDelay: 100,
    streamConnectedAfter: 20,
    probeInterval: 100,
    lateProbeInterval: 100,
    minPollInterval: 50,
  };
  const client = trial.client({ ...simulator, port: proxy.port }, { limits });
  let recovered = 0;
  client.watch({ rtype: 'light', interval: 100, onRecovered: () => (recovered += 1) });
  const rounds = trial.chooseByMode(3, 20);
  for (let round = 0; round < rounds; round += 1) {
    await waitUntil('the event stream', () => client.connectionState.mode === 'stream');
    const before = impostorServer.connections();
    const underWay = Array.from({ length: 5 }, () => trial.ask(client.list('room')));
    proxy.switchTo(impostorServer.port);
    await waitUntil('attempts at the impostor', () => impostorServer.connections() >= before + 5);
    await Promise.all(underWay);
    proxy.switchTo(simulator.port);
    await waitUntil('the return', () => recovered > round);
  }
  trial.note(`${impostorServer.connections()} connections to the impostor in mid-session`);
  trial.atMost('bytes sent in mid-session', impostorServer.receivedBytes(), 0);
}

/** The worst case: the impostor even holds the keys with which the bridge makes its session tickets. */
async function impostorWithSessionTickets(trial: Trial): Promise<void> {
  const tls = { ticketKeys: randomBytes(48) };
  const genuine = await trial.scripted({ tls });
  const trustedServer = await startImpostor({ identity: defaultIdentity, tls });
  const impostorServer = await startImpostor({ tls });
  const proxy = await startSwitchableProxy(genuine.port);
  trial.addCleanup(() => Promise.all([proxy.stop(), impostorServer.stop(), trustedServer.stop()]));
  const client = trial.client(
    { ...genuine, port: proxy.port },
    { limits: { maxAttempts: 1, requestTimeout: 3_000, initialBackoff: 1 } },
  );
  const listed = await trial.ask(client.list('light'));
  assert.ok('value' in listed, 'the bridge itself was refused');
  proxy.switchTo(trustedServer.port);
  await requestUntilReceived(trial, client, trustedServer);
  proxy.switchTo(impostorServer.port);
  // The first finds the kept connection cut.
  await trial.ask(client.list('light'));
  const requests = countConnections(trial);
  let refused = 0;
  for (let count = 0; count < requests; count += 1) {
    const ending = await trial.ask(client.list('light'));
    const code = 'error' in ending ? ending.error.code : 'none';
    if (code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
    else trial.note(`request ${count} ended with ${code}`);
  }
  trial.tally('refused with the session tickets of the bridge', refused, requests);
  trial.atMost(
    'TLS sessions taken up again',
    trustedServer.resumedSessions() + impostorServer.resumedSessions(),
    0,
  );
  trial.atMost('bytes sent with session tickets', impostorServer.receivedBytes(), 0);
}

/** Asks until somebody who passes for the bridge has got a request: the first finds the kept connection cut. */
async function requestUntilReceived(
  trial: Trial,
  client: BridgeClient,
  trustedServer: Impostor,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const requestRepeatedly = async (): Promise<void> => {
    while (!signal.aborted) await trial.ask(client.list('light', { signal }));
  };
  const pending = requestRepeatedly();
  await waitUntil('a request', () => trustedServer.receivedBytes() > 0).finally(() =>
    controller.abort(),
  );
  await pending;
}

export const certificateCases: readonly FaultCase[] = [
  {
    number: 17,
    title: 'An expired certificate whose pin matches',
    bound: 'works, with one warning',
    run: expiredCertificate,
  },
  {
    number: 18,
    title: 'A genuine new certificate',
    bound: 'blocked until a person trusts it, with one clear warning',
    run: newCertificate,
  },
  {
    number: 19,
    title: 'Plain HTTP, TLS 1.0 or 1.1, garbage or silence at the port',
    bound: 'a clear error each, and no key sent',
    run: serversWithoutTls,
  },
];

async function expiredCertificate(trial: Trial): Promise<void> {
  const validTo = new Date(Date.now() - 86_400_000);
  const certificate = { validFrom: new Date(validTo.getTime() - 86_400_000), validTo };
  const simulator = await trial.simulator({ certificate });
  const client = trial.client(simulator, { limits: { streamConnectedAfter: 20 } });
  client.watch({ rtype: 'light', interval: 1_000 });
  const pending = Array.from({ length: 20 }, () => trial.ask(client.list('light')));
  const answered = (await Promise.all(pending)).filter((ending) => 'value' in ending).length;
  await waitUntil('the event stream', () => client.connectionState.mode === 'stream');
  trial.tally('requests answered', answered, 20);
  const trustWarnings = trial.warnings.filter((warning) => warning.includes('expired'));
  trial.tally('warning', trustWarnings.length, 1);
}

async function newCertificate(trial: Trial): Promise<void> {
  const old = await trial.simulator();
  const { port } = old;
  const flow = await FlowUnderTest.start(trial);
  // No certificate is pinned, so the first is remembered in the user directory.
  const bridge = createBridgeNode(old, { fingerprint: '' });
  await flow.deploy(createFlow(bridge), createCredentials(trial));
  const lamp = old.home.byType('light')[0]?.id;
  await flow.sendOrThrow('light', { payload: true, target: lamp });
  await old.stop();

  const identity = {
    bridgeId: old.bridgeId,
    ...createSelfSignedCertificate({ commonName: old.bridgeId }),
  };
  const renewed = await trial.simulator({ port, identity });
  let blocked = 0;
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 10; count += 1) {
      const code = await flow.sendExpectingRefusal('light', { payload: true, target: lamp });
      if (code === 'ERR_BRIDGE_UNTRUSTED') blocked += 1;
    }
    const trustWarnings = flow.warnings.filter((text) => text.includes('instead of the pinned'));
    assert.equal(trustWarnings.length, 1, trustWarnings.join('\n'));
    await flow.deploy(createFlow(bridge));
  }
  trial.tally('messages blocked, also after a deploy', blocked, 20);
  trial.atMost('requests that reached the new certificate', renewed.requests.length, 0);
  trial.note('one warning, also through a deploy');
  await flow.deploy(createFlow(createBridgeNode(renewed)));
  await flow.sendOrThrow('light', { payload: true, target: lamp });
  trial.note('works once the new certificate is pinned');
}

const createGarbage = (seed: number): Buffer =>
  Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7 + seed * 131) % 256));

async function serversWithoutTls(trial: Trial): Promise<void> {
  const limits = {
    maxAttempts: 2,
    initialBackoff: 5,
    connectTimeout: trial.chooseByMode(300, defaultLimits.connectTimeout),
  };
  let clear = 0;
  const receivedChunks: Buffer[] = [];
  const expectClearError = async (name: string, port: number): Promise<void> => {
    const client = trial.client({ host: '127.0.0.1', port, fingerprint }, { limits });
    const ending = await trial.ask(client.list('light'));
    assert.ok('error' in ending, name);
    const { code, message } = ending.error;
    const isSentence = message.includes(`127.0.0.1:${port}`) && /: .+\. .+\.$/.test(message);
    if (codes.has(code) && isSentence) clear += 1;
    else trial.note(`${name}: ${code} ${message}`);
  };
  for (const [name, server] of Object.entries(otherServers())) {
    server.on('connection', (socket) =>
      socket.on('data', (chunk: Buffer) => receivedChunks.push(chunk)),
    );
    const port = await listenOnLoopback(server);
    trial.addCleanup(() => server.close());
    await expectClearError(name, port);
  }
  const recordingServers = {
    silence: await startRecordingServer(),
    'a connection closed at once': await startRecordingServer((socket) => socket.end()),
    garbage: await startRecordingServer((socket) => socket.end(createGarbage(1))),
    'endless garbage': await startRecordingServer((socket) => {
      const more = setInterval(() => socket.write(createGarbage(2)), 1);
      socket.on('close', () => clearInterval(more));
    }),
  };
  for (const [name, recordingServer] of Object.entries(recordingServers)) {
    trial.addCleanup(() => recordingServer.stop());
    await expectClearError(name, recordingServer.port);
  }
  const closed = await startRecordingServer();
  await closed.stop();
  await expectClearError('nobody', closed.port);
  trial.tally('kinds of server reported clearly', clear, 8);
  trial.keyLeakDetector.check(
    'what a server without TLS got',
    Buffer.concat(receivedChunks).toString('latin1'),
  );
}

const fingerprint = computeFingerprint(defaultIdentity.certificate);
const codes = new Set<string>(['ERR_BRIDGE_UNREACHABLE', 'ERR_BRIDGE_TIMEOUT']);

const otherServers = (): Record<string, Server> => {
  const { privateKey: key, certificate: cert } = createSelfSignedCertificate({
    commonName: scriptedBridgeId,
  });
  const old = { key, cert, ciphers: 'DEFAULT@SECLEVEL=0' };
  return {
    'plain HTTP': createHttpServer((_request, response) => response.end('hello')),
    'TLS 1.0': createTlsServer({ ...old, minVersion: 'TLSv1', maxVersion: 'TLSv1' }),
    'TLS 1.1': createTlsServer({ ...old, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
  };
};
