import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

/** The lamps of the living room, and messages for them. */
const room = 'Living room';
const [floor, sofa] = [createFixtureId('light/living-floor'), createFixtureId('light/sofa-right')];

const brightness = fc.integer({ min: 1, max: 100 });
const messages = fc.array(
  fc.record({
    target: fc.constantFrom(floor, sofa, room),
    payload: fc.oneof(
      fc.boolean(),
      fc.record({ brightness }),
      fc.record({
        play: fc.array(fc.record({ brightness, for: fc.constantFrom('60ms', '120ms') }), {
          minLength: 1,
          maxLength: 3,
        }),
        restore: fc.boolean(),
      }),
      fc.record({ save: fc.constant('here') }),
      fc.record({ restore: fc.constant('here') }),
    ),
    wait: fc.constantFrom(0, 0, 0, 10, 80),
    delayOfReads: fc.constantFrom(0, 0, 40, 150),
    delayOfWrites: fc.constantFrom(0, 0, 30, 120),
  }),
  { minLength: 2, maxLength: 8 },
);

/** What a lamp must show in the end; undefined where the messages do not say it. */
type Wish = { on: boolean; brightness: number | undefined } | undefined;

/** What the messages ask for, one after the other. */
class Wishes {
  readonly shown = new Map<string, Wish>();
  readonly #saved = new Map<string, Wish>();
  /** Lamps on which something runs that does not return them, so that their state at a time is not known. */
  readonly #moving = new Set<string>();

  constructor(readonly lamps: readonly string[]) {
    for (const rid of lamps) this.shown.set(rid, { on: true, brightness: 50 });
  }

  take(target: string, payload: unknown): void {
    for (const rid of target === room ? this.lamps : [target]) this.#takeFor(rid, payload);
  }

  #takeFor(rid: string, payload: unknown): void {
    const before = this.#moving.has(rid) ? undefined : this.shown.get(rid);
    const set = (wish: Wish): void => {
      this.#moving.delete(rid);
      this.shown.set(rid, wish);
    };
    const level = getNestedMember(payload, 'brightness');
    const play = getNestedMember(payload, 'play');
    if (typeof payload === 'boolean')
      set({ on: payload, brightness: payload ? this.shown.get(rid)?.brightness : undefined });
    else if (typeof level === 'number') set({ on: true, brightness: level });
    else if (Array.isArray(play)) {
      const returns = getNestedMember(payload, 'restore') === true;
      const last = Number(getNestedMember(play.at(-1), 'brightness'));
      set(returns ? before : { on: true, brightness: last });
      if (!returns) this.#moving.add(rid);
      else if (before === undefined) this.#moving.add(rid);
    } else if (getNestedMember(payload, 'save') === 'here') this.#saved.set(rid, before);
    else if (this.#saved.has(rid)) set(this.#saved.get(rid));
  }
}

describe('Random messages for lamps and their room, with random delays of every read and write', () => {
  let harness: FlowHarness;
  const lamps = ['living-ceiling', 'living-floor', 'sofa-left', 'sofa-right', 'tv-strip'].map(
    (key) => createFixtureId(`light/${key}`),
  );
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'random', type: 'bridge-light', target: '', wires: [[]] },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      {
        simulator: await startSimulator({ events: { batch: 0 } }),
        // No sequence is refused for its pace.
        bridge: { lampsPerSecond: '1000', groupsPerSecond: '1000' },
      },
    );
    await harness.request('told', { target: room, payload: { save: 'warm up' } });
    await harness.request('told', { target: room, payload: { restore: 'warm up' } });
  });
  after(() => harness.stop());

  let run = 0;
  /** The same message with a name of its own for what it saves or restores. */
  const nameState = (payload: unknown, name: string): unknown => {
    if (getNestedMember(payload, 'save') === 'here') return { save: name };
    return getNestedMember(payload, 'restore') === 'here' ? { restore: name } : payload;
  };
  const countRunning = async (): Promise<number> => {
    const { payload } = await harness.request('status', { payload: 'programs' });
    return Array.isArray(payload) ? payload.length : -1;
  };

  it('end as the last message for each lamp says', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (row) => {
        const { simulator } = harness;
        for (const rid of lamps)
          simulator.home.change(rid, { on: { on: true }, dimming: { brightness: 50 } });
        await harness.request('told', { target: room, payload: { on: true, brightness: 50 } });
        const wishes = new Wishes(lamps);
        run += 1;
        let answers = 0;
        for (const { target, payload, wait, delayOfReads, delayOfWrites } of row) {
          if (delayOfReads > 0)
            simulator.faults.inject({ match: { method: 'GET' }, delay: delayOfReads, times: 1 });
          if (delayOfWrites > 0)
            simulator.faults.inject({ match: { method: 'PUT' }, delay: delayOfWrites, times: 1 });
          wishes.take(target, payload);
          harness.send('random', { target, payload: nameState(payload, `here ${run}`) });
          answers += 1;
          if (wait > 0) await pause(wait);
        }
        for (; answers > 0; answers -= 1) await harness.nextOutcome('random');
        simulator.faults.clear();
        await waitUntil('the end of all programs', async () => (await countRunning()) === 0);
        await harness.request('told', { target: 'Kitchen', payload: true });
        for (const [rid, wish] of wishes.shown) {
          if (wish === undefined) continue;
          const lamp = simulator.home.get(rid);
          const shown = Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness')));
          assert.equal(
            getNestedMember(lamp, 'on', 'on'),
            wish.on,
            `${rid}: ${JSON.stringify(row)}`,
          );
          if (wish.on && wish.brightness !== undefined)
            assert.ok(
              Math.abs(shown - wish.brightness) <= 1,
              `${rid} shows ${shown}, not ${wish.brightness}: ${JSON.stringify(row)}`,
            );
        }
      }),
      { numRuns: 25, seed: 20_261_125, endOnFailure: true },
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
