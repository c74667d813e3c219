import { brightnessWords } from './brightness';
import { colorWords, gradient, hueAndSaturationWords, mix } from './color';
import { whiteWords } from './white';
import { effectWords } from './effect';
import { metadataWords, powerup } from './setting';
import { powerWordNames } from './power';
import { signalingWords } from './signal';
import { plugs, transition } from './transition';
import type { LightWord } from './word';

/** Without `powerWordNames`. */
export const lightWords: ReadonlyMap<string, LightWord> = new Map(
  Object.entries({
    ...brightnessWords,
    ...whiteWords,
    ...colorWords,
    ...hueAndSaturationWords,
    mix,
    transition,
    ...effectWords,
    ...signalingWords,
    gradient,
    powerup,
    ...metadataWords,
    plugs,
  }),
);

/** In the order of docs/light-words.md. */
export const lightWordNames: readonly string[] = [...powerWordNames, ...lightWords.keys()];

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['state', 'on'],
  ['power', 'on'],
  ['bri', 'brightness'],
  ['level', 'brightness'],
  ['brightnessLevel', 'brightness'],
  ['brightness_pct', 'brightness'],
  ['incrementBrightness', 'brightness: "+10"'],
  ['decrementBrightness', 'brightness: "-10"'],
  ['incrementBrightnessLevel', 'brightness: "+10"'],
  ['decrementBrightnessLevel', 'brightness: "-10"'],
  ['brightnessDelta', 'brightness: "+10"'],
  ['ct', 'mirek'],
  ['colorTemp', 'mirek, or kelvin'],
  ['color_temp', 'mirek'],
  ['colorTemperature', 'kelvin'],
  ['color_temp_kelvin', 'kelvin'],
  ['temperature', 'kelvin'],
  ['incrementColorTemp', 'mirek: "+20"'],
  ['decrementColorTemp', 'mirek: "-20"'],
  ['sat', 'saturation'],
  ['colour', 'color'],
  ['mixColor', 'mix'],
  ['color_name', 'color'],
  ['rgb_color', 'rgb'],
  ['xyColor', 'xy'],
  ['xycolor', 'xy'],
  ['xy_color', 'xy'],
  ['hs_color', 'hsv'],
  ['transitionTime', 'transition (in milliseconds, or text such as "2s")'],
  ['transitiontime', 'transition (in milliseconds, or text such as "2s")'],
  ['duration', 'transition, or a duration inside timedEffect, alert or signal'],
  ['flash', 'alert'],
  ['colorloop', 'play: "rainbow" with for: "10s"'],
  ['effectSpeed', 'effect: {name, speed}'],
  ['powerUp', 'powerup'],
  ['status', '"get" as the whole payload'],
  ['animation', 'play, or save and restore'],
  ['animate', 'play, or "stop" as the whole payload'],
  ['steps', 'play'],
  ['image', 'hex, with the colour of the picture'],
  ['scene', 'the scene node'],
  ['switchMode', 'the resource node with the type switch_input_configuration'],
]);

export const suggestWordForAlias = (word: string): string | undefined =>
  suggestionByAlias.get(word);
