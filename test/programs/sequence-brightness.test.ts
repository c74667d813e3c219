import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { parseSequence } from '../../src/programs/sequence';
import { colorLamp, expectValue } from '../vocabulary/support/sample-resources';

const context = { at: 'payload', lamp: colorLamp, kind: 'light', seed: 7 } as const;

/** Brightness of each step of a sequence; undefined for a step that sets none. */
function readBrightness(words: Readonly<Record<string, unknown>>): readonly unknown[] {
  const parsed = parseSequence(words, {
    ...context,
    shortestStep: 100,
    transition: undefined,
    brightnessLimits: undefined,
  });
  const { content } = expectValue(parsed);
  assert.ok('steps' in content);
  return content.steps.map(({ members }) => getNestedMember(members, 'dimming', 'brightness'));
}

describe('The brightness beside a sequence', () => {
  it('is that of the brightest step, and the other steps keep their proportion to it', () => {
    assert.deepEqual([...new Set(readBrightness({ play: 'rainbow', brightness: 40 }))], [40]);
    const candle = readBrightness({ play: 'candle', brightness: 100 });
    assert.equal(Math.max(...candle.map(Number)), 100);
    assert.equal(candle[0], 77.78, '42 of 54');
  });

  it('is that of a step without one, and leaves steps as they are that show none', () => {
    const play = [
      { color: 'red', for: 500 },
      { brightness: '50%', for: 500 },
      { brightness: 25, for: 500 },
      { brightness: 0, for: 500 },
      { on: false, for: 500 },
      { for: 500 },
    ];
    const none = undefined;
    assert.deepEqual(readBrightness({ play, brightness: '80%' }), [80, 80, 40, none, none, none]);
  });
});
