import assert from 'node:assert/strict';
import { getMemberSchemas, getResourceDefinition } from '../../../src/resources';
import {
  lightProperties,
  lightPropertyNames,
  suggestForAlias,
} from '../../../src/vocabulary/light/light-properties';
import { parseLightCommand } from '../../../src/vocabulary';
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

describe('The words of a light command', () => {
  it('are each written once', () => {
    assert.equal(new Set(lightPropertyNames).size, lightPropertyNames.length);
    assert.ok(lightPropertyNames.length > lightProperties.size);
  });

  it('are themselves no names of other packages, which are only suggested from', () => {
    for (const name of [...lightPropertyNames, ...serviceMembers]) {
      assert.equal(suggestForAlias(name), undefined, name);
    }
  });

  for (const name of otherNames) {
    it(`are suggested for "${name}", as something that a light command takes`, () => {
      const suggestion = suggestForAlias(name);
      const [word = ''] = suggestion?.match(/^\w+/u) ?? [];
      assert.ok([...lightPropertyNames, 'play'].includes(word), `${name}: ${String(suggestion)}`);
      const sentence = expectSentence(parseLightCommand({ [name]: 1 }, undefined, 'light'));
      assert.ok(sentence.endsWith(`Did you mean ${String(suggestion)}?`), sentence);
    });
  }
});
