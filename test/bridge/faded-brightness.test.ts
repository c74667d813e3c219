import assert from 'node:assert/strict';
import type { PreparedRequest } from '../../src/bridge/request';
import { FadeToOffBrightnessTracker } from '../../src/bridge/faded-brightness';
import { createLamp, makeRid } from './support/fake-bridge';
import { createLampCommand } from './support/queue-harness';
import { BridgeClient } from '../../src/bridge';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { waitUntil } from '../support/wait-until';
import type { ResourceStore } from '../../src/bridge/state';
import { createStore } from './support/stored-resources';

const fadeToOff = { on: { on: false }, dynamics: { duration: 4_000 } };

const on = { on: { on: true } };

describe('What is remembered of lamps that fade to off', () => {
  let store: ResourceStore;
  let tracker: FadeToOffBrightnessTracker;
  beforeEach(() => {
    store = createStore();
    const lamps = [1, 2, 3, 4].map((number) => createLamp(number, 10 * number));
    store.applyCollection(store.beginRead(), 'light', lamps);
    tracker = new FadeToOffBrightnessTracker(store, { maxRememberedWrites: 2 }, () => undefined);
  });

  const prepare = (number: number, body: object): PreparedRequest | undefined =>
    tracker.prepare(createLampCommand(number, body), 1);
  const send = (number: number, body: object): unknown => {
    const prepared = prepare(number, body);
    prepared?.onSuccess();
    return JSON.parse(prepared?.request.body ?? 'null');
  };
  /** The lamp has reached the end of its fade. */
  const finishFade = (number: number): void =>
    void store.applyUpdate({
      id: makeRid(number),
      type: 'light',
      on: { on: false },
      dimming: { brightness: 0.4 },
    });
  /** The brightness that is restated when a lamp is turned on. */
  const getRestated = (number: number): unknown => {
    finishFade(number);
    const prepared = prepare(number, on);
    return prepared?.request.members?.['dimming'];
  };

  it('is the brightness of those that faded last, as many as the limit says', () => {
    for (const number of [1, 2, 3]) send(number, fadeToOff);
    assert.equal(getRestated(1), undefined);
    assert.deepEqual(getRestated(2), { brightness: 20 });
    assert.deepEqual(getRestated(3), { brightness: 30 });
  });

  it('is of one that fades again the newest, so that it is kept longest', () => {
    for (const number of [1, 2]) send(number, fadeToOff);
    store.applyUpdate(createLamp(1, 15));
    for (const number of [1, 3]) send(number, fadeToOff);
    assert.deepEqual(getRestated(1), { brightness: 15 });
    assert.equal(getRestated(2), undefined);
  });

  it('is restated once, and forgotten with the command that turned the lamp on', () => {
    send(1, fadeToOff);
    finishFade(1);
    assert.deepEqual(send(1, on), { ...on, dimming: { brightness: 10 } });
    send(1, { on: { on: false } });
    assert.deepEqual(send(1, on), on);
    assert.equal(tracker.needsState(createLampCommand(1, on)), false);
  });

  it('is nothing of a lamp that is off, or at its lowest already', () => {
    store.applyUpdate(createLamp(1, 50, false));
    store.applyUpdate(createLamp(2, 1));
    for (const number of [1, 2]) send(number, fadeToOff);
    assert.deepEqual([1, 2].map(getRestated), [undefined, undefined]);
  });
});

const lamp = createFixtureId('light/living-floor');

const otherLamps = ['living-ceiling', 'sofa-left'].map((key) => createFixtureId(`light/${key}`));

const room = createFixtureId('grouped_light/living-room');

/** A bridge whose changes come by events, and one that has to be asked. */
const eventModes = ['auto', 'never'] as const;

for (const events of eventModes) {
  describe(`A lamp that faded to off, with events: ${events}`, () => {
    let simulator: Simulator;
    let client: BridgeClient;
    before(async () => {
      simulator = await startSimulator({ speedFactor: 1_000, events: { batch: 0 } });
    });
    after(() => simulator.stop());
    beforeEach(async () => {
      const { host, port, key, fingerprint } = simulator;
      const limits = { lampsPerSecond: 1_000, groupsPerSecond: 1_000 };
      client = new BridgeClient({ host, port, key, trust: { fingerprint }, limits, events });
      for (const rid of [lamp, ...otherLamps]) setLamp(rid, 80);
      await client.stateCache.refresh();
      if (events === 'never') return;
      client.watch({ rtype: 'light' });
      await waitUntil('the event stream', () => client.connectionState.mode === 'stream');
    });
    afterEach(() => client.close());

    const setLamp = (rid: string, brightness: number): void => {
      simulator.home.change(rid, { on: { on: true }, dimming: { brightness } });
    };
    const getBrightness = (rid = lamp): unknown =>
      getNestedMember(simulator.home.get(rid), 'dimming', 'brightness');
    const update = (body: object): Promise<unknown> => client.update('light', lamp, body);
    const fade = async (
      change: () => Promise<unknown> = () => update(fadeToOff),
    ): Promise<void> => {
      await change();
      await waitUntil('the end of the fade', () => getBrightness() === 0.4);
    };

    it('comes back as bright as it was', async () => {
      await fade();
      await update(on);
      assert.equal(getBrightness(), 79.84);
    });

    it('comes back as bright as it was when a colour turns it on, or before the fade has ended', async () => {
      await fade();
      await update({ ...on, color: { xy: { x: 0.4, y: 0.4 } } });
      assert.equal(getBrightness(), 79.84);
      await Promise.all([update(fadeToOff), update(on)]);
      assert.equal(getBrightness(), 79.84);
    });

    it('comes back as bright as these flows have just made it', async () => {
      await update({ dimming: { brightness: 30 } });
      await fade();
      await update(on);
      assert.equal(getBrightness(), 30.04);
    });

    it('comes back as bright as a toggle finds it', async () => {
      const toggle = (body: object): Promise<unknown> =>
        client.modify('light', lamp, (light) =>
          getNestedMember(light, 'on', 'on') === true ? fadeToOff : body,
        );
      await fade(() => toggle(on));
      await toggle(on);
      assert.equal(getBrightness(), 79.84);
    });

    it('comes back as bright as the command says', async () => {
      await fade();
      await update({ ...on, dimming: { brightness: 20 } });
      assert.equal(getBrightness(), 20.16);
      await update({ on: { on: false } });
      await update(on);
      assert.equal(getBrightness(), 20.16);
    });

    it('comes back as bright as somebody else has made it meanwhile', async () => {
      await fade();
      setLamp(lamp, 30);
      simulator.home.change(lamp, { on: { on: false } });
      await waitUntil(
        'news of it',
        () =>
          events === 'never' ||
          getNestedMember(client.stateCache.get(lamp), 'dimming', 'brightness') === 30,
      );
      await update(on);
      assert.equal(getBrightness(), 30);
    });

    it('comes back as bright as it was when its group faded', async () => {
      await fade(() => client.update('grouped_light', room, fadeToOff));
      await update(on);
      assert.equal(getBrightness(), 79.84);
    });

    it('comes back with its group, each lamp as bright as it was', async () => {
      const [left = '', right = ''] = otherLamps;
      setLamp(left, 50);
      setLamp(right, 20);
      await waitUntil(
        'the brightness of the lamps',
        () =>
          events === 'never' ||
          getNestedMember(client.stateCache.get(right), 'dimming', 'brightness') === 20,
      );
      await fade(() => client.update('grouped_light', room, fadeToOff));
      await client.update('grouped_light', room, on);
      const expected = [79.84, 50.2, 20.16];
      await waitUntil('the lamps as they were', () =>
        [lamp, left, right].every((rid, index) => getBrightness(rid) === expected[index]),
      );
    });

    it('comes back with its group as bright as a later command says, while the others are as bright as they were', async () => {
      const [left = '', right = ''] = otherLamps;
      setLamp(left, 50);
      setLamp(right, 20);
      await waitUntil(
        'the brightness of the lamps',
        () =>
          events === 'never' ||
          getNestedMember(client.stateCache.get(right), 'dimming', 'brightness') === 20,
      );
      await fade(() => client.update('grouped_light', room, fadeToOff));
      await Promise.all([
        client.update('grouped_light', room, on),
        update({ dimming: { brightness: 33 } }),
      ]);
      await waitUntil('the other lamps as they were', () =>
        [left, right].every((rid, index) => getBrightness(rid) === [50.2, 20.16][index]),
      );
      await update({ color_temperature: { mirek: 300 } });
      assert.equal(getBrightness(), 32.81);
    });

    it('is asked about once for several lamps that fade at the same time', async () => {
      const before = simulator.requests.length;
      const rids = [lamp, ...otherLamps];
      await Promise.all(rids.map((rid) => client.update('light', rid, fadeToOff)));
      const methods = simulator.requests.slice(before).map(({ method }) => method);
      const reads = events === 'never' ? ['GET'] : [];
      assert.deepEqual(methods, [...reads, 'PUT', 'PUT', 'PUT']);
    });

    it('leaves an off without a transition as it is', async () => {
      await update({ on: { on: false } });
      const before = simulator.requests.length;
      await update(on);
      assert.deepEqual(
        simulator.requests.slice(before).map(({ body }) => body),
        [JSON.stringify(on)],
      );
    });
  });
}
