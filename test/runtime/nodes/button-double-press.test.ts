import assert from 'node:assert/strict';
import { DoublePressDetector } from '../../../src/runtime/nodes/button';
import { FakeClock } from '../../bridge/support/fake-clock';

describe('Two short presses of a button', () => {
  let clock: FakeClock;
  let emitted: string[];
  let detector: DoublePressDetector<{ rid: string; event: string }>;
  beforeEach(() => {
    clock = new FakeClock();
    emitted = [];
    detector = new DoublePressDetector(400, {
      clock,
      isShort: ({ event }) => event === 'short_release',
      toDouble: (press) => ({ ...press, event: 'double' }),
      emit: ({ rid, event }) => emitted.push(`${rid} ${event}`),
    });
  });
  const press = (event = 'short_release', rid = 'one'): void => detector.take({ rid, event });

  it('are one double press, also with the beginning of the second between them', async () => {
    press('initial_press');
    press();
    await clock.advance(399);
    press('initial_press');
    press();
    await clock.advance(1_000);
    assert.deepEqual(emitted, ['one initial_press', 'one initial_press', 'one double']);
  });

  it('are two single presses after the time, each told when its time is over', async () => {
    press();
    await clock.advance(399);
    assert.deepEqual(emitted, []);
    await clock.advance(1);
    assert.deepEqual(emitted, ['one short_release']);
    press();
    await clock.advance(400);
    assert.deepEqual(emitted, ['one short_release', 'one short_release']);
  });

  it('are of one button: two buttons do not make a double press', async () => {
    press();
    press('short_release', 'two');
    await clock.advance(400);
    assert.deepEqual(emitted, ['one short_release', 'two short_release']);
  });

  it('are a double press and a single one where a third follows', async () => {
    press();
    press();
    press();
    await clock.advance(400);
    assert.deepEqual(emitted, ['one double', 'one short_release']);
  });

  it('are told once where the bridge reports the double press itself', async () => {
    press();
    press('double_short_release');
    await clock.advance(1_000);
    assert.deepEqual(emitted, ['one double_short_release']);
  });

  it('end the wait where the button is held next, or the node stops: nothing is lost', async () => {
    press();
    press('long_press');
    assert.deepEqual(emitted, ['one short_release', 'one long_press']);
    press();
    detector.stop();
    assert.deepEqual(emitted.slice(2), ['one short_release']);
    await clock.advance(1_000);
    assert.equal(emitted.length, 3);
  });
});
