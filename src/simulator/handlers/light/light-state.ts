import { isObject, getNestedMember, getNumericMember, getXyMember } from '../../../resources';
import type { Resource, Members } from '../../../resources';
import { mirekToXy } from '../../../units/planckian-locus';
import { getGamut } from '../../../resources/values/lamp-gamut';
import { clampToGamut } from '../../../units/gamut';
import type { Xy } from '../../../units/light-color';

/** Some lamps lack these members. */
const optionalMembers = [
  'dimming',
  'dimming_delta',
  'color_temperature',
  'color_temperature_delta',
  'color',
  'gradient',
  'effects',
  'effects_v2',
  'timed_effects',
] as const;

/** Such a change makes active scenes inactive. */
export const changesLightState = (body: Members): boolean =>
  body['on'] !== undefined || optionalMembers.some((name) => body[name] !== undefined);

export const listUnsupportedBodyMembers = (light: Resource, body: Members): readonly string[] =>
  optionalMembers.filter((name) => body[name] !== undefined && !isObject(light[name]));

/**
 * Leaves out members that the lamp lacks, clamps values to its limits, rounds brightness to its steps. Colour and
 * colour temperature exclude each other. A lamp that stays off takes only `on`.
 */
export function computeLightChangeFromBody(light: Resource, body: Members): Members {
  const supports = (name: string): boolean => isObject(light[name]);
  const power = typeof getNestedMember(body, 'on', 'on') === 'boolean' ? { on: body['on'] } : {};
  if (getNestedMember(light, 'on', 'on') === false && isOffAfter(light, body)) return power;
  return {
    ...power,
    ...(supports('dimming') ? toDimmingChange(light, body) : {}),
    ...(supports('color_temperature') ? toColorTemperatureChange(light, body) : {}),
    ...(supports('color') ? toColorChange(light, body) : {}),
    ...(supports('gradient') ? toGradientChange(light, body) : {}),
  };
}

export const isOffAfter = (light: Resource, body: Members): boolean =>
  (getNestedMember(body, 'on', 'on') ?? getNestedMember(light, 'on', 'on')) === false;

function toDimmingChange(light: Resource, body: Members): Members {
  const requested = getNumericMember(body, 'dimming', 'brightness');
  if (requested !== undefined) return { dimming: { brightness: roundToBrightnessStep(requested) } };
  const delta = toSignedDelta(body['dimming_delta'], 'brightness_delta');
  const current = getNumericMember(light, 'dimming', 'brightness');
  if (delta === undefined || current === undefined) return {};
  return {
    dimming: { brightness: roundToBrightnessStep(Math.min(100, Math.max(0, current + delta))) },
  };
}

function toColorTemperatureChange(light: Resource, body: Members): Members {
  if (getNestedMember(body, 'color', 'xy') !== undefined && isObject(light['color'])) {
    return { color_temperature: { mirek: null, mirek_valid: false } };
  }
  const requested = resolveMirek(light, body);
  if (requested === undefined) return {};
  const minimum =
    getNumericMember(light, 'color_temperature', 'mirek_schema', 'mirek_minimum') ?? 153;
  const maximum =
    getNumericMember(light, 'color_temperature', 'mirek_schema', 'mirek_maximum') ?? 500;
  const mirek = Math.min(maximum, Math.max(minimum, requested));
  return { color_temperature: { mirek, mirek_valid: true } };
}

function resolveMirek(light: Resource, body: Members): number | undefined {
  const requested = getNumericMember(body, 'color_temperature', 'mirek');
  if (requested !== undefined) return requested;
  const delta = toSignedDelta(body['color_temperature_delta'], 'mirek_delta');
  const current = getNumericMember(light, 'color_temperature', 'mirek');
  return delta === undefined || current === undefined ? undefined : current + delta;
}

function toColorChange(light: Resource, body: Members): Members {
  const requested =
    getXyMember(body, 'color', 'xy') ?? colorTemperatureToXy(toColorTemperatureChange(light, body));
  if (requested === undefined) return {};
  return { color: { xy: clampToLightGamut(light, requested) } };
}

/** A lamp with a colour temperature also reports its xy colour. */
function colorTemperatureToXy(change: Members): Xy | undefined {
  const mirek = getNumericMember(change, 'color_temperature', 'mirek');
  return mirek === undefined ? undefined : mirekToXy(mirek);
}

function toGradientChange(light: Resource, body: Members): Members {
  const points = getNestedMember(body, 'gradient', 'points');
  if (!Array.isArray(points)) return endsGradient(body) ? { gradient: { points: [] } } : {};
  const mode = getNestedMember(body, 'gradient', 'mode') ?? 'interpolated_palette';
  const clampedPoints = points.flatMap((point: unknown) => {
    const xy = getXyMember(point, 'color', 'xy');
    return xy === undefined ? [] : [{ color: { xy: clampToLightGamut(light, xy) } }];
  });
  return { gradient: { points: clampedPoints, mode } };
}

/** A white or one colour for the whole lamp. */
const endsGradient = (body: Members): boolean =>
  getNestedMember(body, 'color', 'xy') !== undefined || body['color_temperature'] !== undefined;

function clampToLightGamut(light: Resource, requested: Xy): Xy {
  const gamut = getGamut(light);
  return gamut === undefined ? requested : clampToGamut(requested, gamut);
}

/** Undefined for `stop`: simulated lamps have no transitions. */
function toSignedDelta(delta: unknown, name: string): number | undefined {
  if (!isObject(delta)) return undefined;
  const step = getNumericMember(delta, name) ?? 0;
  if (delta['action'] === 'up') return step;
  return delta['action'] === 'down' ? -step : undefined;
}

/**
 * In percent, for a lamp of 254 levels. Bridges of 2026 report `(level - 1) / 253 * 100` with two decimals (observed:
 * 20.16, 49.8, 62.06, 79.84), and 0 as the lowest level.
 */
export function roundToBrightnessStep(brightness: number): number {
  const step = Math.min(253, Math.max(1, Math.round((brightness / 100) * 253)));
  return Math.round((step / 253) * 10_000) / 100;
}
