import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { BridgeClient, inspectCertificate } from '../../../../src/bridge';
import type { TrustOptions } from '../../../../src/bridge';
import { BridgeConnection } from '../../../../src/bridge/connection';
import { scriptedBridgeId, defaultIdentity } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { assertPairingsRefused } from '../discovery/mdns-responses';
import { startImpostor } from '../../../support/network/impostor';
import type { Impostor } from '../../../support/network/impostor';
import { startSwitchableProxy } from '../../../support/network/switchable-proxy';
import type { Trial } from '../../support/trial';
import { waitUntil } from '../../../support/wait-until';

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
