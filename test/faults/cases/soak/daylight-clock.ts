import assert from 'node:assert/strict';
import { getNestedMember, getNumericMember } from '../../../../src/resources/members';
import { createFixtureId } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { waitUntil } from '../../../support/wait-until';
import type { FaultCase } from '../../fault-case';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
} from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { resetDate, setDate, shiftDate } from '../../support/settable-date';
import { pause } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const daylightClockCases: readonly FaultCase[] = [
  {
    number: 74,
    title: 'The date jumps while lamps follow the day',
    bound:
      'they have the light of the new time within 65 s, by at most two requests each; a lamp set by hand is left alone for as long as said',
    run: daylightJumps,
  },
];

const hour = 3_600_000;
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
