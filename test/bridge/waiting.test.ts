import assert from 'node:assert/strict';
import { createQueueEntry, WaitingRequests, CoalescedWrite } from '../../src/bridge/waiting';
import type { QueuedCommand, QueueEntry } from '../../src/bridge/waiting';
import { nextWriteOrder } from '../../src/bridge/turn';
import { defaultLimits } from '../../src/bridge/limits';
import { buildSingleResourceRequest } from '../../src/bridge/request';
import type { StateDependentBody, BridgeRequest } from '../../src/bridge/request';
import {
  createGroupCommand,
  createLampCommand,
  createUpdate,
  makeRid,
  serializeRequestBody,
  collectOutcomes,
  createAutoReplyHarness,
} from './support/queue-harness';
import * as fc from 'fast-check';
import { validateWriteBody } from '../../src/resources/check-body';
import { getNestedMember, isObject } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { changesLightState, lightWriteHandler } from '../../src/simulator/handlers/light';
import { createFixtureHome } from '../../src/simulator/fixtures/home';
import { SimulatedHome } from '../../src/simulator/simulated-home';
import { LampAppearanceTracker } from '../../src/simulator/lamp-appearance';
import { TimerGroup } from '../../src/simulator/timers';

const createCommand = (request: BridgeRequest, queuedAt = 0): QueuedCommand => ({
  request,
  queuedAt,
  order: nextWriteOrder(),
  signal: undefined,
  attempts: 0,
  sent: 'no',
  refusal: undefined,
  resolve: () => undefined,
  reject: () => undefined,
});

describe('What is queued', () => {
  const body: StateDependentBody = { fromFreshState: () => Promise.reject(new Error('not read')) };

  let queue: WaitingRequests;
  beforeEach(() => (queue = new WaitingRequests(defaultLimits)));

  const add = (request: BridgeRequest, state?: StateDependentBody): QueueEntry => {
    const entry = createQueueEntry(createCommand(request), false, state);
    queue.add(entry);
    return entry;
  };
  const addUnresolved = (number: number): QueueEntry =>
    add(buildSingleResourceRequest('update', 'light', makeRid(number)), body);
  const assertSizes = (
    requests: number,
    resolvedRequests: number,
    commands: number,
    bodyLength = 0,
  ): void =>
    assert.deepEqual(
      {
        requests: queue.requests,
        resolvedRequests: queue.resolvedRequests,
        commands: queue.commands,
        bodyLength: queue.bodyLength,
      },
      { requests, resolvedRequests, commands, bodyLength },
    );

  it('is no longer for the background once a command for the same lamp waits behind it', () => {
    const [first, other] = [1, 2].map((number) => {
      const request = createLampCommand(number);
      const entry = createQueueEntry(createCommand(request), true);
      queue.add(entry);
      return entry;
    });
    addUnresolved(1);
    assert.equal(first?.isBackground, false);
    assert.equal(other?.isBackground, true);
  });

  it('takes nothing up once it was sent or given up, in whatever way', () => {
    const [sent, removed, expired, all] = [1, 2, 3, 4].map((number) =>
      add(createLampCommand(number)),
    );
    const [command] = removed?.commands ?? [];
    assert.ok(sent && removed && expired && all && command);
    assert.equal(queue.bodyLength, 4 * (createLampCommand(1).body?.length ?? 0));
    queue.dequeue(sent);
    assert.equal(queue.removeCommand(command), removed);
    assert.equal(queue.removeOlderThan(0)?.entry, expired);
    assert.equal(queue.removeAll().length, 1);
    assertSizes(0, 0, 0);
    assert.equal(queue.oldest, Infinity);
    assert.ok([sent, removed, expired, all].every((entry) => !queue.has(entry)));
  });

  it('takes nothing up when its body was never known', () => {
    const [removed, all] = [1, 2].map(addUnresolved);
    assert.ok(removed && all);
    assertSizes(2, 0, 2);
    queue.remove(removed);
    assertSizes(1, 0, 1);
    queue.removeAll();
    assertSizes(0, 0, 0);
  });

  it('waits for no state once its bodies are known, whatever else waits for the resource', () => {
    const entry = addUnresolved(1);
    const plain = add(createLampCommand(1));
    assert.deepEqual([...queue.entriesToResolve(entry)], [entry, plain]);
    queue.resolve(entry, serializeRequestBody({ on: { on: true } }));
    assert.equal([...queue.entriesToResolve(entry)].length, 0, 'entries that wait for a state');
    assert.equal(queue.resolvedRequests, 2);
    const again = addUnresolved(1);
    assert.deepEqual([...queue.entriesToResolve(again)], [entry, plain, again]);
    queue.remove(again);
    assert.equal([...queue.entriesToResolve(again)].length, 0, 'entries that wait for a state');
  });

  it('is as long again when it is put back, with what it was merged with', () => {
    const first = add(createLampCommand(1));
    queue.dequeue(first);
    add(createLampCommand(1, { on: { on: false } }));
    const later = createLampCommand(1, { on: { on: false } });
    assert.equal(queue.bodyLength, later.body?.length);
    queue.requeue(first, true);
    const length = (createLampCommand(1).body?.length ?? 0) + (later.body?.length ?? 0);
    assertSizes(1, 1, 2, length);
    assert.deepEqual(queue.getMembers(first), { on: { on: false } });
    queue.dequeue(first);
    assertSizes(0, 0, 0);
  });

  it('stays as it was when it is put back, where another write may lie between or must not be repeated', () => {
    const lamp = createLampCommand(1);
    const off = createLampCommand(1, { on: { on: false } });
    const room = { ...createGroupCommand(9), lampPaths: new Set([lamp.path]) };
    const step = createUpdate('light', 1, { on: { on: false } }, true);
    const countAfterReturn = (
      first: BridgeRequest,
      ...others: readonly BridgeRequest[]
    ): number => {
      queue = new WaitingRequests(defaultLimits);
      const entry = add(first);
      queue.dequeue(entry);
      for (const other of others) add(other);
      queue.requeue(entry, true);
      return entry.commands.size;
    };
    assert.equal(countAfterReturn(lamp, off), 2);
    assert.equal(countAfterReturn(lamp, room, off), 1);
    assert.equal(countAfterReturn(room, room), 1);
    assert.equal(countAfterReturn(room, createGroupCommand(9)), 1);
    assert.equal(countAfterReturn(lamp, step), 1);
    assert.equal(countAfterReturn(step, off), 1);
    assert.equal(countAfterReturn(lamp, createLampCommand(2)), 1);
  });

  it('is sent once, also where only a part of a later request can be merged with an earlier one', () => {
    const [first, off, effect] = [
      { dimming: { brightness: 1 } },
      { on: { on: false } },
      { effects: { effect: 'candle' } },
    ].map((members) => createLampCommand(1, members));
    assert.ok(first && off && effect);
    const earlier = add(first);
    const later = createQueueEntry(createCommand(off));
    later.commands.add(createCommand(effect));
    queue.add(later);
    assert.equal(queue.tryMergeEntries(earlier, later), false);
    assert.deepEqual(
      [earlier, later].map((entry) => queue.getMembers(entry)),
      [{ ...first.members, ...off.members }, effect.members],
    );
    assertSizes(2, 2, 3, queue.bodyLength);
  });

  it('is given up oldest first, also what was put back', () => {
    const requests = [1, 2, 3].map((number) => createLampCommand(number));
    const [first, second, third] = requests.map((request, index) =>
      createQueueEntry(createCommand(request, 10 * index)),
    );
    assert.ok(first && second && third);
    for (const entry of [first, second]) {
      queue.add(entry);
      queue.dequeue(entry);
    }
    queue.add(third);
    for (const entry of [second, first]) queue.requeue(entry, true);
    assert.equal(queue.oldest, 0);
    const removed = [20, 20, 19, 20].map((time) => queue.removeOlderThan(time)?.entry);
    assert.deepEqual(removed, [first, second, undefined, third]);
  });
});

const canCoalesce = (...bodies: Members[]): boolean =>
  new CoalescedWrite(bodies.slice(0, -1)).tryAdd(bodies.at(-1) ?? {});

const on = (value: boolean): Members => ({ on: { on: value } });

const color = { color: { xy: { x: 0.5, y: 0.4 } } };

const temperature = { color_temperature: { mirek: 300 } };

const gradient = { gradient: { points: [color, color] } };

const candle = { effects: { effect: 'candle' } };

const sunrise = { timed_effects: { effect: 'sunrise', duration: 60_000 } };

const withDuration = (duration: number): Members => ({ dynamics: { duration } });

describe('Commands for one resource', () => {
  const dimming = { dimming: { brightness: 50 } };

  it('go together when they are for different properties, or for the same one', () => {
    assert.ok(canCoalesce(on(true), dimming));
    assert.ok(canCoalesce(on(true), on(false)));
    assert.ok(canCoalesce(dimming, color, dimming));
    assert.ok(canCoalesce({ metadata: { name: 'A' } }, { metadata: { archetype: 'plug' } }));
  });

  it('with effects go together only with what replaces everything', () => {
    assert.equal(canCoalesce(candle, { timed_effects: { effect: 'no_effect' } }), false);
    assert.equal(canCoalesce(sunrise, { effects: { effect: 'no_effect' } }), false);
    assert.equal(canCoalesce(candle, { effects_v2: { action: { effect: 'no_effect' } } }), false);
    assert.equal(canCoalesce(sunrise, on(false)), false);
    assert.equal(canCoalesce(on(true), sunrise), false);
    assert.equal(canCoalesce(color, candle), false);
    assert.ok(canCoalesce(candle, { effects: { effect: 'fire' } }));
    assert.ok(canCoalesce({ ...on(true), ...candle }, { ...on(false), ...candle }));
  });

  it('for a colour are replaced only by a command of the same kind', () => {
    assert.equal(canCoalesce(color, temperature), false);
    assert.equal(canCoalesce(temperature, color), false);
    assert.equal(canCoalesce(gradient, color), false);
    assert.equal(canCoalesce(color, { ...color, ...temperature }), false);
    assert.equal(canCoalesce({ ...color, ...temperature }, temperature), false);
    assert.ok(canCoalesce({ ...color, ...temperature }, dimming));
    assert.ok(canCoalesce(gradient, gradient));
  });

  it('with different transitions go together only where nothing is left to fade', () => {
    assert.equal(canCoalesce({ ...dimming, ...withDuration(60_000) }, color), false);
    assert.equal(canCoalesce(on(true), { ...dimming, ...withDuration(5_000) }), false);
    assert.ok(
      canCoalesce({ ...dimming, ...withDuration(400) }, { ...color, ...withDuration(400) }),
    );
    assert.ok(canCoalesce({ ...dimming, ...withDuration(60_000) }, dimming));
    assert.ok(
      canCoalesce({ ...dimming, ...withDuration(60_000) }, on(false)),
      'an off ends the fade',
    );
    assert.ok(
      canCoalesce(
        { ...dimming, ...withDuration(60_000) },
        { metadata: { name: 'A' }, ...withDuration(60_000) },
      ),
    );
    assert.equal(
      canCoalesce(
        { ...dimming, ...withDuration(100) },
        { ...dimming, ...withDuration(200) },
        color,
      ),
      false,
    );
  });

  it('that leave a part of an earlier one out do not replace it', () => {
    const custom = { powerup: { preset: 'custom', on: { mode: 'toggle' } } };
    assert.equal(canCoalesce(custom, { powerup: { preset: 'safety' } }), false);
    assert.equal(
      canCoalesce({ configuration: { a: 1, b: 2 } }, { configuration: { a: 3 } }),
      false,
    );
    assert.ok(canCoalesce({ configuration: { a: 1, b: 2 } }, { configuration: { b: 3, a: 4 } }));
  });

  it('still go together when one between them is given up', () => {
    const faded = { ...dimming, ...withDuration(60_000) };
    assert.equal(
      canCoalesce(faded, dimming, color),
      false,
      'without the second, the fade would be lost',
    );
  });
});

describe('A lamp whose commands are merged', () => {
  it('shows what it would show had each gone alone', async () => {
    let mergedRuns = 0;
    await fc.assert(
      fc.asyncProperty(anyWrites, async (writes) => {
        const separate = new SimulatedLamp();
        for (const body of writes) separate.applyUpdate(body);
        const merged = new SimulatedLamp();
        const harness = createAutoReplyHarness();
        harness.onSent = (sent) => {
          merged.applyUpdate(JSON.parse(sent.request.body ?? '{}'));
          harness.reply(sent);
        };
        const outcomes = collectOutcomes(
          writes.map((body) => harness.queue.submit(createLampCommand(1, body))),
        );
        await harness.clock.advance(3_000);
        assert.equal(outcomes.merged.length, writes.length);
        if (harness.sent.length < writes.length) mergedRuns += 1;
        assert.deepEqual(merged.getState(), separate.getState());
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
    assert.ok(mergedRuns > 50, `only ${mergedRuns} times was anything merged`);
  });
});

const anyColor = fc.constantFrom(0.3, 0.35, 0.4).map((x) => ({ xy: { x, y: 0.35 } }));

const anyEffect = fc.constantFrom('no_effect', 'candle', 'fire');

const anyMember = fc.oneof(
  fc.record({ on: fc.record({ on: fc.boolean() }) }),
  fc.record({ dimming: fc.record({ brightness: fc.integer({ min: 1, max: 100 }) }) }),
  fc.record({ color: anyColor }),
  fc.record({ color_temperature: fc.record({ mirek: fc.integer({ min: 200, max: 400 }) }) }),
  fc.record({
    gradient: anyColor.map((point) => ({ points: [{ color: point }, { color: point }] })),
  }),
  fc.record({ effects: fc.record({ effect: anyEffect }) }),
  fc.record({ effects_v2: anyEffect.map((name) => ({ action: { effect: name } })) }),
  fc.constantFrom(sunrise, { timed_effects: { effect: 'no_effect' } }),
  fc.constantFrom(withDuration(0), withDuration(400)),
  fc.record({ metadata: fc.constantFrom({ name: 'A' }, { name: 'B' }, { archetype: 'plug' }) }),
  fc.record({ powerup: fc.constantFrom({ preset: 'safety' }, { preset: 'powerfail' }) }),
);

const anyWrite = fc
  .array(anyMember, { minLength: 1, maxLength: 3 })
  .map((members): Record<string, unknown> =>
    Object.fromEntries(members.flatMap((one) => Object.entries(one))),
  );

/** Writes as the nodes send them: a value turns on a lamp that is off, since the lamp would drop the value. */
const anyWrites = fc.array(anyWrite, { minLength: 2, maxLength: 6 }).map((writes) => {
  let isOn = true;
  return writes.map((write) => {
    if (getNestedMember(write, 'on', 'on') === false) {
      isOn = false;
      return { on: { on: false } };
    }
    if (!isOn && changesLightState(write)) {
      isOn = true;
      return { ...write, on: { on: true } };
    }
    return write;
  });
});

const fixtures = createFixtureHome('001788FFFE000000');

/** It has every capability. */
const gradientLamp = fixtures.find(
  ({ type, gradient: gradientMembers }) => type === 'light' && gradientMembers,
);

const lampAndDevices = fixtures.filter((one) => one === gradientLamp || one.type === 'device');

/** That lamp in a simulated home of its own. */
class SimulatedLamp {
  readonly #timers = new TimerGroup();
  readonly #home = new SimulatedHome(lampAndDevices);
  readonly #appearances = new LampAppearanceTracker({
    home: this.#home,
    timers: this.#timers,
    speedFactor: 1,
  });

  applyUpdate(update: unknown): void {
    const check = validateWriteBody('light', 'update', update);
    assert.ok(check.ok, JSON.stringify(check));
    const context = {
      home: this.#home,
      timers: this.#timers,
      appearances: this.#appearances,
      speedFactor: 1,
    };
    lightWriteHandler.update?.(context, this.#resource(), check.body.members);
    this.#timers.stopAll();
  }

  getState(): Resource {
    return this.#resource();
  }

  #resource(): Resource {
    const resource = this.#home.get(gradientLamp?.id ?? '');
    assert.ok(resource);
    return resource;
  }
}

const parseMergedBody = (...bodies: Members[]): Members => new CoalescedWrite(bodies).members;

describe('Merged commands', () => {
  it('keep the last command per property', () => {
    assert.deepEqual(
      parseMergedBody(
        { on: { on: true }, dimming: { brightness: 10 } },
        { dimming: { brightness: 90 } },
        { on: { on: false } },
      ),
      { on: { on: false }, dimming: { brightness: 90 } },
    );
  });

  it('keep a colour and a colour temperature that one body holds, as if it were alone', () => {
    const colorAndTemperature = {
      color: { xy: { x: 0.3, y: 0.3 } },
      color_temperature: { mirek: 300 },
    };
    const dimming = { dimming: { brightness: 5 } };
    assert.deepEqual(parseMergedBody(colorAndTemperature, dimming), {
      ...colorAndTemperature,
      ...dimming,
    });
    assert.deepEqual(parseMergedBody(dimming, colorAndTemperature), {
      ...colorAndTemperature,
      ...dimming,
    });
  });

  it('take the transition of the last command, none included', () => {
    assert.deepEqual(
      parseMergedBody(
        { dimming: { brightness: 1 }, dynamics: { duration: 60_000 } },
        { on: { on: false } },
      ),
      { dimming: { brightness: 1 }, on: { on: false } },
    );
    assert.deepEqual(
      parseMergedBody(
        { dynamics: { duration: 60_000, speed: 0.5 } },
        { dynamics: { duration: 100 } },
      ),
      { dynamics: { speed: 0.5, duration: 100 } },
    );
  });

  it('replace a member as a whole, so that no part of an old command mixes with a new one', () => {
    assert.deepEqual(
      parseMergedBody(
        { powerup: { preset: 'custom', on: { mode: 'toggle' } } },
        { powerup: { preset: 'safety' } },
      ),
      { powerup: { preset: 'safety' } },
    );
  });

  it('keep a new name beside a new archetype', () => {
    assert.deepEqual(
      parseMergedBody({ metadata: { name: 'A' } }, { metadata: { archetype: 'office' } }),
      {
        metadata: { name: 'A', archetype: 'office' },
      },
    );
  });

  it('leave prototypes alone', () => {
    const text = '{"configuration":1,"__proto__":{"polluted":true}}';
    const body: unknown = JSON.parse(text);
    assert.ok(isObject(body));
    assert.equal(JSON.stringify(parseMergedBody(body, {})), text);
    assert.equal('polluted' in {}, false);
  });
});
