import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';
import { ExpectedLamps, room } from './support/expected-lamps';
import type { RandomCommand, RandomPayload } from './support/expected-lamps';

const [floor, sofa] = [createFixtureId('light/living-floor'), createFixtureId('light/sofa-right')];

const brightness = fc.integer({ min: 1, max: 100 });
const delay = fc.constantFrom(0, 0, 40, 150);
const steps = fc.array(fc.record({ brightness, for: fc.constantFrom('60ms', '120ms') }), {
  minLength: 1,
  maxLength: 3,
});

/** What a light node is asked for; a name of a saved state belongs to one run. */
const lightPayloads: fc.Arbitrary<RandomPayload> = fc.oneof(
  fc.boolean(),
  fc.constantFrom('toggle', 'stop'),
  fc.record({ brightness }),
  fc.record({ brightness, transition: fc.constantFrom('200ms', '2h') }),
  fc.record({ turnOn: fc.constant('later'), brightness }),
  fc.record({ play: steps, restore: fc.boolean() }),
  fc.record({ save: fc.constant('here') }),
  fc.record({ restore: fc.constant('here') }),
);

const commands = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      node: fc.constant('random'),
      target: fc.constantFrom<string | readonly string[]>(floor, sofa, room, [floor, sofa]),
      payload: lightPayloads,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      node: fc.constant('scene'),
      target: fc.constant(room),
      payload: fc.constantFrom<RandomPayload>('Relax', 'Bright', 'next'),
    }),
  },
);

/** A message, what it waits for before the next one is sent, and how long the bridge takes for a read and a write, in ms. */
interface RandomMessage {
  readonly command: RandomCommand;
  readonly wait: number;
  readonly delayOfReads: number;
  readonly delayOfWrites: number;
}

const messages: fc.Arbitrary<RandomMessage[]> = fc.array(
  fc.record({
    command: commands,
    wait: fc.constantFrom(0, 0, 0, 10, 80),
    delayOfReads: delay,
    delayOfWrites: delay,
  }),
  { minLength: 2, maxLength: 8 },
);

/** The same payload with the name that the saved state has in one run. */
function nameSavedState(payload: unknown, name: string): unknown {
  if (getNestedMember(payload, 'save') === 'here') return { save: name };
  return getNestedMember(payload, 'restore') === 'here' ? { restore: name } : payload;
}

for (const [delayOfEvents, runs] of [
  [0, 15],
  [300, 10],
] as const)
  describe(`Random messages for lamps, their room and its scenes, with random delays of every read and write, and events after ${delayOfEvents} ms`, () => {
    let harness: FlowHarness;
    before(async () => {
      harness = await startFlowHarness(
        [
          { id: 'told', type: 'bridge-light', target: '' },
          { id: 'random', type: 'bridge-light', target: '', wires: [[]] },
          { id: 'scene', type: 'bridge-scene', operation: '', wires: [[]] },
          { id: 'status', type: 'bridge-status', emit: 'request' },
        ],
        {
          simulator: await startSimulator({ events: { batch: delayOfEvents } }),
          // No sequence is refused for its rate.
          bridge: { lampsPerSecond: '1000', groupsPerSecond: '1000' },
        },
      );
      await harness.request('told', { target: room, payload: { save: 'warm up' } });
      await harness.request('told', { target: room, payload: { restore: 'warm up' } });
    });
    after(() => harness.stop());

    /** Waits until nothing is sent any more: what goes on is a fade, or waits for a lamp that is off. */
    const waitForEnd = (): Promise<void> =>
      waitUntil('the end of all programs', async () => {
        const { payload } = await harness.request('status', { payload: 'programs' });
        assert.ok(Array.isArray(payload));
        return payload.every((program) => {
          const kind: unknown = getNestedMember(program, 'kind');
          const lamp = harness.simulator.home.get(String(getNestedMember(program, 'rid')));
          const isOff = getNestedMember(lamp, 'on', 'on') === false;
          return kind === 'fade' || (kind === 'later' && isOff);
        });
      });

    /** Sends the messages of a run, and waits for their answers. @returns the errors, by the position of the message */
    const sendAll = async (
      row: readonly RandomMessage[],
      run: number,
    ): Promise<ReadonlyMap<unknown, string>> => {
      const { faults } = harness.simulator;
      const seen = harness.observations.length;
      for (const [position, { command, wait, delayOfReads, delayOfWrites }] of row.entries()) {
        const { node, target, payload } = command;
        for (const [method, time] of [
          ['GET', delayOfReads],
          ['PUT', delayOfWrites],
        ] as const)
          if (time > 0) faults.inject({ match: { method }, delay: time, times: 1 });
        harness.send(node, { target, payload: nameSavedState(payload, `here ${run}`), position });
        if (wait > 0) await pause(wait);
      }
      for (const { command } of row) await harness.nextOutcome(command.node);
      faults.clear();
      return new Map(
        harness.observations
          .slice(seen)
          .flatMap((one): (readonly [unknown, string])[] =>
            one.kind === 'completion' && one.error !== undefined
              ? [[one.message['position'], one.error.message]]
              : [],
          ),
      );
    };

    let run = 0;
    it('end as the last message for each lamp says, and none fails but what restores a state that nothing has saved', async () => {
      await fc.assert(
        fc.asyncProperty(messages, async (row) => {
          run += 1;
          await harness.request('told', { target: room, payload: 'stop' });
          await harness.request('told', { target: room, payload: { on: true, brightness: 50 } });
          await waitForEnd();
          const expected = new ExpectedLamps();
          const mayFail = row.map(({ command }) => expected.take(command));
          const errors = await sendAll(row, run);
          await waitForEnd();
          await harness.request('told', { target: 'Kitchen', payload: true });
          const what = JSON.stringify(row);
          for (const [position, fails] of mayFail.entries())
            assert.equal(
              errors.get(position) !== undefined,
              fails,
              `${errors.get(position)}: ${what}`,
            );
          for (const [rid, { on, brightness: level }] of expected.lamps) {
            const lamp = harness.simulator.home.get(rid);
            const isOn = getNestedMember(lamp, 'on', 'on');
            if (on !== undefined) assert.equal(isOn, on, `${rid} is on: ${String(isOn)}: ${what}`);
            const shown = Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness')));
            if (on === true && level !== undefined)
              assert.ok(
                Math.abs(shown - level) <= 1,
                `${rid} shows ${shown}, not ${level}: ${what}`,
              );
          }
        }),
        { numRuns: runs, seed: 20_261_125, endOnFailure: true },
      );
    });
  });

describe('A message that names a room, and one for a lamp of it that was picked', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        {
          id: 'rename',
          type: 'bridge-resource',
          rtype: 'light',
          operation: 'update',
          target: sofa,
        },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
  });
  after(() => harness.stop());

  /** Has the names of the bridge read again for the next message that says one, which takes a while. */
  const forgetNames = async (): Promise<void> => {
    await harness.request('told', { target: floor, payload: { on: true, brightness: 50 } });
    await harness.request('rename', { payload: { metadata: { name: 'Sofa right' } } });
    harness.simulator.faults.inject({ match: { method: 'GET' }, delay: 200, times: 1 });
  };
  const isLampOn = (): unknown => getNestedMember(harness.simulator.home.get(floor), 'on', 'on');

  it('take effect in their order while the names of the bridge are read', async () => {
    await forgetNames();
    const outcomes = [
      harness.request('told', { target: room, payload: true }),
      harness.request('told', { target: floor, payload: false }),
    ];
    await Promise.all(outcomes);
    assert.equal(isLampOn(), false);
  });

  it('take effect in their order also where the room gets a sequence', async () => {
    await forgetNames();
    const play = [
      { on: true, brightness: 80, for: '100ms' },
      { on: true, brightness: 20, for: '100ms' },
    ];
    const outcomes = [
      harness.request('told', { target: room, payload: { play, repeat: 2 } }),
      harness.request('told', { target: floor, payload: false }),
    ];
    await Promise.all(outcomes);
    await waitUntil('the end of the sequence', async () => {
      const { payload } = await harness.request('status', { payload: 'programs' });
      return Array.isArray(payload) && payload.length === 0;
    });
    assert.equal(isLampOn(), false);
  });

  it('sets the lamp also where the names cannot be read', async () => {
    await forgetNames();
    harness.simulator.faults.clear();
    harness.simulator.faults.inject({
      match: { method: 'GET' },
      status: 404,
      delay: 100,
      times: 1,
    });
    harness.send('told', { target: room, payload: true });
    await harness.request('told', { target: floor, payload: false });
    assert.equal(isLampOn(), false);
  });
});
