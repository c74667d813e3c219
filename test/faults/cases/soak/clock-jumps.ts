import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/bridge/clock';
import { defaultLimits } from '../../../../src/bridge';
import type { Simulator } from '../../../../src/simulator';
import type { FaultCase } from '../../fault-case';
import { openConnectionWithClock } from '../../support/connection-with-clock';
import { FastClock } from '../../support/fast-clock';
import { startSwitchableProxy } from '../../../support/network/switchable-proxy';
import type { Trial } from '../../support/trial';
import { pause } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

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
