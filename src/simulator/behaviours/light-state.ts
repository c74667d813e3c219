import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { mirekToXy } from '../../units/planckian-locus';
import { clampToGamut } from '../../units/xy';
import type { Gamut, Xy } from '../../units/xy';
import { onGrid } from './light-grid';
import type { Body } from './behaviour';

/** Members of a body that change what a lamp shows, and that a lamp may lack. */
const abilities = [
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

/** True for a body that makes a lamp look other than a scene left it. */
export const changesWhatIsShown = (body: Body): boolean =>
  body['on'] !== undefined || abilities.some((name) => body[name] !== undefined);

/** Members of a body that a lamp does not have. */
export const unsupported = (light: Resource, body: Body): readonly string[] =>
  abilities.filter((name) => body[name] !== undefined && light[name] === undefined);

/**
 * What becomes of a lamp's state under a body: clamped to what the lamp can do, brightness on its grid,
 * colour and colour temperature excluding each other.
 *
 * @returns the partial change; members that the lamp lacks are left out
 */
export function lightChange(light: Resource, body: Body): Record<string, unknown> {
  const can = (name: string): boolean => light[name] !== undefined;
  return {
    ...(typeof member(body, 'on', 'on') === 'boolean' ? { on: body['on'] } : {}),
    ...(can('dimming') ? dimmingChange(light, body) : {}),
    ...(can('color_temperature') ? whiteChange(light, body) : {}),
    ...(can('color') ? colorChange(light, body) : {}),
    ...(can('gradient') ? gradientChange(light, body) : {}),
  };
}

function dimmingChange(light: Resource, body: Body): Record<string, unknown> {
  const wanted = numberAt(body, 'dimming', 'brightness');
  if (wanted !== undefined) return { dimming: { brightness: onGrid(wanted) } };
  const delta = signedDelta(body['dimming_delta'], 'brightness_delta');
  const present = numberAt(light, 'dimming', 'brightness');
  if (delta === undefined || present === undefined) return {};
  return { dimming: { brightness: onGrid(Math.min(100, Math.max(0, present + delta))) } };
}

function whiteChange(light: Resource, body: Body): Record<string, unknown> {
  if (member(body, 'color', 'xy') !== undefined && light['color'] !== undefined) {
    return { color_temperature: { mirek: null, mirek_valid: false } };
  }
  const wanted = wantedMirek(light, body);
  if (wanted === undefined) return {};
  const lowest = numberAt(light, 'color_temperature', 'mirek_schema', 'mirek_minimum') ?? 153;
  const highest = numberAt(light, 'color_temperature', 'mirek_schema', 'mirek_maximum') ?? 500;
  const mirek = Math.min(highest, Math.max(lowest, wanted));
  return { color_temperature: { mirek, mirek_valid: true } };
}

function wantedMirek(light: Resource, body: Body): number | undefined {
  const wanted = numberAt(body, 'color_temperature', 'mirek');
  if (wanted !== undefined) return wanted;
  const delta = signedDelta(body['color_temperature_delta'], 'mirek_delta');
  const present = numberAt(light, 'color_temperature', 'mirek');
  return delta === undefined || present === undefined ? undefined : present + delta;
}

function colorChange(light: Resource, body: Body): Record<string, unknown> {
  const wanted = xyAt(body, 'color', 'xy') ?? whiteAsColor(whiteChange(light, body));
  if (wanted === undefined) return {};
  return { color: { xy: withinGamut(light, wanted) } };
}

/** A lamp that shows a white tells the colour of that white too. */
function whiteAsColor(change: Record<string, unknown>): Xy | undefined {
  const mirek = numberAt(change, 'color_temperature', 'mirek');
  return mirek === undefined ? undefined : mirekToXy(mirek);
}

function gradientChange(light: Resource, body: Body): Record<string, unknown> {
  const points = member(body, 'gradient', 'points');
  if (!Array.isArray(points)) return {};
  const mode = member(body, 'gradient', 'mode') ?? 'interpolated_palette';
  const shown = points.flatMap((point: unknown) => {
    const xy = xyAt(point, 'color', 'xy');
    return xy === undefined ? [] : [{ color: { xy: withinGamut(light, xy) } }];
  });
  return { gradient: { points: shown, mode } };
}

/** The nearest colour that the lamp can show. */
function withinGamut(light: Resource, wanted: Xy): Xy {
  const gamut = member(light, 'color', 'gamut');
  const red = xyAt(gamut, 'red');
  const green = xyAt(gamut, 'green');
  const blue = xyAt(gamut, 'blue');
  if (red === undefined || green === undefined || blue === undefined) return wanted;
  const triangle: Gamut = { red, green, blue };
  return clampToGamut(wanted, triangle);
}

/** A step up or down; nothing for `stop`, since a simulated lamp never is on its way. */
function signedDelta(delta: unknown, name: string): number | undefined {
  if (!isObject(delta)) return undefined;
  const step = numberAt(delta, name) ?? 0;
  if (delta['action'] === 'up') return step;
  return delta['action'] === 'down' ? -step : undefined;
}

function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = member(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

function xyAt(value: unknown, ...path: readonly string[]): Xy | undefined {
  const x = numberAt(value, ...path, 'x');
  const y = numberAt(value, ...path, 'y');
  return x === undefined || y === undefined ? undefined : { x, y };
}
