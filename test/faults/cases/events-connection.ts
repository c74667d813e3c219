import assert from 'node:assert/strict';
import type { ConnectionState, Limits } from '../../../src/bridge';
import { defaultLimits } from '../../../src/bridge';
import type { Fault } from '../../../src/simulator/faults';
import type { FaultCase } from '../fault-case';
import { lampsOf, quickState, startLiveHome } from '../support/live-home';
import type { LiveHome } from '../support/live-home';
import type { Trial } from '../support/trial';
import { pass, timed } from '../support/wait';
import { until } from '../../support/until';

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
    bound: "the state equals the bridge's afterwards, and the changes are told",
    run: changesWhileAway,
  },
  {
    number: 26,
    title: 'The event stream flaps',
    bound: 'attempts bounded, their waits spread by 20 % both ways',
    run: flapping,
  },
];

const eventStream = { path: '/eventstream' };

async function refusedStreams(trial: Trial): Promise<void> {
  // The short form goes twenty times as fast.
  const speed = trial.choose(20, 1);
  const refusals: Readonly<Record<string, Fault>> = {
    429: { status: 429, body: '<html></html>' },
    403: { status: 403 },
    HTML: { status: 200, body: '<html></html>' },
    'an end within 100 ms': { lasts: 100 / speed },
  };
  const limits = {
    ...quickState,
    firstRetry: defaultLimits.firstRetry / speed,
    longestRetry: defaultLimits.longestRetry / speed,
    streamProof: defaultLimits.streamProof / speed,
    // Else a handshake that takes its time would pass for a stream that lasted.
    streamSettled: 60_000,
  };
  const trials = Object.entries(refusals).map(async ([name, fault]) => {
    const { attempts, modes } = await attemptsIn(trial, fault, limits, 40_000 / speed);
    trial.atMost(`attempts in ${40 / speed} s with ${name}`, attempts, 8);
    assert.deepEqual(modes, ['polling']);
  });
  await Promise.all(trials);
}

async function attemptsIn(
  trial: Trial,
  fault: Fault,
  limits: Partial<Limits>,
  time: number,
): Promise<{ attempts: number; modes: string[] }> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  simulator.faults.answer({ match: eventStream, ...fault });
  const client = trial.client(simulator, { limits });
  const modes = new Set<ConnectionState['mode']>();
  client.onConnection(({ mode }) => modes.add(mode));
  client.watch({ rtype: 'light', interval: 1_000 });
  await pass(time);
  const attempts = simulator.requests.filter(({ path }) => path.startsWith('/eventstream')).length;
  assert.ok(attempts > 0);
  return { attempts, modes: [...modes] };
}

async function silentStreams(trial: Trial): Promise<void> {
  const streamCheck = trial.choose(600, defaultLimits.streamCheck);
  const limits = { ...quickState, streamCheck };
  const silences: Readonly<Record<string, (live: LiveHome) => void>> = {
    silent: ({ simulator }) => simulator.faults.stream({ silent: true }),
    'half-open': ({ simulator }) => simulator.events.forgetListeners(),
  };
  const trials = Object.entries(silences).map(async ([name, silence]) => {
    const live = await startLiveHome(trial, { limits });
    await live.live();
    const [rid = ''] = lampsOf(live.simulator);
    live.simulator.home.change(rid, { metadata: { name: 'Before' } });
    await until('a change over the stream', () => live.changes.length > 0);
    silence(live);
    const checks = (): number =>
      live.simulator.requests.filter(({ path }) => path.endsWith('/light')).length;
    const [told, checked] = [live.changes.length, checks()];
    live.simulator.home.change(rid, { metadata: { name: 'Missed' } });
    const took = await timed(() =>
      until('the missed change', () => live.changes.length > told, { limit: streamCheck * 20 }),
    );
    trial.atMost(`${name}: checks until the change was told`, checks() - checked, 2);
    trial.note(`after ${Math.round(took)} ms`);
    const before = live.streamRequests();
    if (before === 1) await until('a new stream', () => live.streamRequests() > 1);
  });
  await Promise.all(trials);
}

async function changesWhileAway(trial: Trial): Promise<void> {
  const live = await startLiveHome(trial);
  const { simulator, changes } = live;
  const rounds = trial.choose(3, 25);
  let told = 0;
  for (let round = 0; round < rounds; round += 1) {
    await live.live();
    changes.length = 0;
    const [changed, deleted] = lampsOf(simulator);
    const template = simulator.home.get(changed ?? '');
    assert.ok(changed !== undefined && deleted !== undefined && template !== undefined);
    const added = `44444444-4444-4444-8444-${String(round).padStart(12, '0')}`;
    const restore = simulator.faults.answer({ cut: 'before' });
    simulator.events.cut();
    await until('the outage', () => live.client.connection.kind === 'away');
    simulator.home.change(changed, { metadata: { name: `Away ${round}` } });
    simulator.home.add({ ...template, id: added });
    simulator.home.remove(deleted);
    restore();
    await until('all changes', () => changes.length >= 3);
    await live.live();
    const kinds = (id: string): string[] =>
      changes.filter(({ resource }) => resource.id === id).map(({ kind }) => kind);
    assert.deepEqual(
      [kinds(changed), kinds(added), kinds(deleted)],
      [['changed'], ['added'], ['deleted']],
    );
    assert.deepEqual(live.divergence(), []);
    told += 3;
  }
  trial.tally('changes told after the return', told, rounds * 3);
  trial.note("the state equals the bridge's after each return");
}

async function flapping(trial: Trial): Promise<void> {
  const longestRetry = trial.choose(40, 100);
  const flaps = trial.choose(60, 500);
  const simulator = await trial.simulator({ events: { batch: 0 } });
  simulator.faults.answer({ match: eventStream, lasts: 1 });
  const limits = {
    ...quickState,
    firstRetry: longestRetry / 8,
    longestRetry,
    streamProof: 1_000,
    // Else two handshakes that take their time would pass for streams that lasted.
    streamSettled: 60_000,
  };
  const client = trial.client(simulator, { limits });
  client.watch({ rtype: 'light', interval: 5_000 });
  const times: number[] = [];
  simulator.log.on('request', ({ path }) => {
    if (path.startsWith('/eventstream')) times.push(performance.now());
  });
  await until('the flaps', () => times.length >= flaps, {
    limit: Math.max(60_000, flaps * longestRetry * 3),
  });
  const settled = times.slice(4);
  const waits = settled.slice(1).map((at, index) => at - (settled[index] ?? 0));
  const rate = (1_000 * waits.length) / ((settled.at(-1) ?? 0) - (settled[0] ?? 0));
  trial.atMost(
    `attempts a second, with waits of ${longestRetry} ms`,
    rate,
    1_000 / (longestRetry * 0.9),
  );
  // A request that is late makes the wait before it longer and that behind it shorter.
  const sorted = waits.toSorted((one, other) => one - other);
  const [short = 0, long = 0] = [0.1, 0.9].map(
    (share) => sorted[Math.floor(share * sorted.length)],
  );
  trial.note(`eight of ten waits between ${Math.round(short)} and ${Math.round(long)} ms`);
  assert.ok(short >= longestRetry * 0.7, `a wait of ${short} ms`);
  assert.ok((long - short) / longestRetry >= 0.15, 'the waits are not spread');
}
