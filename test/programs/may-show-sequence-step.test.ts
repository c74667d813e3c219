import assert from 'node:assert/strict';
import { mayShowSequenceStep } from '../../src/programs/sequence';
import type { Members } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { colorLamp } from '../vocabulary/support/sample-resources';

const red = { color: { xy: { x: 0.69, y: 0.31 } } };
const blue = { color: { xy: { x: 0.15, y: 0.06 } } };
const candle = { effects_v2: { action: { effect: 'candle' } } };

const lampWith = (members: Members): Resource => ({
  ...colorLamp,
  on: { on: true },
  dimming: { brightness: 50 },
  color_temperature: { mirek: null, mirek_valid: false },
  ...members,
});
const running = (effect: string): Members => ({ effects_v2: { status: { effect } } });

const mayShow = (lamp: Resource, members: Members): boolean =>
  mayShowSequenceStep(
    lamp,
    [{ members: { on: { on: true }, dimming: { brightness: 50 }, ...members }, duration: 1_000 }],
    [],
  );

describe('A lamp of a sequence', () => {
  it('may show the colour of a step, and no other', () => {
    assert.equal(mayShow(lampWith(red), red), true);
    assert.equal(mayShow(lampWith(red), blue), false);
    assert.equal(
      mayShow(lampWith(red), { ...blue, effects_v2: { action: { effect: 'no_effect' } } }),
      false,
    );
  });

  it('may show the effect of a step in any colour, and no other effect', () => {
    assert.equal(mayShow(lampWith({ ...red, ...running('candle') }), { ...blue, ...candle }), true);
    assert.equal(mayShow(lampWith({ ...red, ...running('fire') }), { ...red, ...candle }), false);
    assert.equal(mayShow(lampWith(red), { ...red, ...candle }), false);
  });

  it('may show any colour in a step with a gradient or a signal', () => {
    for (const name of ['gradient', 'signaling'])
      assert.equal(mayShow(lampWith(red), { ...blue, [name]: {} }), true);
  });

  it('may show that it was off before, whatever light it would show', () => {
    const off = { on: { on: false } };
    const steps = [{ members: { on: { on: true }, ...red }, duration: 1_000 }];
    const former = lampWith({ ...off, ...red, dimming: { brightness: 90 } });
    assert.equal(mayShowSequenceStep(lampWith({ ...off, ...blue }), steps, [former]), true);
    assert.equal(mayShowSequenceStep(lampWith(off), steps, [lampWith(red)]), false);
    assert.equal(mayShowSequenceStep(lampWith(off), steps, []), false);
    assert.equal(mayShowSequenceStep(lampWith(off), [{ members: red, duration: 1 }], []), true);
    assert.equal(
      mayShowSequenceStep(
        lampWith(off),
        [...steps, { members: off, duration: 1 }],
        [lampWith(red)],
      ),
      true,
    );
  });

  it('shows no step with another brightness', () => {
    assert.equal(mayShow(lampWith({ ...red, dimming: { brightness: 90 } }), red), false);
  });
});
