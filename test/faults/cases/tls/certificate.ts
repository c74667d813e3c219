import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import type { Server } from 'node:net';
import { defaultLimits } from '../../../../src/bridge';
import {
  computeFingerprint,
  createSelfSignedCertificate,
} from '../../../../src/simulator/identity';
import {
  listenOnLoopback,
  scriptedBridgeId,
  defaultIdentity,
} from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { createBridgeNode, createCredentials, createFlow } from '../../support/node-red/flow-nodes';
import { startRecordingServer } from '../../../support/network/recording-server';
import type { Trial } from '../../support/trial';
import { waitUntil } from '../../../support/wait-until';

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
