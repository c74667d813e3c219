import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import type { Server } from 'node:net';
import { defaultLimits } from '../../../src/bridge';
import { fingerprintOf, selfSignedCertificate } from '../../../src/simulator/certificate';
import { listen, scriptedBridgeId, usualIdentity } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import { bridgeNode, credentialsOf, flowOf } from '../support/palette';
import { startTrap } from '../support/trap';
import type { Trial } from '../support/trial';
import { until } from '../../support/until';

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
    run: noTls,
  },
];

async function expiredCertificate(trial: Trial): Promise<void> {
  const validTo = new Date(Date.now() - 86_400_000);
  const certificate = { validFrom: new Date(validTo.getTime() - 86_400_000), validTo };
  const simulator = await trial.simulator({ certificate });
  const client = trial.client(simulator, { limits: { streamProof: 20 } });
  client.watch({ rtype: 'light', interval: 1_000 });
  const asked = Array.from({ length: 20 }, () => trial.ask(client.list('light')));
  const answered = (await Promise.all(asked)).filter((ending) => 'value' in ending).length;
  await until('the event stream', () => client.connection.mode === 'stream');
  trial.tally('requests answered', answered, 20);
  const told = trial.warnings.filter((warning) => warning.includes('expired'));
  trial.tally('warning', told.length, 1);
}

async function newCertificate(trial: Trial): Promise<void> {
  const old = await trial.simulator();
  const { port } = old;
  const flow = await FlowTrial.start(trial);
  // No certificate is pinned, so the first is remembered in the user directory.
  const bridge = bridgeNode(old, { fingerprint: '' });
  await flow.deploy(flowOf(bridge), credentialsOf(trial));
  const lamp = old.home.byType('light')[0]?.id;
  await flow.ask('light', { payload: true, target: lamp });
  await old.stop();

  const identity = {
    bridgeId: old.bridgeId,
    ...selfSignedCertificate({ commonName: old.bridgeId }),
  };
  const renewed = await trial.simulator({ port, identity });
  let blocked = 0;
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 10; count += 1) {
      const code = await flow.refused('light', { payload: true, target: lamp });
      if (code === 'ERR_BRIDGE_UNTRUSTED') blocked += 1;
    }
    const told = flow.warnings.filter((text) => text.includes('instead of the pinned'));
    assert.equal(told.length, round + 1, told.join('\n'));
    await flow.deploy(flowOf(bridge));
  }
  trial.tally('messages blocked, also after a restart', blocked, 20);
  trial.atMost('requests that reached the new certificate', renewed.requests.length, 0);
  trial.note('one warning for each start of the flows');
  await flow.deploy(flowOf(bridgeNode(renewed)));
  await flow.ask('light', { payload: true, target: lamp });
  trial.note('works once the new certificate is pinned');
}

const garbage = (seed: number): Buffer =>
  Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7 + seed * 131) % 256));

async function noTls(trial: Trial): Promise<void> {
  const limits = {
    attempts: 2,
    firstHold: 5,
    connectTimeout: trial.choose(300, defaultLimits.connectTimeout),
  };
  let clear = 0;
  const seen: Buffer[] = [];
  const expect = async (name: string, port: number): Promise<void> => {
    const client = trial.client({ host: '127.0.0.1', port, fingerprint }, { limits });
    const ending = await trial.ask(client.list('light'));
    assert.ok('error' in ending, name);
    const { code, message } = ending.error;
    const says = message.includes(`127.0.0.1:${port}`) && /: .+\. .+\.$/.test(message);
    if (codes.has(code) && says) clear += 1;
    else trial.note(`${name}: ${code} ${message}`);
  };
  for (const [name, server] of Object.entries(otherServers())) {
    server.on('connection', (socket) => socket.on('data', (chunk: Buffer) => seen.push(chunk)));
    const port = await listen(server);
    trial.atEnd(() => server.close());
    await expect(name, port);
  }
  const traps = {
    silence: await startTrap(),
    'a connection closed at once': await startTrap((socket) => socket.end()),
    garbage: await startTrap((socket) => socket.end(garbage(1))),
    'endless garbage': await startTrap((socket) => {
      const more = setInterval(() => socket.write(garbage(2)), 1);
      socket.on('close', () => clearInterval(more));
    }),
  };
  for (const [name, trap] of Object.entries(traps)) {
    trial.atEnd(() => trap.stop());
    await expect(name, trap.port);
  }
  const closed = await startTrap();
  await closed.stop();
  await expect('nobody', closed.port);
  trial.tally('kinds of server told clearly', clear, 8);
  trial.keyWatch.see('what a server without TLS got', Buffer.concat(seen).toString('latin1'));
}

const fingerprint = fingerprintOf(usualIdentity.certificate);
const codes = new Set<string>(['ERR_BRIDGE_UNREACHABLE', 'ERR_BRIDGE_TIMEOUT']);

const otherServers = (): Record<string, Server> => {
  const { privateKey: key, certificate: cert } = selfSignedCertificate({
    commonName: scriptedBridgeId,
  });
  const old = { key, cert, ciphers: 'DEFAULT@SECLEVEL=0' };
  return {
    'plain HTTP': createHttpServer((_request, response) => response.end('hello')),
    'TLS 1.0': createTlsServer({ ...old, minVersion: 'TLSv1', maxVersion: 'TLSv1' }),
    'TLS 1.1': createTlsServer({ ...old, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
  };
};
