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
import { expectSentence } from '../support/sample-resources';

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
