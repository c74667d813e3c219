import assert from 'node:assert/strict';
import type { FaultCase } from '../fault-case';
import { runSoak } from '../soak/run-soak';
import type { Trial } from '../support/trial';
import { systemClock } from '../../../src/bridge/clock';
import { defaultLimits } from '../../../src/bridge';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { openConnectionWithClock, FastClock } from '../support/fast-clock';
import { startSwitchableProxy } from '../../support/network/sockets';
import { pause } from '../support/timing';
import { waitUntil } from '../../support/wait-until';
import { getNestedMember, getNumericMember } from '../../../src/resources/members';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  FlowUnderTest,
} from '../support/node-red/flow-under-test';
import { resetDate, setDate, shiftDate } from '../support/settable-date';

export const soakCases: readonly FaultCase[] = [
  {
    number: 57,
    title: 'A household for five minutes, with 2 % faults and steady events',
    bound: "memory and handles flat, the state equals the bridge's at the end",
    run: soak,
  },
];

async function soak(trial: Trial): Promise<void> {
  const duration = trial.chooseByMode(4_000, 300_000);
  const result = await runSoak(trial, { duration, interval: duration / 20, seed: 57 });
  const last = result.samples.at(-1);
  trial.note(
    `${duration / 1_000} s, ${last?.requests} requests, ${last?.faults} faults, ${last?.messages} messages`,
  );
  // In so short a time, JIT compilation adds more to the heap than any leak.
  trial.atMost('growth of the heap', result.growth, trial.chooseByMode(40, 15), ' MB');
  assert.equal(result.resourceGrowth, undefined);
  trial.note('sockets and timers as before');
  assert.deepEqual(result.divergence, []);
  assert.deepEqual(result.unreported, []);
  trial.note('the state equals that of the bridge, in the client and as the nodes reported it');
}

export const clockCases: readonly FaultCase[] = [
  {
    number: 58,
    title: 'A long outage',
    bound: 'at most one warning an hour, and back within 7 s',
    run: longOutage,
  },
  {
    number: 59,
    title: 'The clock jumps; the machine sleeps',
    bound: 'no storm of requests, nothing lost',
    run: clockJumps,
  },
];

const hour = 3_600_000;

/** Ms of the fast clock per real ms: fast enough for hours, slow enough for TLS. */
const speed = 200;

async function longOutage(trial: Trial): Promise<void> {
  const hours = trial.chooseByMode(0.15, 12);
  const simulator = await trial.simulator({ events: { batch: 0 } });
  const proxy = await startSwitchableProxy(simulator.port);
  trial.addCleanup(() => proxy.stop());
  const clock = new FastClock(speed);
  const { connection, state } = openConnectionWithClock(
    trial,
    { ...simulator, port: proxy.port },
    clock,
    // Real time does not run as fast: a busy machine takes its time for an answer.
    { probeTimeout: hour },
  );
  for (const rtype of ['light', 'room', 'motion'] as const) state.watch({ rtype, interval: 5_000 });
  await waitUntil('the bridge', () => connection.stateReporter.state.kind === 'connected');
  proxy.switchTo(9);
  const lostAt = clock.now();
  await waitUntil('the outage', () => connection.stateReporter.state.kind === 'away');
  const attempts = proxy.connections();
  await pause((hours * hour) / speed);
  const lasted = (clock.now() - lostAt) / hour;
  trial.atMost(`warnings in ${lasted.toFixed(1)} h`, trial.warnings.length, Math.ceil(lasted));
  const { probeInterval, lateProbeInterval, lateProbeAfter } = defaultLimits;
  const expected = lateProbeAfter / probeInterval + (lasted * hour) / lateProbeInterval;
  trial.atMost('attempts', proxy.connections() - attempts, Math.ceil(expected / 0.8));
  const recovery: { connections?: number; at?: number } = {};
  connection.stateReporter.subscribe(({ kind }) => {
    if (kind === 'connected') recovery.connections ??= proxy.connections();
    if (kind === 'connected') recovery.at ??= clock.now();
  });
  const before = proxy.connections();
  proxy.switchTo(simulator.port);
  const backAt = clock.now();
  await waitUntil('the return', () => recovery.at !== undefined);
  // The longest wait is tested with a fake clock in test/bridge/health.test.ts.
  trial.atMost('attempts until it was back', (recovery.connections ?? Infinity) - before, 2);
  trial.note(`back after ${Math.round(((recovery.at ?? Infinity) - backAt) / 1_000)} s`);
}

const requestsSince = ({ requests }: Simulator, before: number): number => requests.length - before;

async function clockJumps(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  const clock = new FastClock(1);
  const limits = { streamConnectedAfter: 20 };
  const { connection, state } = openConnectionWithClock(trial, simulator, clock, limits);
  const changes: string[] = [];
  for (const rtype of ['light', 'room', 'motion', 'scene'] as const) {
    state.watch({ rtype, interval: 1_000, onChange: ({ resource }) => changes.push(resource.id) });
  }
  await waitUntil('the event stream', () => state.mode === 'stream');
  const [lamp] = simulator.home.byType('light');
  assert.ok(lamp);
  let maxRequests = 0;
  for (let jump = 0; jump < trial.chooseByMode(4, 40); jump += 1) {
    const before = simulator.requests.length;
    clock.jump(8 * hour);
    const changesBefore = changes.length;
    simulator.home.change(lamp.id, { metadata: { name: `Jump ${jump}` } });
    await waitUntil('the change', () => changes.length > changesBefore);
    await pause(300);
    maxRequests = Math.max(maxRequests, requestsSince(simulator, before));
  }
  trial.atMost('requests after a sleep of 8 h', maxRequests, 12);
  await dateJumps(trial, simulator);
  assert.equal(connection.stateReporter.state.kind, 'connected');
}

/** Somebody sets the date: ten years on, and back before there were computers. */
async function dateJumps(trial: Trial, simulator: Simulator): Promise<void> {
  const client = trial.client(simulator, { limits: { streamConnectedAfter: 20 } });
  client.watch({ rtype: 'light', interval: 1_000 });
  const { now } = Date;
  trial.addCleanup(() => {
    Date.now = now;
    systemClock.wallTime = now;
  });
  const before = simulator.requests.length;
  const answered: boolean[] = [];
  for (const shift of [10 * 365 * 24 * hour, -60 * 365 * 24 * hour, 0]) {
    Date.now = () => now() + shift;
    systemClock.wallTime = Date.now;
    const ending = await trial.ask(client.list('light'));
    answered.push('value' in ending);
    await pause(200);
  }
  trial.tally('requests answered although the date jumped', answered.filter(Boolean).length, 3);
  trial.atMost('requests while the date jumped', requestsSince(simulator, before), 20);
}

export const daylightClockCases: readonly FaultCase[] = [
  {
    number: 74,
    title: 'The date jumps while lamps follow the day',
    bound:
      'they have the light of the new time within 65 s, by at most two requests each; a lamp set by hand is left alone for as long as said',
    run: daylightJumps,
  },
];

const lamps = ['light/living-floor', 'light/sofa-left', 'light/sofa-right'].map(createFixtureId);
const handSet = createFixtureId('light/mirror');

/** Dark at midnight and bright at noon. */
const table = '00:00 2500 K 20 %, 12:00 5000 K 100 %';
/** Dates that somebody sets, and the brightness of that time in percent. */
const dates: readonly (readonly [string, number])[] = [
  ['2026-11-23T12:00:00Z', 100],
  ['2026-11-24T00:00:00Z', 20],
  ['2036-06-01T12:00:00Z', 100],
  ['1990-01-01T00:00:00Z', 20],
  ['2026-11-23T12:00:00Z', 100],
];

async function daylightJumps(trial: Trial): Promise<void> {
  controlTime(trial);
  const simulator = await trial.simulator({ events: { batch: 0 } });
  const { home } = simulator;
  for (const { id } of home.byType('bridge')) home.change(id, { time_zone: { time_zone: 'UTC' } });
  for (const rid of [...lamps, handSet])
    home.change(rid, { on: { on: true }, dimming: { brightness: 50 } });
  const flow = await FlowUnderTest.start(trial);
  const target = [...lamps, handSet].join();
  const day = createNode('day', 'bridge-daylight', {
    target,
    follow: 'table',
    table,
    resumeAfter: '2h',
  });
  setDate(Date.parse('2026-11-23T00:00:00Z'));
  await flow.deploy(createFlow(createBridgeNode(simulator), [day]), createCredentials(trial));
  await waitUntil('the first light', () => lamps.every((rid) => isNear(simulator, rid, 20)));

  let [reached, longest, mostRequests] = [0, 0, 0];
  for (const [date, brightness] of dates) {
    const before = simulator.requests.length;
    const start = performance.now();
    setDate(Date.parse(date));
    await waitUntil(
      'the light of that time',
      () => lamps.every((rid) => isNear(simulator, rid, brightness)),
      {
        timeout: 70_000,
      },
    );
    longest = Math.max(longest, performance.now() - start);
    reached += 1;
    // A second look at the time makes no further requests.
    await pause(trial.chooseByMode(300, 5_000));
    for (const rid of lamps) {
      const count = simulator.requests
        .slice(before)
        .filter(({ method, path }) => method === 'PUT' && path.endsWith(rid)).length;
      mostRequests = Math.max(mostRequests, count);
    }
  }
  trial.tally(
    'jumps of the date after which all lamps had the light of the time',
    reached,
    dates.length,
  );
  trial.atMost('the longest took', longest, 65_000, ' ms');
  trial.atMost('most requests for one lamp after a jump', mostRequests, 2);

  const countOverridden = async (): Promise<unknown> => {
    const { payload } = await flow.sendOrThrow('day', { payload: 'get' });
    return getNestedMember(payload, 'overridden');
  };
  const setByHand = async (): Promise<void> => {
    await waitUntil('the lamp that is left alone', async () => {
      // A step of the day that is on its way may undo the change.
      if (!isNear(simulator, handSet, 3)) home.change(handSet, { dimming: { brightness: 3 } });
      return (await countOverridden()) === 1;
    });
  };
  const isStillAlone = async (): Promise<boolean> => {
    await pause(trial.chooseByMode(1_500, 65_000));
    return (await countOverridden()) === 1 && isNear(simulator, handSet, 3);
  };
  await setByHand();
  shiftDate(hour);
  assert.ok(await isStillAlone(), 'taken back after one hour of two');
  shiftDate(hour);
  await waitUntil('its return', async () => (await countOverridden()) === 0, { timeout: 70_000 });
  await setByHand();
  shiftDate(-40 * 365 * 24 * hour);
  assert.ok(await isStillAlone(), 'taken back because the date was set back');
  trial.note('a lamp set by hand was left alone for 2 h by the date');
}

/** In percent; a lamp rounds it, and the light has gone on since. */
const isNear = ({ home }: Simulator, rid: string, brightness: number): boolean =>
  Math.abs((getNumericMember(home.get(rid), 'dimming', 'brightness') ?? NaN) - brightness) < 2;

/** Ends with the date of the machine; in the short form a minute of the nodes takes a second until then. */
function controlTime(trial: Trial): void {
  const { setTimeout: setTimer } = globalThis;
  trial.addCleanup(() => {
    resetDate();
    globalThis.setTimeout = setTimer;
  });
  if (trial.mode === 'long') return;
  globalThis.setTimeout = new Proxy(setTimer, {
    apply(target, self, [callback, delay, ...others]: readonly unknown[]): unknown {
      const isLong = typeof delay === 'number' && delay >= 60_000;
      return Reflect.apply(target, self, [callback, isLong ? delay / 60 : delay, ...others]);
    },
  });
}
