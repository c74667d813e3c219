import assert from 'node:assert/strict';
import { namedSequences } from '../../src/programs/named-sequences';
import type { NamedSequence } from '../../src/programs/named-sequences';
import { parseSequence } from '../../src/programs/sequence';
import type { Members } from '../../src/resources/members';
import { expectValue } from '../vocabulary/support/sample-resources';
import { context } from './support/parse-words';

/** How a step looks: its time in ms, how fast the lamp takes it, brightness in percent, and colour or kelvin. */
function describeStep({ for: time, ...words }: NamedSequence['steps'][number]): string {
  const { transition, brightness, color, kelvin } = words;
  if (transition === undefined) return `${time} as before`;
  assert.ok(transition === time || transition === 0);
  return `${time} ${transition === time ? 'slowly' : 'at once'} ${String(brightness)} ${String(color ?? kelvin)}`;
}

const looks: Readonly<Record<string, readonly string[]>> = {
  candle: [
    '700 slowly 42 #ff8a1f',
    '400 slowly 50 #ff8a1f',
    '900 slowly 46 #ff8a1f',
    '300 slowly 30 #ff8a1f',
    '600 slowly 54 #ff8a1f',
    '500 slowly 38 #ff8a1f',
    '800 slowly 48 #ff8a1f',
    '250 slowly 22 #ff8a1f',
    '650 slowly 44 #ff8a1f',
  ],
  fire: [
    '350 slowly 75 #ff3d00',
    '250 slowly 100 #ff6a00',
    '500 slowly 50 #ff2200',
    '300 slowly 90 #ff8c1a',
    '400 slowly 65 #ff5200',
    '250 slowly 40 #e63000',
  ],
  sea: [
    '7000 slowly 60 #0077be',
    '9000 slowly 80 #00a3a3',
    '6000 slowly 45 #1ca9c9',
    '10000 slowly 35 #004f98',
  ],
  aurora: [
    '6000 slowly 40 #00ff88',
    '7500 slowly 50 #00d4aa',
    '9000 slowly 60 #3355ff',
    '10500 slowly 70 #8a2be2',
    '12000 slowly 80 #22ff66',
  ],
  'sunset glow': [
    '20000 slowly 70 #ff9a3c',
    '20000 slowly 55 #ff6b3d',
    '20000 slowly 40 #d9487d',
    '20000 slowly 50 #ff7f50',
  ],
  forest: [
    '8000 slowly 35 #3cb043',
    '8000 slowly 45 #2e8b57',
    '8000 slowly 55 #7ba05b',
    '8000 slowly 65 #9acd32',
  ],
  rainbow: ['red', 'orange', 'yellow', 'lime', 'cyan', 'blue', 'magenta'].map(
    (color) => `3000 slowly 100 ${color}`,
  ),
  party: ['red', 'yellow', 'lime', 'cyan', 'blue', 'magenta'].map(
    (color) => `1000 at once 100 ${color}`,
  ),
  police: [
    '500 at once 100 blue',
    '300 at once 1 blue',
    '500 at once 100 red',
    '300 at once 1 red',
  ],
  'traffic light': [
    '8000 at once 100 red',
    '1500 at once 100 orange',
    '8000 at once 100 lime',
    '2500 at once 100 gold',
  ],
  alarm: ['600 at once 100 red', '600 at once 5 red'],
  heartbeat: [
    '200 slowly 90 #c00000',
    '250 slowly 25 #c00000',
    '200 slowly 75 #c00000',
    '900 slowly 10 #c00000',
  ],
  lighthouse: ['600 slowly 100 5000', '600 slowly 3 5000', '4000 as before'],
  storm: [
    '200 at once 100 6500',
    '3000 slowly 10 #33415c',
    '4000 slowly 6 #22304a',
    '250 at once 70 6500',
    '5000 slowly 12 #33415c',
  ],
  doorbell: ['500 at once 100 4000', '500 at once 10 4000'],
};

describe('The named sequences', () => {
  for (const [name, steps] of Object.entries(looks)) {
    it(`show, step by step: ${name}`, () => {
      assert.deepEqual(namedSequences[name]?.steps.map(describeStep), steps);
    });
  }

  it('are these, go on until they are stopped but for the doorbell, and some come in any order', () => {
    const list = Object.entries(namedSequences);
    assert.deepEqual(
      list.map(([name]) => name),
      Object.keys(looks),
    );
    const ending = list.filter(([, { rounds }]) => rounds !== undefined);
    assert.deepEqual(
      ending.map(([name, { rounds }]) => [name, rounds]),
      [['doorbell', 3]],
    );
    const random = list.filter(([, { isRandom }]) => isRandom === true);
    assert.deepEqual(
      random.map(([name]) => name),
      ['candle', 'fire', 'aurora', 'forest', 'party', 'storm'],
    );
  });

  it('has a random order where its name or the message says so, and the message counts', () => {
    const isRandom = (words: Members): boolean => {
      const { content } = expectValue(parseSequence(words, context));
      return content.kind === 'sequence' && content.seed !== null;
    };
    assert.deepEqual(
      [undefined, true, false].map((random) => isRandom({ play: 'candle', random })),
      [true, true, false],
    );
    assert.deepEqual(
      [undefined, true, false].map((random) => isRandom({ play: 'sea', random })),
      [false, true, false],
    );
    assert.deepEqual(
      [undefined, true, false].map((random) =>
        isRandom({
          play: [
            { color: 'red', for: '1s' },
            { color: 'blue', for: '1s' },
          ],
          random,
        }),
      ),
      [false, true, false],
    );
  });
});
