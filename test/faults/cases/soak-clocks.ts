import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import type { Simulator } from '../../../src/simulator';
import type { FaultCase } from '../fault-case';
import { clockedHome } from '../support/clocked-home';
import { FastClock } from '../support/fast-clock';
import { startSwitchboard } from '../support/switchboard';
import type { Trial } from '../support/trial';
import { pass } from '../support/wait';
import { until } from '../../support/until';

export const clockCases: readonly FaultCase[] = [
  {
    number: 58,
    title: 'A long outage',
    bound: 'at most one warning an hour, and back within 60 s',
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

/** Ms of the fast clock in one of life: fast enough for hours, slow enough for TLS. */
const speed = 200;

async function longOutage(trial: Trial): Promise<void> {
  const hours = trial.choose(0.15, 12);
  const simulator = await trial.simulator({ events: { batch: 0 } });
  const switchboard = await startSwitchboard(simulator.port);
  trial.atEnd(() => switchboard.stop());
  const clock = new FastClock(speed);
  const { link, state } = clockedHome(trial, { ...simulator, port: switchboard.port }, clock);
  for (const rtype of ['light', 'room', 'motion'] as const) state.watch({ rtype, interval: 5_000 });
  await until('the bridge', () => link.connection.state.kind === 'connected');
  switchboard.switchTo(9);
  const lostAt = clock.now();
  await until('the outage', () => link.connection.state.kind === 'away');
  const attempts = switchboard.connections();
  await pass((hours * hour) / speed);
  const lasted = (clock.now() - lostAt) / hour;
  trial.atMost(`warnings in ${lasted.toFixed(1)} h`, trial.warnings.length, Math.ceil(lasted));
  const perHour = (switchboard.connections() - attempts) / lasted;
  trial.atMost('attempts an hour', perHour, (hour / defaultLimits.longestRetry / 0.8) * 2);
  const back: { connections?: number; at?: number } = {};
  link.connection.listen(({ kind }) => {
    if (kind === 'connected') back.connections ??= switchboard.connections();
    if (kind === 'connected') back.at ??= clock.now();
  });
  const before = switchboard.connections();
  switchboard.switchTo(simulator.port);
  const backAt = clock.now();
  await until('the return', () => back.at !== undefined);
  // How long each wait is at most, the tests of an outage prove by a clock that they hold in their hands.
  trial.atMost('attempts until it was back', (back.connections ?? Infinity) - before, 2);
  trial.note(`back after ${Math.round(((back.at ?? Infinity) - backAt) / 1_000)} s`);
}

const requestsSince = ({ requests }: Simulator, before: number): number => requests.length - before;

async function clockJumps(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  const clock = new FastClock(1);
  const limits = { streamProof: 20 };
  const { link, state } = clockedHome(trial, simulator, clock, limits);
  const changes: string[] = [];
  for (const rtype of ['light', 'room', 'motion', 'scene'] as const) {
    state.watch({ rtype, interval: 1_000, onChange: ({ resource }) => changes.push(resource.id) });
  }
  await until('the event stream', () => state.mode === 'stream');
  const [lamp] = simulator.home.byType('light');
  assert.ok(lamp);
  let most = 0;
  for (let jump = 0; jump < trial.choose(4, 40); jump += 1) {
    const before = simulator.requests.length;
    clock.jump(8 * hour);
    const told = changes.length;
    simulator.home.change(lamp.id, { metadata: { name: `Jump ${jump}` } });
    await until('the change', () => changes.length > told);
    await pass(300);
    most = Math.max(most, requestsSince(simulator, before));
  }
  trial.atMost('requests after a sleep of 8 h', most, 12);
  await wallClock(trial, simulator);
  assert.equal(link.connection.state.kind, 'connected');
}

/** Somebody sets the date: ten years on, and back before there were computers. */
async function wallClock(trial: Trial, simulator: Simulator): Promise<void> {
  const client = trial.client(simulator, { limits: { streamProof: 20 } });
  client.watch({ rtype: 'light', interval: 1_000 });
  const { now } = Date;
  trial.atEnd(() => {
    Date.now = now;
  });
  const before = simulator.requests.length;
  const answered: boolean[] = [];
  for (const shift of [10 * 365 * 24 * hour, -60 * 365 * 24 * hour, 0]) {
    Date.now = () => now() + shift;
    const ending = await trial.ask(client.list('light'));
    answered.push('value' in ending);
    await pass(200);
  }
  trial.tally('requests answered although the date jumped', answered.filter(Boolean).length, 3);
  trial.atMost('requests while the date jumped', requestsSince(simulator, before), 20);
}
