import { brightnessProperty, dimProperty } from './brightness';
import { colorProperty, hexProperty, hsvProperty, rgbProperty, xyProperty } from './color';
import { kelvinProperty, mirekProperty } from './color-temperature';
import { effectProperty, sunriseProperty, sunsetProperty, timedEffectProperty } from './effect';
import { gradientProperty } from './gradient';
import { hueProperty, saturationProperty } from './hue-saturation';
import { archetypeProperty, functionProperty, nameProperty } from './metadata';
import { powerPropertyNames } from './power';
import { powerupProperty } from './powerup';
import { alertProperty, identifyProperty, signalProperty } from './signaling';
import { transitionProperty } from './transition';
import type { LightProperty } from './light-property';

/** Handlers of light properties by name, except those in `powerPropertyNames`. */
export const lightProperties: ReadonlyMap<string, LightProperty> = new Map([
  ['brightness', brightnessProperty],
  ['dim', dimProperty],
  ['kelvin', kelvinProperty],
  ['mirek', mirekProperty],
  ['color', colorProperty],
  ['hex', hexProperty],
  ['rgb', rgbProperty],
  ['hsv', hsvProperty],
  ['hue', hueProperty],
  ['saturation', saturationProperty],
  ['xy', xyProperty],
  ['transition', transitionProperty],
  ['effect', effectProperty],
  ['timedEffect', timedEffectProperty],
  ['sunrise', sunriseProperty],
  ['sunset', sunsetProperty],
  ['alert', alertProperty],
  ['signal', signalProperty],
  ['identify', identifyProperty],
  ['gradient', gradientProperty],
  ['powerup', powerupProperty],
  ['name', nameProperty],
  ['archetype', archetypeProperty],
  ['function', functionProperty],
]);

/** Names of all light properties, in the order of docs/vocabulary.md. */
export const lightPropertyNames: readonly string[] = [
  ...powerPropertyNames,
  ...lightProperties.keys(),
];

/** Suggested properties for names that other packages use. */
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
  ['colorTemp', 'kelvin or mirek'],
  ['color_temp', 'mirek'],
  ['colorTemperature', 'kelvin'],
  ['color_temp_kelvin', 'kelvin'],
  ['temperature', 'kelvin'],
  ['incrementColorTemp', 'mirek: "+20"'],
  ['decrementColorTemp', 'mirek: "-20"'],
  ['sat', 'saturation'],
  ['colour', 'color'],
  ['mixColor', 'color'],
  ['color_name', 'color'],
  ['rgb_color', 'rgb'],
  ['xyColor', 'xy'],
  ['xycolor', 'xy'],
  ['xy_color', 'xy'],
  ['hs_color', 'hsv'],
  ['transitionTime', 'transition (in ms, or text such as "2s")'],
  ['transitiontime', 'transition (in ms, or text such as "2s")'],
  ['duration', 'transition'],
  ['flash', 'alert'],
  ['colorloop', 'effect: "prism"'],
]);

/** Suggested property for a name that other packages use, or undefined. */
export const suggestForAlias = (word: string): string | undefined => suggestionByAlias.get(word);
