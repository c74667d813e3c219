import { brightness, dim } from './brightness';
import { color, hex, hsv, rgb, xy } from './color';
import { kelvin, mirek } from './color-temperature';
import { effect, sunrise, sunset, timedEffect } from './effect';
import { gradient } from './gradient';
import { archetype, lampFunction, name } from './metadata';
import { powerWords } from './power';
import { powerup } from './powerup';
import { alert, identify, signal } from './signaling';
import { transition } from './transition';
import type { LightWord } from './word';

/** The plain vocabulary of lamps beside the words about on and off. */
export const lightWords: ReadonlyMap<string, LightWord> = new Map([
  ['brightness', brightness],
  ['dim', dim],
  ['kelvin', kelvin],
  ['mirek', mirek],
  ['color', color],
  ['hex', hex],
  ['rgb', rgb],
  ['hsv', hsv],
  ['xy', xy],
  ['transition', transition],
  ['effect', effect],
  ['timedEffect', timedEffect],
  ['sunrise', sunrise],
  ['sunset', sunset],
  ['alert', alert],
  ['signal', signal],
  ['identify', identify],
  ['gradient', gradient],
  ['powerup', powerup],
  ['name', name],
  ['archetype', archetype],
  ['function', lampFunction],
]);

/** Every word, in the order of the manual. */
export const lightWordNames: readonly string[] = [...powerWords, ...lightWords.keys()];

/** What people who come from other packages write, and what they mean by it. */
const elsewhere: ReadonlyMap<string, string> = new Map([
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
  ['hue', 'color: {hue, saturation}'],
  ['sat', 'color: {hue, saturation}'],
  ['saturation', 'color: {hue, saturation}'],
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

/** What a word of another package is called here. */
export const wordElsewhere = (word: string): string | undefined => elsewhere.get(word);
