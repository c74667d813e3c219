import assert from 'node:assert/strict';
import type { PreparedRequest } from '../../../src/bridge/request';
import { FadeToOffBrightnessTracker } from '../../../src/bridge/faded-brightness';
import { ResourceStore } from '../../../src/bridge/state';
import { createLamp, makeRid } from '../support/fake-bridge';
import { createLampCommand } from '../queue/queue-harness';

const fadeToOff = { on: { on: false }, dynamics: { duration: 4_000 } };
const on = { on: { on: true } };

describe('What is remembered of lamps that fade to off', () => {
  let store: ResourceStore;
  let tracker: FadeToOffBrightnessTracker;
  beforeEach(() => {
    store = new ResourceStore();
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
