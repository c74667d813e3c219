import assert from 'node:assert/strict';
import { parsePress } from '../../../src/vocabulary/light/request';

describe('The press of a button, sent to a light node', () => {
  const press = { event: 'short_release', button: 1 };
  const turn = { event: 'clock_wise', button: 'dial', steps: 30 };
  for (const [payload, command] of [
    [press, 'toggle'],
    [{ ...press, button: null }, 'toggle'],
    [{ ...press, event: 'long_press' }, { dim: 'turn' }],
    [{ ...press, event: 'long_release' }, 'stop'],
    [{ ...press, event: 'initial_press', events: ['initial_press'] }, 'toggle'],
    [turn, { brightness: '+3' }],
    [{ ...turn, steps: -30 }, { brightness: '-3' }],
    [{ ...turn, steps: 1 }, { brightness: '+1' }],
    [{ ...turn, steps: 14 }, { brightness: '+1' }],
    [{ ...turn, steps: 15 }, { brightness: '+2' }],
    [{ ...turn, steps: 5_000 }, { brightness: '+100' }],
  ] as const) {
    it(`is ${JSON.stringify(command)}: ${JSON.stringify(payload)}`, () =>
      assert.deepEqual(parsePress(payload), { kind: 'set', command, target: undefined }));
  }

  for (const event of ['initial_press', 'repeat', 'double_short_release']) {
    it(`sets nothing: ${event}`, () =>
      assert.deepEqual(parsePress({ ...press, event }), { kind: 'unusedPress' }));
  }

  it('sets nothing at its beginning where the button also reports its end', () => {
    const events = ['initial_press', 'short_release'];
    assert.deepEqual(parsePress({ ...press, event: 'initial_press', events }), {
      kind: 'unusedPress',
    });
  });

  for (const payload of [
    'short_release',
    null,
    { button: 1 },
    { ...press, event: 7 },
    { ...press, event: 'ring' },
    { ...press, button: 'bell' },
    { event: 'short_release' },
    { ...turn, steps: 0 },
    { ...turn, steps: '30' },
    { ...turn, button: 'wheel' },
  ]) {
    it(`is none: ${JSON.stringify(payload)}`, () => assert.equal(parsePress(payload), undefined));
  }
});
