import assert from 'node:assert/strict';
import { describeProblem } from '../../../src/resources/describe-problem';
import { parseBareNumbers } from '../../../src/vocabulary/light/bare-value';
import type { NumberReading } from '../../../src/vocabulary/light/bare-value';

const at = 'payload';

/** What each choice makes of a command. */
const readings: readonly (readonly [
  command: unknown,
  meanings: Readonly<Record<NumberReading, unknown>>,
])[] = [
  [1, { percent: 1, onOff: true, level: '0.39%' }],
  ['1', { percent: '1', onOff: true, level: '0.39%' }],
  [0, { percent: 0, onOff: 0, level: '0%' }],
  [50, { percent: 50, onOff: 50, level: '19.61%' }],
  ['255', { percent: '255', onOff: '255', level: '100%' }],
];

/** What no choice changes. */
const unchanged: readonly unknown[] = [
  true,
  '1%',
  '+10',
  '2700K',
  '336699',
  'red',
  null,
  { brightness: 1 },
  [255, 136, 0],
  [{ target: 'Hall', brightness: 1 }],
];

describe('A number alone', () => {
  for (const reading of ['percent', 'onOff', 'level'] as const) {
    it(`means what the light node is set to: ${reading}`, () => {
      for (const [command, meanings] of readings) {
        assert.deepEqual(parseBareNumbers(command, reading, at), {
          ok: true,
          value: meanings[reading],
        });
        const list = [
          { target: 'Hall', command },
          { target: 'Attic', command: 'red' },
        ];
        assert.deepEqual(parseBareNumbers(list, reading, at), {
          ok: true,
          value: [{ target: 'Hall', command: meanings[reading] }, list[1]],
        });
      }
      for (const command of unchanged)
        assert.deepEqual(parseBareNumbers(command, reading, at), { ok: true, value: command });
    });
  }

  it('is refused above 255 as a level, and below 0', () => {
    for (const level of [256, -1, '300']) {
      const parsed = parseBareNumbers([{ target: 'Hall', command: level }], 'level', at);
      assert.ok(!parsed.ok);
      assert.match(
        describeProblem(parsed.problem),
        /^payload\[0\]\.command: expected a number from 0 to 255, got/,
      );
    }
  });
});
