import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { ExpectedLamps, room } from './support/expected-lamps';
import type { RandomCommand, RandomPayload } from './support/expected-lamps';

const [floor, sofa] = [createFixtureId('light/living-floor'), createFixtureId('light/sofa-right')];

/** A message for a node. */
type Sent = readonly [node: string, message: FlowMessage];

describe('A message comes after an earlier one that still waits, also where the earlier one', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  before(async () => {
    attic = await startSimulator({ events: { batch: 0 } });
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'told attic', type: 'bridge-light', target: '', bridge: 'bridge Attic' },
        { id: 'first', type: 'bridge-light', target: '' },
        { id: 'then', type: 'bridge-light', target: '' },
        { id: 'attic', type: 'bridge-light', target: '', bridge: 'bridge Attic' },
        { id: 'slow', type: 'bridge-light', target: '', transition: '3h' },
        { id: 'scene', type: 'bridge-scene', operation: '' },
        { id: 'status', type: 'bridge-status', emit: 'request' },
        {
          id: 'worked out',
          type: 'bridge-light',
          target: '$sum([1]) = 1 ? target : ""',
          targetType: 'jsonata',
        },
      ],
      {
        simulator: await startSimulator({ events: { batch: 0 } }),
        bridge: { name: 'House', events: 'never' },
        furtherBridges: { Attic: attic },
      },
    );
  });
  after(async () => {
    await harness.stop();
    await attic.stop();
  });
  beforeEach(async () => {
    for (const { home, faults } of [harness.simulator, attic]) {
      faults.clear();
      for (const rid of [floor, sofa])
        home.change(rid, { on: { on: true }, dimming: { brightness: 50 } });
    }
    await harness.request('told', { target: room, payload: { brightness: 50 } });
    await harness.request('told attic', { target: room, payload: { brightness: 50 } });
  });

  /** Sends messages in one turn, while each read and the first write take long, and waits for their answers. */
  const send = async (messages: readonly Sent[]): Promise<void> => {
    for (const { faults } of [harness.simulator, attic]) {
      faults.inject({ match: { method: 'GET' }, delay: 150, times: 3 });
      faults.inject({ match: { method: 'PUT' }, delay: 250, times: 1 });
    }
    for (const [node, message] of messages) harness.send(node, message);
    const nodes = messages.map(([node]) => node);
    await Promise.all(nodes.map((node) => harness.nextOutcome(node)));
  };
  const look = ({ home }: Simulator, rid: string): unknown => {
    const lamp = home.get(rid);
    const isOn = getNestedMember(lamp, 'on', 'on') === true;
    return isOn && Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness')));
  };
  const noProgramRuns = (): Promise<void> =>
    waitUntil('the end of all programs', async () => {
      const { payload } = await harness.request('status', { payload: 'programs' });
      return Array.isArray(payload) && payload.length === 0;
    });

  it('toggles a list of lamps', async () => {
    await harness.request('told', { target: room, payload: false });
    await send([
      ['first', { target: [floor, sofa], payload: 'toggle' }],
      ['then', { target: sofa, payload: false }],
    ]);
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [50, false],
    );
  });

  it('toggles a list of lamps, of which one was just turned on', async () => {
    await harness.request('told', { target: room, payload: false });
    await send([
      ['then', { target: sofa, payload: true }],
      ['first', { target: [floor, sofa], payload: 'toggle' }],
    ]);
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [false, false],
    );
  });

  it('toggles a list of lamps, and a program comes afterwards', async () => {
    await send([
      ['first', { target: [floor, sofa], payload: 'toggle' }],
      ['then', { target: sofa, payload: { play: [{ brightness: 20, for: '60ms' }] } }],
    ]);
    await noProgramRuns();
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [false, 20],
    );
  });

  it('starts programs on a list of lamps', async () => {
    await send([
      ['first', { target: [floor, sofa], payload: { play: [{ brightness: 20, for: '60ms' }] } }],
      ['then', { target: sofa, payload: { brightness: 90 } }],
    ]);
    await noProgramRuns();
    assert.deepEqual(
      [floor, sofa].map((rid) => look(harness.simulator, rid)),
      [20, 90],
    );
  });

  it('recalls the next scene', async () => {
    await send([
      ['scene', { target: room, payload: 'next' }],
      ['then', { target: sofa, payload: { brightness: 7 } }],
    ]);
    assert.equal(look(harness.simulator, sofa), 7);
  });

  it('recalls a scene, and a program comes afterwards', async () => {
    await send([
      ['scene', { target: room, payload: 'next' }],
      ['then', { target: sofa, payload: { play: [{ brightness: 20, for: '60ms' }] } }],
    ]);
    await noProgramRuns();
    assert.equal(look(harness.simulator, sofa), 20);
  });

  it('sets the lamps of a room one by one', async () => {
    await send([
      ['first', { target: room, payload: { effect: 'candle' } }],
      ['then', { target: sofa, payload: false }],
    ]);
    assert.equal(look(harness.simulator, sofa), false);
  });

  it('has a transition of the dialog that is longer than a bridge takes, and cannot fade', async () => {
    await send([
      ['slow', { target: sofa, payload: { effect: 'candle' } }],
      ['then', { target: sofa, payload: false }],
    ]);
    assert.equal(look(harness.simulator, sofa), false);
  });

  it('has a target that is worked out', async () => {
    await send([
      ['worked out', { target: sofa, payload: { brightness: 30 } }],
      ['then', { target: sofa, payload: { brightness: 60 } }],
    ]);
    assert.equal(look(harness.simulator, sofa), 60);
  });

  it('names another bridge', async () => {
    await send([
      ['first', { target: 'Attic:Sofa right', payload: { brightness: 30 } }],
      ['attic', { target: sofa, payload: { brightness: 60 } }],
    ]);
    assert.equal(look(attic, sofa), 60);
  });

  it('saves lamps of several bridges', async () => {
    const target = ['Attic:Sofa right', floor];
    await send([
      ['first', { target, payload: { save: 'both' } }],
      ['attic', { target: sofa, payload: { brightness: 10 } }],
    ]);
    assert.equal(look(attic, sofa), 10);
    await send([
      ['first', { target, payload: { restore: 'both', transition: 0 } }],
      ['then', { target: floor, payload: { brightness: 15 } }],
    ]);
    assert.deepEqual([look(attic, sofa), look(harness.simulator, floor)], [50, 15]);
  });

  it('restores lamps of another bridge', async () => {
    const target = ['Attic:Sofa right', floor];
    await harness.request('told', { target, payload: { save: 'these' } });
    await send([
      ['first', { target, payload: { restore: 'these', transition: 0 } }],
      ['attic', { target: sofa, payload: { brightness: 10 } }],
    ]);
    assert.equal(look(attic, sofa), 10);
  });

  it('restores lamps, and a program comes afterwards', async () => {
    await harness.request('told', { target: sofa, payload: { save: 'sofa' } });
    await send([
      ['first', { target: sofa, payload: { restore: 'sofa', transition: 0 } }],
      ['then', { target: sofa, payload: { play: [{ brightness: 20, for: '60ms' }] } }],
    ]);
    await noProgramRuns();
    assert.equal(look(harness.simulator, sofa), 20);
  });

  it('edits scenes, but does not wait for the edit itself', async () => {
    const { faults } = harness.simulator;
    for (const [payload, method] of [
      [{ store: 'Reading' }, 'POST'],
      [{ scene: 'Reading', rename: 'Night' }, 'PUT'],
      [{ delete: 'Night' }, 'DELETE'],
    ] as const) {
      faults.inject({ match: { method, path: /\/resource\/scene/ }, delay: 500, times: 1 });
      const answers: string[] = [];
      harness.send('scene', { target: room, payload });
      harness.send('then', { target: sofa, payload: { brightness: 30 } });
      await Promise.all(
        ['scene', 'then'].map(async (node) => {
          await harness.nextOutcome(node);
          answers.push(node);
        }),
      );
      assert.deepEqual(answers, ['then', 'scene'], method);
    }
  });
});

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
    const messages: fc.Arbitrary<RandomMessage[]> = fc.array(
      fc.record({
        command: commands,
        wait: fc.constantFrom(0, 0, 0, 10, 80),
        delayOfReads: delay,
        delayOfWrites: delay,
      }),
      { minLength: 2, maxLength: 8 },
    );

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
