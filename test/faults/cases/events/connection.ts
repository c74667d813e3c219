import assert from 'node:assert/strict';
import type { ConnectionState, ClientLimits } from '../../../../src/bridge';
import { defaultLimits } from '../../../../src/bridge';
import type { Fault } from '../../../../src/simulator/fault-injector';
import type { FaultCase } from '../../fault-case';
import { findDimmableLampIds, shortLimits, startClientHarness } from '../../support/client-harness';
import type { ClientHarness } from '../../support/client-harness';
import type { Trial } from '../../support/trial';
import { pause, measureDuration } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

export const streamCases: readonly FaultCase[] = [
  {
    number: 22,
    title: 'The event stream is answered by 429, 403 or HTML, or ends within 100 ms',
    bound: 'never shown as connected, and no storm of attempts',
    run: refusedStreams,
  },
  {
    number: 23,
    title: 'The event stream is open but silent for ever, or half-open',
    bound: 'noticed within two check periods',
    run: silentStreams,
  },
  {
    number: 24,
    title: 'Things are added, changed and deleted while the bridge is away',
    bound: "the state equals the bridge's afterwards, and the changes are reported",
    run: changesWhileAway,
  },
  {
    number: 26,
    title: 'The event stream flaps',
    bound: 'attempts bounded, their waits spread by 20 % both ways',
    run: flappingStream,
  },
];

const eventStream = { path: '/eventstream' };

async function refusedStreams(trial: Trial): Promise<void> {
  // The short form goes twenty times as fast.
  const speed = trial.chooseByMode(20, 1);
  const refusals: Readonly<Record<string, Fault>> = {
    429: { status: 429, body: '<html></html>' },
    403: { status: 403 },
    HTML: { status: 200, body: '<html></html>' },
    'an end within 100 ms': { lasts: 100 / speed },
  };
  const limits = {
    ...shortLimits,
    initialReconnectDelay: defaultLimits.initialReconnectDelay / speed,
    maxReconnectDelay: defaultLimits.maxReconnectDelay / speed,
    streamConnectedAfter: defaultLimits.streamConnectedAfter / speed,
    // Otherwise a slow handshake would count as a stable stream.
    streamStableAfter: 60_000,
  };
  const runs = Object.entries(refusals).map(async ([name, fault]) => {
    const { attempts, modes } = await countAttempts(trial, fault, limits, 40_000 / speed);
    trial.atMost(`attempts in ${40 / speed} s with ${name}`, attempts, 8);
    assert.deepEqual(modes, ['polling']);
  });
  await Promise.all(runs);
}

async function countAttempts(
  trial: Trial,
  fault: Fault,
  limits: Partial<ClientLimits>,
  time: number,
): Promise<{ attempts: number; modes: string[] }> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  simulator.faults.inject({ match: eventStream, ...fault });
  const client = trial.client(simulator, { limits });
  const modes = new Set<ConnectionState['mode']>();
  client.onConnectionChange(({ mode }) => modes.add(mode));
  client.watch({ rtype: 'light', interval: 1_000 });
  await pause(time);
  await waitUntil('the mode of the connection', () => modes.size > 0);
  const attempts = simulator.requests.filter(({ path }) => path.startsWith('/eventstream')).length;
  assert.ok(attempts > 0);
  return { attempts, modes: [...modes] };
}

async function silentStreams(trial: Trial): Promise<void> {
  const streamCheckInterval = trial.chooseByMode(600, defaultLimits.streamCheckInterval);
  const limits = { ...shortLimits, streamCheckInterval };
  const silenceFaults: Readonly<Record<string, (harness: ClientHarness) => void>> = {
    silent: ({ simulator }) => simulator.faults.setStreamFault({ silent: true }),
    'half-open': ({ simulator }) => simulator.events.forgetListeners(),
  };
  const runs = Object.entries(silenceFaults).map(async ([name, applySilence]) => {
    const harness = await startClientHarness(trial, { limits });
    await harness.waitForStream();
    const [rid = ''] = findDimmableLampIds(harness.simulator);
    harness.simulator.home.change(rid, { metadata: { name: 'Before' } });
    await waitUntil('a change over the stream', () => harness.changes.length > 0);
    applySilence(harness);
    const checks = (): number =>
      harness.simulator.requests.filter(({ path }) => path.endsWith('/light')).length;
    const [reported, checked] = [harness.changes.length, checks()];
    harness.simulator.home.change(rid, { metadata: { name: 'Missed' } });
    const took = await measureDuration(() =>
      waitUntil('the missed change', () => harness.changes.length > reported, {
        timeout: streamCheckInterval * 20,
      }),
    );
    trial.atMost(`${name}: checks until the change was reported`, checks() - checked, 2);
    trial.note(`after ${Math.round(took)} ms`);
    const before = harness.countStreamRequests();
    if (before === 1) await waitUntil('a new stream', () => harness.countStreamRequests() > 1);
  });
  await Promise.all(runs);
}

async function changesWhileAway(trial: Trial): Promise<void> {
  const harness = await startClientHarness(trial);
  const { simulator, changes } = harness;
  const rounds = trial.chooseByMode(3, 25);
  let reported = 0;
  for (let round = 0; round < rounds; round += 1) {
    await harness.waitForStream();
    changes.length = 0;
    const [changed, deleted] = findDimmableLampIds(simulator);
    const template = simulator.home.get(changed ?? '');
    assert.ok(changed !== undefined && deleted !== undefined && template !== undefined);
    const added = `44444444-4444-4444-8444-${String(round).padStart(12, '0')}`;
    const restore = simulator.faults.inject({ cut: 'before' });
    simulator.events.disconnectAll();
    await waitUntil('the outage', () => harness.client.connectionState.kind === 'away');
    simulator.home.change(changed, { metadata: { name: `Away ${round}` } });
    simulator.home.add({ ...template, id: added });
    simulator.home.remove(deleted);
    restore();
    await waitUntil('all changes', () => changes.length >= 3);
    await harness.waitForStream();
    const kinds = (id: string): string[] =>
      changes.filter(({ resource }) => resource.id === id).map(({ kind }) => kind);
    assert.deepEqual(
      [kinds(changed), kinds(added), kinds(deleted)],
      [['changed'], ['added'], ['deleted']],
    );
    assert.deepEqual(harness.findDivergence(), []);
    reported += 3;
  }
  trial.tally('changes reported after the return', reported, rounds * 3);
  trial.note("the state equals the bridge's after each return");
}

async function flappingStream(trial: Trial): Promise<void> {
  const maxReconnectDelay = trial.chooseByMode(40, 100);
  const flaps = trial.chooseByMode(60, 500);
  const simulator = await trial.simulator({ events: { batch: 0 } });
  simulator.faults.inject({ match: eventStream, lasts: 1 });
  const limits = {
    ...shortLimits,
    initialReconnectDelay: maxReconnectDelay / 8,
    maxReconnectDelay,
    streamConnectedAfter: 1_000,
    // Otherwise two slow handshakes would count as stable streams.
    streamStableAfter: 60_000,
  };
  const client = trial.client(simulator, { limits });
  client.watch({ rtype: 'light', interval: 5_000 });
  const times: number[] = [];
  simulator.log.on('request', ({ path }) => {
    if (path.startsWith('/eventstream')) times.push(performance.now());
  });
  await waitUntil('the flaps', () => times.length >= flaps, {
    timeout: Math.max(60_000, flaps * maxReconnectDelay * 3),
  });
  const settled = times.slice(4);
  const waits = settled.slice(1).map((at, index) => at - (settled[index] ?? 0));
  const rate = (1_000 * waits.length) / ((settled.at(-1) ?? 0) - (settled[0] ?? 0));
  trial.atMost(
    `attempts a second, with waits of ${maxReconnectDelay} ms`,
    rate,
    1_000 / (maxReconnectDelay * 0.9),
  );
  // A request that is late makes the wait before it longer and that behind it shorter.
  const sorted = waits.toSorted((one, other) => one - other);
  const [short = 0, long = 0] = [0.1, 0.9].map(
    (share) => sorted[Math.floor(share * sorted.length)],
  );
  trial.note(`eight of ten waits between ${Math.round(short)} and ${Math.round(long)} ms`);
  assert.ok(short >= maxReconnectDelay * 0.7, `a wait of ${short} ms`);
  assert.ok((long - short) / maxReconnectDelay >= 0.15, 'the waits are not spread');
}
