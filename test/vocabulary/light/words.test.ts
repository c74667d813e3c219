import assert from 'node:assert/strict';
import { getMemberSchemas } from '../../../src/resources/describe-schema';
import { getResourceDefinition } from '../../../src/resources/table';
import {
  lightWords,
  lightWordNames,
  suggestWordForAlias,
} from '../../../src/vocabulary/light/words/all-words';
import { lightWordGroups } from '../../../src/vocabulary/light/words/word';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { expectSentence, colorLamp } from '../support/sample-resources';
import { isDeepStrictEqual } from 'node:util';
import { powerWordNames } from '../../../src/vocabulary/light/words/power';

const serviceMembers = [
  ...getMemberSchemas(getResourceDefinition('light').update ?? assert.fail()).keys(),
];

/** Names that other packages use for what a light command takes. */
const otherNames = [
  'state power bri level brightnessLevel brightness_pct incrementBrightness decrementBrightness',
  'incrementBrightnessLevel decrementBrightnessLevel brightnessDelta ct colorTemp color_temp',
  'colorTemperature color_temp_kelvin temperature incrementColorTemp decrementColorTemp sat',
  'colour mixColor color_name rgb_color xyColor xycolor xy_color hs_color',
  'transitionTime transitiontime duration flash colorloop effectSpeed powerUp',
].flatMap((names) => names.split(' '));

/** Words that set neither power nor brightness nor colour. */
const wordsWithoutGroup =
  'turnOff transition alert signal identify powerup plugs name archetype function'.split(' ');

describe('The words of a light command', () => {
  it('are each written once', () => {
    assert.equal(new Set(lightWordNames).size, lightWordNames.length);
    assert.ok(lightWordNames.length > lightWords.size);
  });

  it('are in the group of what they set, which another word of the group replaces', () => {
    const grouped: readonly string[] = Object.values(lightWordGroups).flat();
    assert.deepEqual(new Set([...grouped, ...wordsWithoutGroup]), new Set(lightWordNames));
  });

  it('are themselves no names of other packages, which are only suggested from', () => {
    for (const name of [...lightWordNames, ...serviceMembers]) {
      assert.equal(suggestWordForAlias(name), undefined, name);
    }
  });

  for (const name of otherNames) {
    it(`are suggested for "${name}", as something that a light command takes`, () => {
      const suggestion = suggestWordForAlias(name);
      const [word = ''] = suggestion?.match(/^\w+/u) ?? [];
      assert.ok([...lightWordNames, 'play'].includes(word), `${name}: ${String(suggestion)}`);
      const sentence = expectSentence(parseLightCommand({ [name]: 1 }, undefined, 'light'));
      assert.ok(sentence.endsWith(`Did you mean ${String(suggestion)}?`), sentence);
    });
  }
});

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
