import type { PlainLight } from '../../resources/types/light';
import { roundTo } from '../../units/arithmetic';
import { xyToRgb, mirekToXy, kelvinToMirek } from '../../units/color';
import { acceptedKelvinRange } from '../light/words/white';
import { acceptedMirekRange } from '../../resources/light-schemas';
import { isObject } from '../../resources/members';
import { accept, mapResult, refuse } from '../parse-result';
import type { ParseResult } from '../parse-result';
import { parseBoundedNumber, parseOnOff } from '../values';
import type { LightFormatCodec, PlainLightCommand, ShownColor } from './light-format';
import { askAsWhole, getShownHueSaturation, toHueSaturation } from './members';
import type { HueSaturation } from './members';

const expected =
  '"hue,saturation,brightness", ON, OFF, INCREASE, DECREASE, a percentage, kelvin or mired';

/** Percent points of INCREASE and DECREASE: openHAB lets the binding choose. */
const step = 10;

/** Of an HSBType: degrees, percent, percent. */
const bounds = [
  [0, 360],
  [0, 100],
  [0, 100],
] as const;

/** Such as `"120,100,50"`. Brightness 0 turns the lamp off. */
function parseHsb(text: string, at: string): ParseResult<PlainLightCommand> {
  const parts = text.split(',');
  if (parts.length !== bounds.length) return refuse(at, expected, text);
  const numbers: number[] = [];
  for (const [index, range] of bounds.entries()) {
    const number = parseBoundedNumber(parts[index], at, range);
    if (!number.ok)
      return refuse(at, 'a hue from 0 to 360, a saturation and a brightness from 0 to 100', text);
    numbers.push(number.value);
  }
  const [hue = 0, saturation = 0, brightness = 0] = numbers;
  return accept(brightness === 0 ? { on: false } : { hue, saturation, brightness });
}

/** A quantity such as `"2700 K"` or `"370 mired"`, of which openHAB also writes decimals. */
function parseWhite(text: string, at: string): ParseResult<PlainLightCommand> | undefined {
  if (/^\d+(?:\.\d+)?\s?K$/.test(text))
    return mapResult(parseBoundedNumber(text, at, acceptedKelvinRange, 'k'), (kelvin) => ({
      kelvin,
    }));
  if (!/^\d+(?:\.\d+)?\s?mired$/.test(text)) return undefined;
  return mapResult(parseBoundedNumber(text, at, acceptedMirekRange, 'mired'), (mirek) => ({
    mirek: Math.round(mirek),
  }));
}

function parseText(text: string, at: string): ParseResult<PlainLightCommand> {
  const on = parseOnOff(text);
  if (on !== undefined) return accept({ on });
  if (text === 'INCREASE') return accept({ brightness: `+${step}` });
  if (text === 'DECREASE') return accept({ brightness: `-${step}` });
  if (text === 'REFRESH') return accept({ get: true });
  if (text === 'NULL' || text === 'UNDEF')
    return refuse(at, 'a state, which openHAB has not for this item now', text);
  if (text.includes(',')) return parseHsb(text, at);
  const white = parseWhite(text, at);
  if (white !== undefined) return white;
  const percent = parseBoundedNumber(text, at, [0, 100], '%');
  if (percent.ok) return accept({ brightness: percent.value });
  return /^\d/.test(text) ? percent : refuse(at, expected, text);
}

function parseState(given: unknown, at: string): ParseResult<PlainLightCommand> {
  const state = isObject(given) && 'item' in given ? given['state'] : given;
  if (typeof state === 'boolean') return accept({ on: state });
  if (typeof state === 'number') return parseText(String(state), at);
  return typeof state === 'string' ? parseText(state.trim(), at) : refuse(at, expected, state);
}

/** For a white, returns the colour that looks the same. */
function getDisplayedHue(
  light: PlainLight,
  space: ShownColor['colorSpace'],
): HueSaturation | undefined {
  const shown = getShownHueSaturation(light);
  if (shown !== undefined || light.kelvin === undefined) return shown;
  return toHueSaturation(xyToRgb(mirekToXy(kelvinToMirek(light.kelvin)), { space }));
}

/**
 * Items Color, Dimmer and Switch (HSBType, PercentType, OnOffType, IncreaseDecreaseType):
 * https://www.openhab.org/docs/concepts/items.html. The nodes of node-red-contrib-openhab3 1.4.9 send the text itself,
 * those of node-red-contrib-openhab-v2 2.0.3 an object with `item` and `state`.
 */
export const openhabLightFormat: LightFormatCodec = {
  parse: (payload, at) => mapResult(parseState(payload, at), (command) => askAsWhole(command, at)),
  format(light, { colorSpace }) {
    if (light.on !== true) return 'OFF';
    if (light.brightness === undefined) return 'ON';
    const brightness = roundTo(light.brightness, 2);
    const shown = getDisplayedHue(light, colorSpace);
    return shown === undefined
      ? String(brightness)
      : `${shown.hue},${shown.saturation},${brightness}`;
  },
};
