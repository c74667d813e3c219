import type { Members } from '../../resources';
import { mirekToKelvin } from '../../units/light-color';
import { accept, mapResult, refuse } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { parseBoundedNumber } from '../parsing/parse-scalars';
import { createPercentConverter } from './member-parser';
import type { ExternalFormatMemberParser } from './member-parser';

const largestBrightness = 254;

const powerOnModes: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ['off', false],
  ['on', true],
  ['toggle', 'toggle'],
  ['previous', 'previous'],
]);

const mirekByName: ReadonlyMap<unknown, number> = new Map([
  ['coolest', 153],
  ['cool', 250],
  ['neutral', 370],
  ['warm', 454],
  ['warmest', 500],
]);

/** On the wire, 65535 is the white before. */
const previousWhite = 65_535;

const parseWhite = (value: unknown, at: string): ParseResult<Members> =>
  value === 'previous' || value === previousWhite
    ? accept({ color: 'previous' })
    : mapResult(parseBoundedNumber(mirekByName.get(value) ?? value, at, [50, 1_000]), (mirek) => ({
        kelvin: mirekToKelvin(mirek),
      }));

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Both members of one message are one setting of the bridge. */
const parsePowerOn: ExternalFormatMemberParser = (_value, at, { payload }) => {
  const { power_on_behavior: behavior, color_temp_startup: startup } = payload;
  const mode = typeof behavior === 'string' ? behavior.toLowerCase() : behavior;
  if (!isMissing(mode) && !powerOnModes.has(mode))
    return refuse(at, [...powerOnModes.keys()].join(', '), behavior);
  const on = isMissing(mode) ? {} : { on: powerOnModes.get(mode) };
  if (isMissing(startup)) return accept({ powerup: on });
  return mapResult(parseWhite(startup, at), (white) => ({ powerup: { ...on, ...white } }));
};

const parseHuePowerOn: ExternalFormatMemberParser = (value, at, { payload }) => {
  if (value === 'off') return accept({ powerup: { on: false } });
  if (value === 'recover') return accept({ powerup: 'powerfail' });
  if (value !== 'on' && value !== 'default') return refuse(at, 'default, on, off, recover', value);
  const {
    hue_power_on_brightness: brightness,
    hue_power_on_color_temperature: white,
    hue_power_on_color: color,
  } = payload;
  if ([brightness, white, color].every(isMissing)) return accept({ powerup: 'safety' });
  if (!isMissing(white) && !isMissing(color))
    return refuse(at, 'a white or a colour, not both', payload);
  const level = parseBoundedNumber(brightness ?? largestBrightness, at, [1, 255]);
  if (!level.ok) return level;
  const percent = createPercentConverter(largestBrightness);
  const powerup = { on: true, brightness: percent(Math.min(largestBrightness, level.value)) };
  return isMissing(color)
    ? mapResult(parseWhite(white ?? usualMirek, at), (parsed) => ({
        powerup: { ...powerup, ...parsed },
      }))
    : accept({ powerup: { ...powerup, color } });
};

/** The white of a lamp that got power, unless somebody set another one. */
const usualMirek = 366;

const parseDetail: ExternalFormatMemberParser = (value, at, { payload }) =>
  isMissing(payload['hue_power_on_behavior'])
    ? refuse(at, 'hue_power_on_behavior beside it', value)
    : accept({});

/** What a lamp does when it gets power. */
export const powerOnParsers: Readonly<Record<string, ExternalFormatMemberParser>> = {
  power_on_behavior: parsePowerOn,
  color_temp_startup: parsePowerOn,
  hue_power_on_behavior: parseHuePowerOn,
  hue_power_on_brightness: parseDetail,
  hue_power_on_color_temperature: parseDetail,
  hue_power_on_color: parseDetail,
};
