import { getNestedMember, isObject } from '../../../../src/resources/members';
import type { Members } from '../../../../src/resources/members';
import { maxMirekStep } from '../../../../src/resources/light-schemas';
import type { Resource } from '../../../../src/resources/resource';
import { clampToGamut, gamutsByType } from '../../../../src/units/color';
import { parseLightCommand } from '../../../../src/vocabulary/light/command';
import type { LightFormatName } from '../../../../src/vocabulary/formats/light-format';
import { parseFormattedCommand } from '../../../../src/vocabulary/formats/light-formats';
import { colorLamp } from '../../support/sample-resources';

/**
 * What a command changes on a lamp, in units that a lamp and a bridge share; `refused` if nothing is sent.
 *
 * - `on`: true, false or "toggle"; `offAfter` in seconds
 * - `level` from 0 to 254; `levelStep` in levels, negative for down; `levelSpeed` in levels each second, 0 stops
 * - `xy`; `hue` in degrees and `saturation` in percent, with `hueStep`, `saturationStep`, `hueSpeed` and `saturationSpeed`
 * - `mirek`, `mirekStep`, `mirekSpeed` in mirek each second
 * - `transition` in seconds; missing for a change at once
 * - `effect` by the name that a bridge has, `effectSpeed`, `alert`, `identify`
 * - `gradient`, a list of points, and `gradientMode`
 * - `powerupOn`, `powerupLevel`, `powerupMirek`, `powerupX`, `powerupY`
 */
export type LampChange = Members;

const effectNames = ['prism', 'opal', 'glisten', 'sparkle', 'fire', 'candle'];
const newEffectNames = ['underwater', 'cosmos', 'sunbeam', 'enchant'];

/** On, and able to do all that a command can ask for. */
export const ableLamp: Resource = {
  ...colorLamp,
  color_temperature: {
    mirek: 370,
    mirek_valid: true,
    mirek_schema: { mirek_minimum: 153, mirek_maximum: 500 },
  },
  gradient: {
    points_capable: 5,
    mode_values: [
      'interpolated_palette',
      'interpolated_palette_mirrored',
      'random_pixelated',
      'segmented_palette',
    ],
  },
  effects: { effect_values: ['no_effect', ...effectNames] },
  effects_v2: { action: { effect_values: ['no_effect', ...effectNames, ...newEffectNames] } },
  timed_effects: { effect_values: ['no_effect', 'sunrise', 'sunset'] },
};

/** Also the number of warnings of the format: of members that are not applied. */
export function toOurChange(
  format: LightFormatName,
  message: unknown,
  lamp: Resource = ableLamp,
): { readonly change: LampChange; readonly warnings: number } {
  const target = { kind: 'light', lamp } as const;
  const read = parseFormattedCommand(format, message, 'payload', { target, messageMembers: {} });
  if (!read.ok) return { change: { refused: true }, warnings: 0 };
  const { command, warnings } = read.value;
  return { change: toChange(command, lamp), warnings: warnings.length };
}

function toChange(command: unknown, lamp: Resource): LampChange {
  const steps = getNestedMember(command, 'play');
  if (isObject(command) && Array.isArray(steps)) {
    const step: unknown = steps[0];
    const { for: time, ...first } = isObject(step) ? step : {};
    return { ...toChange(first, lamp), offAfter: Number(time) / 1_000 };
  }
  const parsed = parseLightCommand(command, lamp, 'light');
  if (!parsed.ok) return { refused: true };
  const body = parsed.value.body.members;
  const words = isObject(command) ? command : {};
  return omitUndefined({
    ...toPowerAndLevel(body, words),
    ...toColor(body, words),
    ...toEffect(body),
    ...toPowerup(body['powerup']),
  });
}

const toSign = (action: unknown): number => (action === 'down' ? -1 : 1);

const toSeconds = (duration: unknown): number | undefined =>
  typeof duration === 'number' && duration > 0 ? duration / 1_000 : undefined;

const toPoint = (xy: unknown): readonly unknown[] | undefined =>
  isObject(xy) ? [xy['x'], xy['y']] : undefined;

function toPowerAndLevel(body: Members, words: Members): LampChange {
  const brightness = getNestedMember(body, 'dimming', 'brightness');
  const action = getNestedMember(body, 'dimming_delta', 'action');
  const delta = Number(getNestedMember(body, 'dimming_delta', 'brightness_delta')) * 2.54;
  const seconds = toSeconds(getNestedMember(body, 'dynamics', 'duration'));
  const isSpeed = words['dim'] !== undefined;
  const speed = action === 'stop' ? 0 : toSign(action) * (delta / (seconds ?? 1));
  return {
    on: words['toggle'] === true ? 'toggle' : getNestedMember(body, 'on', 'on'),
    level: typeof brightness === 'number' ? brightness * 2.54 : undefined,
    levelSpeed: isSpeed ? speed : undefined,
    levelStep: action === undefined || isSpeed ? undefined : toSign(action) * delta,
    transition: isSpeed || isWhiteMove(body) ? undefined : seconds,
  };
}

/** A change of white at a speed is the largest step over a time. */
const isWhiteMove = (body: Members): boolean =>
  getNestedMember(body, 'color_temperature_delta', 'mirek_delta') === maxMirekStep;

/** A bridge has no hue: the words say more than the body. */
function toColor(body: Members, words: Members): LampChange {
  const hue = toAmount('hue', words['hue']);
  const saturation = toAmount('saturation', words['saturation']);
  const isHue = Object.keys({ ...hue, ...saturation }).length > 0;
  const action = getNestedMember(body, 'color_temperature_delta', 'action');
  const delta = getNestedMember(body, 'color_temperature_delta', 'mirek_delta');
  const signed = toSign(action) * Number(delta);
  const seconds = toSeconds(getNestedMember(body, 'dynamics', 'duration')) ?? 1;
  return {
    ...hue,
    ...saturation,
    xy: isHue ? undefined : toPoint(getNestedMember(body, 'color', 'xy')),
    mirek: getNestedMember(body, 'color_temperature', 'mirek'),
    mirekStep: delta === undefined || isWhiteMove(body) ? undefined : signed,
    mirekSpeed: action === 'stop' ? 0 : isWhiteMove(body) ? signed / seconds : undefined,
  };
}

function toAmount(name: string, value: unknown): LampChange {
  if (value === undefined) return {};
  return typeof value === 'string' && /^[+-]/.test(value)
    ? { [`${name}Step`]: Number(value) }
    : { [name]: Number(value) };
}

function toEffect(body: Members): LampChange {
  const action = getNestedMember(body, 'effects_v2', 'action');
  const points = getNestedMember(body, 'gradient', 'points');
  return {
    effect: getNestedMember(action, 'effect') ?? getNestedMember(body, 'timed_effects', 'effect'),
    effectSpeed: getNestedMember(action, 'parameters', 'speed'),
    ...(getNestedMember(action, 'parameters', 'color') === undefined
      ? {}
      : { xy: toPoint(getNestedMember(action, 'parameters', 'color', 'xy')) }),
    alert: body['alert'] === undefined ? undefined : true,
    identify: body['identify'] === undefined ? undefined : true,
    gradient: Array.isArray(points)
      ? points.map((point) => toPoint(getNestedMember(point, 'color', 'xy')))
      : undefined,
    gradientMode: getNestedMember(body, 'gradient', 'mode'),
  };
}

/** What a lamp with a preset does. */
const powerupByPreset: ReadonlyMap<unknown, LampChange> = new Map([
  ['safety', { powerupOn: true, powerupLevel: 254, powerupMirek: 366 }],
  ['powerfail', { powerupOn: 'previous' }],
]);

function toPowerup(powerup: unknown): LampChange {
  const mode = getNestedMember(powerup, 'on', 'mode');
  const brightness = getNestedMember(powerup, 'dimming', 'dimming', 'brightness');
  return {
    ...powerupByPreset.get(getNestedMember(powerup, 'preset')),
    ...omitUndefined({
      powerupOn: mode === 'on' ? getNestedMember(powerup, 'on', 'on', 'on') : mode,
      powerupLevel: typeof brightness === 'number' ? brightness * 2.54 : undefined,
      powerupMirek: getNestedMember(powerup, 'color', 'color_temperature', 'mirek'),
      powerupX: getNestedMember(powerup, 'color', 'color', 'xy', 'x'),
      powerupY: getNestedMember(powerup, 'color', 'color', 'xy', 'y'),
    }),
  };
}

const omitUndefined = (change: LampChange): LampChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Of a number and of each coordinate. A lamp shows the nearest colour of one that it cannot show. */
const tolerances: Readonly<Record<string, number>> = {
  level: 1,
  levelStep: 1,
  levelSpeed: 1,
  hue: 0.5,
  hueStep: 1,
  hueSpeed: 1,
  saturationSpeed: 1,
  saturation: 0.5,
  saturationStep: 1,
  mirek: 1,
  mirekSpeed: 0.5,
  transition: 0.05,
  effectSpeed: 0.01,
  xy: 0.01,
  gradient: 0.01,
  powerupLevel: 1,
  powerupMirek: 1,
  powerupX: 0.01,
  powerupY: 0.01,
};

/** True if the two changes are the same but for rounding, and for colours that the lamp cannot show. */
export const isSameChange = (one: LampChange, other: LampChange): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    isNear(one[name], other[name], tolerances[name] ?? 0),
  );

function isNear(one: unknown, other: unknown, tolerance: number): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= tolerance;
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const [values, otherValues] = [one, other].map((list) => (isPoint(list) ? toShown(list) : list));
  return (
    one.length === other.length &&
    values?.every((value, index) => isNear(value, otherValues?.[index], tolerance)) === true
  );
}

function toShown([x, y]: readonly [number, number]): readonly unknown[] {
  const shown = clampToGamut({ x, y }, gamutsByType.C);
  return [shown.x, shown.y];
}

const isPoint = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');
