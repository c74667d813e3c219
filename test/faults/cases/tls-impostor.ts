import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { BridgeClient, inspectCertificate } from '../../../src/bridge';
import type { Trust } from '../../../src/bridge';
import { Link } from '../../../src/bridge/link/link';
import { scriptedBridgeId, usualIdentity } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { refusedPairings } from './discovery-answers';
import { startImpostor } from '../support/impostor';
import type { Impostor } from '../support/impostor';
import { startSwitchboard } from '../support/switchboard';
import type { Trial } from '../support/trial';
import { until } from '../../support/until';

export const impostorCases: readonly FaultCase[] = [
  {
    number: 15,
    title: "An impostor with another certificate at the bridge's address",
    bound: '100 of 100 connections refused, 0 bytes of HTTP and no key sent',
    run: impostor,
  },
  {
    number: 16,
    title: 'The impostor comes on reconnect, in mid-session, or with the TLS session of the bridge',
    bound: 'refused as well, 0 bytes of HTTP',
    run: lateImpostor,
  },
];

const connections = 100;

async function impostor(trial: Trial): Promise<void> {
  const genuine = await trial.scripted();
  const stranger = await startImpostor();
  trial.atEnd(() => stranger.stop());
  const { fingerprint, certificate } = genuine;
  const trusts: Readonly<Record<string, Trust>> = {
    'with a pinned certificate': { fingerprint },
    'with a pinned certificate and the id of the bridge': {
      fingerprint,
      bridgeId: scriptedBridgeId,
    },
    'with a CA file': { ca: certificate, bridgeId: scriptedBridgeId },
  };
  for (const [name, trust] of Object.entries(trusts)) {
    const place = { host: '127.0.0.1', port: stranger.port, fingerprint };
    const client = trial.client(place, { trust });
    let refused = 0;
    for (let count = 0; count < connections; count += 1) {
      const ending = await trial.ask(client.list('light'));
      if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
    }
    assert.equal(client.connection.kind, 'untrusted');
    trial.tally(`requests refused ${name}`, refused, connections);
  }
  trial.tally(
    'event streams refused',
    await refusedStreams(trial, stranger, { fingerprint }),
    connections,
  );
  await Promise.all(
    Array.from({ length: connections }, () =>
      inspectCertificate({ host: '127.0.0.1', port: stranger.port, timeout: 60_000 }),
    ),
  );
  trial.note(`${connections} looks at the certificate`);
  await refusedPairings(trial, fingerprint, connections);
  assert.ok(stranger.connections() >= 5 * connections, `${stranger.connections()} connections`);
  trial.atMost('bytes that the impostor got', stranger.bytes(), 0);
}

async function refusedStreams(trial: Trial, { port }: Impostor, trust: Trust): Promise<number> {
  const link = new Link({ host: '127.0.0.1', port, key: trial.key, trust });
  trial.atEnd(() => link.close());
  let refused = 0;
  for (let count = 0; count < connections; count += 1) {
    const ending = await trial.ask(link.stream(new AbortController().signal));
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
  }
  return refused;
}

async function lateImpostor(trial: Trial): Promise<void> {
  await onReconnect(trial);
  await inMidSession(trial);
  await withTheSession(trial);
}

/** The client knows the bridge from its first use, without a pin of its own. */
async function onReconnect(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const { host, port, key } = simulator;
  const client = new BridgeClient({ host, port, key, onWarning: (text) => trial.warned(text) });
  trial.atEnd(() => client.close());
  await client.list('light');
  await simulator.stop();
  const stranger = await startImpostor({ port });
  trial.atEnd(() => stranger.stop());
  const requests = trial.choose(30, connections);
  let refused = 0;
  for (let count = 0; count < requests; count += 1) {
    const ending = await trial.ask(client.list('light'));
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
  }
  // The first may have found the kept connection cut, and was asked again.
  trial.tally('refused on reconnect', refused, requests);
  trial.atMost('bytes sent on reconnect', stranger.bytes(), 0);
}

async function inMidSession(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const stranger = await startImpostor();
  trial.atEnd(() => stranger.stop());
  const switchboard = await startSwitchboard(simulator.port);
  trial.atEnd(() => switchboard.stop());
  const limits = { firstRetry: 20, longestRetry: 100, streamProof: 20, shortestPoll: 50 };
  const client = trial.client({ ...simulator, port: switchboard.port }, { limits });
  let recovered = 0;
  client.watch({ rtype: 'light', interval: 100, onRecovered: () => (recovered += 1) });
  const rounds = trial.choose(3, 20);
  for (let round = 0; round < rounds; round += 1) {
    await until('the event stream', () => client.connection.mode === 'stream');
    const before = stranger.connections();
    const underWay = Array.from({ length: 5 }, () => trial.ask(client.list('room')));
    switchboard.switchTo(stranger.port);
    await until('attempts at the impostor', () => stranger.connections() >= before + 5);
    await Promise.all(underWay);
    switchboard.switchTo(simulator.port);
    await until('the return', () => recovered > round);
  }
  trial.note(`${stranger.connections()} connections to the impostor in mid-session`);
  trial.atMost('bytes sent in mid-session', stranger.bytes(), 0);
}

/** The worst case: the impostor even holds the keys with which the bridge makes its session tickets. */
async function withTheSession(trial: Trial): Promise<void> {
  const tls = { ticketKeys: randomBytes(48) };
  const genuine = await trial.scripted({ tls });
  const witness = await startImpostor({ identity: usualIdentity, tls });
  const stranger = await startImpostor({ tls });
  const switchboard = await startSwitchboard(genuine.port);
  trial.atEnd(() => Promise.all([switchboard.stop(), stranger.stop(), witness.stop()]));
  const client = trial.client(
    { ...genuine, port: switchboard.port },
    { limits: { attempts: 1, requestDeadline: 3_000, firstHold: 1 } },
  );
  const listed = await trial.ask(client.list('light'));
  assert.ok('value' in listed, 'the bridge itself was refused');
  switchboard.switchTo(witness.port);
  await visit(trial, client, witness);
  switchboard.switchTo(stranger.port);
  let refused = 0;
  for (let count = 0; count < connections; count += 1) {
    const ending = await trial.ask(client.list('light'));
    const code = 'error' in ending ? ending.error.code : 'none';
    if (code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
    else trial.note(`request ${count} ended with ${code}`);
  }
  trial.tally('refused with the session tickets of the bridge', refused, connections);
  trial.atMost('TLS sessions taken up again', witness.resumed() + stranger.resumed(), 0);
  trial.atMost('bytes sent with session tickets', stranger.bytes(), 0);
}

/** Asks until somebody who passes for the bridge has got a request: the first finds the kept connection cut. */
async function visit(trial: Trial, client: BridgeClient, witness: Impostor): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const asking = async (): Promise<void> => {
    while (!signal.aborted) await trial.ask(client.list('light', { signal }));
  };
  const asked = asking();
  await until('a request', () => witness.bytes() > 0).finally(() => over.abort());
  await asked;
}
