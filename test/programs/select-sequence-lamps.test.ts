import assert from 'node:assert/strict';
import { selectSequenceLamps } from '../../src/programs/sequence';
import { colorLamp, id, plug, whiteLamp } from '../vocabulary/support/sample-resources';

describe('The lamps of a group that take part in a sequence', () => {
  const named = { metadata: { archetype: 'plug' } };
  const group = [colorLamp, whiteLamp, plug, { ...whiteLamp, id: id(14), ...named }];
  for (const [what, steps, lamps] of [
    ['dims', [{ members: { on: { on: true }, dimming: {} } }], [colorLamp, whiteLamp]],
    ['switches', [{ members: { on: { on: false } } }], [colorLamp, whiteLamp]],
    ['colours', [{ members: { on: { on: true }, color: {} } }], [colorLamp]],
    [
      'colours and dims',
      [{ members: { color: {} } }, { members: { dimming: {} } }],
      [colorLamp, whiteLamp],
    ],
  ] as const) {
    it(`that ${what} can show it, and are no plugs`, () => {
      const timed = steps.map((step) => ({ ...step, duration: 1_000 }));
      assert.deepEqual(selectSequenceLamps(timed, group), lamps);
    });
  }
});
