import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { lightWordNames } from '../../../src/vocabulary/light/words/all-words';
import { powerWordNames } from '../../../src/vocabulary/light/words/power';
import { colorLamp } from '../support/sample-resources';

/** A value of each word of a light command, which changes what the lamp of this test shows. */
const examples: Readonly<Record<string, unknown>> = {
  on: true,
  toggle: true,
  turnOn: false,
  brightness: 40,
  turnOff: true,
  dim: 'up',
  kelvin: 3_000,
  mirek: 300,
  color: 'blue',
  hex: '#00ff00',
  rgb: [255, 136, 0],
  hsv: [30, 50, 100],
  hue: 200,
  saturation: 30,
  mix: { color: 'blue', amount: 30 },
  xy: { x: 0.4, y: 0.4 },
  transition: '2s',
  effect: 'candle',
  timedEffect: { effect: 'sunrise', duration: '10min' },
  sunrise: '20min',
  sunset: '20min',
  alert: 'breathe',
  signal: 'on_off',
  identify: true,
  gradient: ['red', 'blue'],
  powerup: 'safety',
  name: 'Lamp of a test',
  archetype: 'pendant_round',
  function: 'decorative',
  plugs: true,
};

type Command = Readonly<Record<string, unknown>>;

/** What a command sends; undefined where it is refused, or has a warning. */
function readSilently(command: Command): unknown {
  const parsed = parseLightCommand(command, colorLamp, 'light');
  return parsed.ok && parsed.value.warnings.length === 0 ? parsed.value.body.members : undefined;
}

/** Words that say on or off, which other words may imply. */
const powerWords: readonly string[] = powerWordNames;

/** True where a word is left out of a command, and nobody is told. */
function isIgnored(word: string, rest: Command): boolean {
  const whole = readSilently({ ...rest, [word]: examples[word] });
  return whole !== undefined && isDeepStrictEqual(whole, readSilently(rest));
}

describe('Every word of a light command', () => {
  it('has an example in this test', () => {
    assert.deepEqual(Object.keys(examples).toSorted(), lightWordNames.toSorted());
  });

  for (const word of lightWordNames.filter((name) => !powerWords.includes(name))) {
    it(`is carried out, refused or warned of beside each other word, and beside off: ${word}`, () => {
      const others = Object.entries(examples).filter(([name]) => name !== word);
      const ignored = [...others, ['on', false] as const]
        .filter(([name]) => name !== word)
        .filter(([name, value]) => isIgnored(word, { [name]: value }))
        .map(([name, value]) => ({ [name]: value }));
      assert.deepEqual(ignored, []);
    });
  }
});
