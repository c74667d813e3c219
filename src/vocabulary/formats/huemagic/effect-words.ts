import {
  appendMemberToPath,
  getNestedMember,
  isObject,
  maxSignalDuration,
  maxTimedEffectDuration,
} from '../../../resources';
import type { Xy } from '../../../units/light-color';
import { refuse, accept } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import type { PlainLightCommand } from '../light-format-codec';
import { parseHex, parseColorName, parseRgb, toXy } from './color-words';
import { mayHaveAnyOf, mayShowColors, toNumber } from './command-parts';
import type { MemberContext, MemberParser } from './command-parts';

/** Seconds; in the colour of `rgb`, `hex` or `color` beside it if the lamp shows colours. */
export function parseAlert(value: unknown, context: MemberContext): ParseResult<PlainLightCommand> {
  const { lamp } = context;
  if (lamp !== undefined && lamp['signaling'] === undefined)
    return accept({ alert: { action: 'breathe' } });
  const duration = Math.min(maxSignalDuration, Math.round(Number(value)) * 1_000);
  const color = mayShowColors(context) ? parseAlertColor(context) : undefined;
  if (color?.ok === false) return color;
  return accept({
    signaling:
      color === undefined
        ? { signal: 'on_off', duration }
        : { signal: 'on_off_color', duration, colors: [{ xy: color.value }] },
  });
}

function parseAlertColor(context: MemberContext): ParseResult<Xy> | undefined {
  for (const [name, parse] of [
    ['rgb', parseRgb],
    ['hex', parseHex],
    ['color', parseColorName],
  ] as const) {
    const value = context.payload[name];
    if (value !== undefined)
      return toXy(parse(value, appendMemberToPath(context.at, name)), context);
  }
  return undefined;
}

const noEffect = 'no_effect';

/** Returns `no_effect` for false. */
function parseEffectName(value: unknown, at: string, names: unknown): ParseResult<string> {
  const name = value === false ? noEffect : String(value);
  if (!Array.isArray(names) || names.includes(name)) return accept(name);
  return refuse(at, `one of ${names.join(', ')}`, value);
}

/**
 * `effectSpeed`, and the colour or white beside it, count only for lamps that take these. Without an effect, the colour or
 * white is that of the lamp: a lamp ignores parameters of `no_effect`.
 */
export const parseEffect: MemberParser = (value, { later }, context) => {
  const { at, kind, lamp, payload } = context;
  if (kind === 'grouped_light' || !mayHaveAnyOf(context, 'effects', 'effects_v2')) return undefined;
  const newer = getNestedMember(lamp, 'effects_v2', 'action', 'effect_values');
  const effect = parseEffectName(
    value,
    at,
    newer ?? getNestedMember(lamp, 'effects', 'effect_values'),
  );
  if (!effect.ok) return effect;
  if (lamp?.['effects_v2'] === undefined) {
    later['effects'] = { effect: effect.value };
    return undefined;
  }
  if (effect.value === noEffect) {
    later['effects_v2'] = { action: { effect: noEffect } };
    return undefined;
  }
  const { color, color_temperature } = later;
  const speed = toNumber(payload['effectSpeed']);
  const parameters = {
    ...(Number.isNaN(speed) ? {} : { speed }),
    ...(color === undefined ? {} : { color }),
    ...(color_temperature === undefined || color !== undefined ? {} : { color_temperature }),
  };
  const action = {
    effect: effect.value,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
  delete later['color'];
  delete later['color_temperature'];
  later['effects_v2'] = { action };
  return undefined;
};

/** `duration` is in seconds. */
export const parseTimedEffect: MemberParser = (value, { later }, context) => {
  const { at, kind, lamp, payload } = context;
  if (kind === 'grouped_light' || !mayHaveAnyOf(context, 'timed_effects')) return undefined;
  const names = getNestedMember(lamp, 'timed_effects', 'effect_values');
  const effect = parseEffectName(value, at, names);
  if (!effect.ok) return effect;
  const seconds = toNumber(payload['duration']);
  const duration = Math.min(maxTimedEffectDuration, Math.max(0, Math.round(seconds * 1_000)));
  later['timed_effects'] = {
    effect: effect.value,
    ...(Number.isNaN(seconds) ? {} : { duration }),
  };
  return undefined;
};

const powerUpPresets = ['safety', 'powerfail', 'last_on_state', 'custom'];

/** Details count only beside `custom`. Waits for no lamp. */
export const parsePowerUp: MemberParser = (value, { words }, context) => {
  const { at, kind } = context;
  if (kind === 'grouped_light') return undefined;
  const settings = isObject(value) ? value : { preset: value };
  const { preset, on, brightness, colorTemp, xyColor } = settings;
  if (!powerUpPresets.some((name) => name === preset))
    return refuse(at, `one of ${powerUpPresets.join(', ')}`, value);
  const details = {
    ...(on === undefined ? {} : { on: toPowerUpOn(on) }),
    ...(brightness === undefined ? {} : { dimming: { mode: 'dimming', dimming: { brightness } } }),
    ...toPowerUpColor(colorTemp, xyColor),
  };
  words['powerup'] = { preset, ...(preset === 'custom' ? details : {}) };
  return undefined;
};

const toPowerUpOn = (on: unknown): object =>
  typeof on === 'string' ? { mode: on } : { mode: 'on', on: { on: on === true } };

function toPowerUpColor(colorTemp: unknown, xy: unknown): object {
  if (colorTemp !== undefined)
    return { color: { mode: 'color_temperature', color_temperature: { mirek: colorTemp } } };
  return xy === undefined ? {} : { color: { mode: 'color', color: { xy } } };
}
