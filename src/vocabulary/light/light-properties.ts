import { brightnessProperty, dimProperty, turnOffProperty } from './properties/brightness';
import {
  colorProperty,
  hexProperty,
  hsvProperty,
  rgbProperty,
  xyProperty,
} from './properties/color';
import { kelvinProperty, mirekProperty } from './properties/color-temperature';
import {
  effectProperty,
  sunriseProperty,
  sunsetProperty,
  timedEffectProperty,
} from './properties/effect';
import { gradientProperty } from './properties/gradient';
import { hueProperty, saturationProperty } from './properties/relative-color/hue-saturation';
import { archetypeProperty, functionProperty, nameProperty } from './properties/metadata';
import { mixProperty } from './properties/relative-color/mix';
import { powerPropertyNames } from './properties/power';
import { powerupProperty } from './properties/powerup';
import { alertProperty, identifyProperty, signalProperty } from './properties/signaling';
import { transitionProperty } from './properties/transition';
import type { LightCommandProperty } from './light-property';

/** Handlers of light properties by name, except those in `powerPropertyNames`. */
export const lightProperties: ReadonlyMap<string, LightCommandProperty> = new Map([
  ['brightness', brightnessProperty],
  ['turnOff', turnOffProperty],
  ['dim', dimProperty],
  ['kelvin', kelvinProperty],
  ['mirek', mirekProperty],
  ['color', colorProperty],
  ['hex', hexProperty],
  ['rgb', rgbProperty],
  ['hsv', hsvProperty],
  ['hue', hueProperty],
  ['saturation', saturationProperty],
  ['mix', mixProperty],
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
  ['transitionTime', 'transition (in ms, or text such as "2s")'],
  ['transitiontime', 'transition (in ms, or text such as "2s")'],
  ['duration', 'transition, or a duration inside timedEffect, alert or signal'],
  ['flash', 'alert'],
  ['colorloop', 'play: "rainbow" with for: "10s"'],
  ['effectSpeed', 'effect: {name, speed}'],
  ['powerUp', 'powerup'],
  ['status', '"get" as the whole payload'],
  ['animation', 'play, or save and restore'],
]);

/** Suggested property for a name that other packages use, or undefined. */
export const suggestForAlias = (word: string): string | undefined => suggestionByAlias.get(word);
