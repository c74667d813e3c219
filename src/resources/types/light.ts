import * as v from 'valibot';
import { xyToRgb, mirekToKelvin, rgbToHex, gamutsByType, isGamut } from '../../units/color';
import type { ColorSpace, XyToRgbOptions, Xy, Gamut } from '../../units/color';
import { serviceOperations, serviceShape } from '../resource';
import type { Resource, ResourceRow } from '../resource';
import * as members from '../light-schemas';
import { getListMember, getNestedMember, getNumericMember, getXyMember } from '../members';
import { boundedInteger, boundedNumber, boundedPosition, nameSchema, openEnum } from '../schemas';

const updateMembers = {
  mode: v.optional(v.picklist(['normal', 'streaming'])),
  on: v.optional(members.onMemberWriteSchema),
  dimming: v.optional(members.dimmingWriteSchema),
  dimming_delta: v.optional(members.dimmingDeltaWriteSchema),
  dimming_configuration: v.optional(v.strictObject({ min_level: boundedNumber(0, 100) })),
  color_temperature: v.optional(members.colorTemperatureWriteSchema),
  color_temperature_delta: v.optional(members.colorTemperatureDeltaWriteSchema),
  color: v.optional(members.colorWriteSchema),
  dynamics: v.optional(
    v.strictObject({
      duration: v.optional(members.transitionWriteSchema),
      speed: v.optional(boundedNumber(0, 1)),
    }),
  ),
  alert: v.optional(members.alertWriteSchema),
  signaling: v.optional(members.signalingWriteSchema),
  gradient: v.optional(members.gradientWriteSchema),
  effects: v.optional(members.effectsWriteSchema),
  effects_v2: v.optional(members.effectsV2WriteSchema),
  timed_effects: v.optional(
    v.strictObject({
      effect: openEnum(members.timedEffectNames),
      duration: v.optional(boundedInteger(0, members.maxTimedEffectDuration)),
    }),
  ),
  powerup: v.optional(
    v.strictObject({
      preset: openEnum(['safety', 'powerfail', 'last_on_state', 'custom']),
      on: v.optional(
        v.strictObject({
          mode: v.picklist(['on', 'toggle', 'previous']),
          on: v.optional(members.onMemberWriteSchema),
        }),
      ),
      dimming: v.optional(
        v.strictObject({
          mode: v.picklist(['dimming', 'previous']),
          dimming: v.optional(members.dimmingWriteSchema),
        }),
      ),
      color: v.optional(
        v.strictObject({
          mode: v.picklist(['color_temperature', 'color', 'previous']),
          color_temperature: v.optional(members.colorTemperatureWriteSchema),
          color: v.optional(members.colorWriteSchema),
        }),
      ),
    }),
  ),
  identify: v.optional(members.identifyWriteSchema),
  metadata: v.optional(
    v.strictObject({
      name: v.optional(nameSchema),
      archetype: v.optional(openEnum(['classic_bulb'])),
      function: v.optional(openEnum(['functional', 'decorative', 'mixed', 'unknown'])),
    }),
  ),
  content_configuration: v.optional(
    v.strictObject({
      orientation: v.optional(
        v.strictObject({ orientation: v.picklist(['horizontal', 'vertical']) }),
      ),
      order: v.optional(v.strictObject({ order: v.picklist(['forward', 'reversed']) })),
      association: v.optional(
        v.strictObject({ association: v.picklist(['not_associated', 'screen']) }),
      ),
    }),
  ),
  geometry: v.optional(
    v.strictObject({
      pixel_positions: v.pipe(
        v.array(
          v.strictObject({
            index: boundedInteger(0, 65_535),
            position: boundedPosition(100),
          }),
        ),
        v.maxLength(5),
      ),
    }),
  ),
};

/** Body extended by the Hue CLIP API reference. */
export const lightRow = {
  section: '2.4',
  operations: serviceOperations.readUpdate,
  read: serviceShape<{
    metadata: { name: string; archetype: string; function: string; fixed_mired: number };
    product_data: { name: string; archetype: string; function: string };
    identify: object;
    service_id: number;
    on: { on: boolean };
    dimming: { brightness: number; min_dim_level: number };
    dimming_delta: object;
    dimming_configuration: { status: string; min_level: number };
    color_temperature: {
      mirek: number | null;
      mirek_valid: boolean;
      mirek_schema: { mirek_minimum: number; mirek_maximum: number };
    };
    color_temperature_delta: object;
    color: { xy: Xy; gamut: { red: Xy; green: Xy; blue: Xy }; gamut_type: string };
    dynamics: { status: string; status_values: string[]; speed: number; speed_valid: boolean };
    alert: { action_values: string[] };
    signaling: {
      signal_values: string[];
      status: { signal: string; estimated_end: string; colors: { xy: Xy }[] };
      estimated_end: number;
      colors: { xy: Xy }[];
    };
    mode: string;
    gradient: {
      points: { color: { xy: Xy }; xy: Xy }[];
      mode: string;
      points_capable: number;
      mode_values: string[];
      pixel_count: number;
    };
    effects: { status: string; status_values: string[]; effect: string; effect_values: string[] };
    effects_v2: {
      action: { effect_values: string[] };
      status: {
        effect: string;
        effect_values: string[];
        parameters: {
          color: { xy: Xy };
          color_temperature: { mirek: number | null; mirek_valid: boolean };
          speed: number;
        };
      };
    };
    timed_effects: {
      status: string;
      status_values: string[];
      effect: string;
      effect_values: string[];
      duration: number;
    };
    powerup: {
      preset: string;
      configured: boolean;
      on: { mode: string; on: { on: boolean } };
      dimming: { mode: string; dimming: { brightness: number; min_dim_level: number } };
      color: { mode: string; color_temperature: { mirek: number }; color: { xy: Xy } };
    };
    content_configuration: {
      orientation: { status: string; configurable: boolean; orientation: string };
      order: { status: string; configurable: boolean; order: string };
      association: { association: string };
    };
    geometry: {
      pixel_positions: { index: number; position: { x: number; y: number; z: number } }[];
    };
  }>(),
  update: updateMembers,
  nonIdempotentMembers: [
    'dimming_delta',
    'color_temperature_delta',
    'alert',
    'signaling',
    'identify',
  ],
  lane: 'lamps',
  valueDescription:
    '`{ on, brightness, kelvin }` while it shows a white, `{ on, brightness, color }` with a colour such as `#ff8800`, and `effect` or `gradient` while there is one',
  value: (light) => getPlainLight(light),
} satisfies ResourceRow;

/** A member is missing if it is unknown or not shown. */
export interface PlainLight {
  on?: boolean;
  /** Percent. */
  brightness?: number;
  kelvin?: number;
  /** At full brightness, such as `#ff8800`. */
  color?: string;
  /** `kelvin` or `color` beside it belong to the effect. */
  effect?: string;
  gradient?: { colors: readonly string[]; mode?: string };
}

/** A function declaration, since the definition above refers to it. */
export function getPlainLight(light: Resource, space?: ColorSpace): PlainLight {
  return {
    ...getPlainPower(light),
    ...getPlainBrightness(light),
    ...getPlainColorOrEffect(light, space),
  };
}

/** Empty for a lamp that the bridge has not listed yet: an event tells only what changed. */
export function getPlainPower(resource: Resource): Pick<PlainLight, 'on'> {
  const on = getNestedMember(resource, 'on', 'on');
  return typeof on === 'boolean' ? { on } : {};
}

/** In percent, rounded: bridges report 57.50999999999999. */
export function getPlainBrightness(resource: Resource): Pick<PlainLight, 'brightness'> {
  const brightness = getNumericMember(resource, 'dimming', 'brightness');
  return brightness === undefined ? {} : { brightness: Math.round(brightness * 100) / 100 };
}

/** The effect with its own white or colour, otherwise the gradient, white or colour. */
export function getPlainColorOrEffect(
  light: Resource,
  space?: ColorSpace,
): Pick<PlainLight, 'kelvin' | 'color' | 'effect' | 'gradient'> {
  const shownBy = { space, gamut: getGamut(light) };
  const effect = getRunningEffect(light);
  if (effect !== undefined) {
    const parameters = getNestedMember(light, 'effects_v2', 'status', 'parameters');
    return { effect, ...getPlainColor(parameters, shownBy) };
  }
  const gradient = getGradient(light);
  if (gradient === undefined) return getPlainColor(light, shownBy);
  const colors = gradient.colors.map((xy) => rgbToHex(xyToRgb(xy, shownBy)));
  return { gradient: { ...gradient, colors } };
}

/**
 * Of the effect, otherwise of the gradient's first colour, otherwise of the lamp; undefined while the lamp shows a
 * white.
 */
export function getShownXy(light: Resource): Xy | undefined {
  const effect = getRunningEffect(light);
  const source =
    effect === undefined ? light : getNestedMember(light, 'effects_v2', 'status', 'parameters');
  if (getReportedMirek(source) !== undefined) return undefined;
  const gradient = effect === undefined ? getGradient(light) : undefined;
  return gradient?.colors[0] ?? getXyMember(source, 'color', 'xy');
}

function getPlainColor(
  source: unknown,
  shownBy: XyToRgbOptions,
): Pick<PlainLight, 'kelvin' | 'color'> {
  const mirek = getReportedMirek(source);
  if (mirek !== undefined) return { kelvin: mirekToKelvin(mirek) };
  const xy = getXyMember(source, 'color', 'xy');
  return xy === undefined ? {} : { color: rgbToHex(xyToRgb(xy, shownBy)) };
}

/** Undefined while the lamp shows a colour. */
export function getReportedMirek(light: unknown): number | undefined {
  const mirek = getNestedMember(light, 'color_temperature', 'mirek');
  const isValid = getNestedMember(light, 'color_temperature', 'mirek_valid') !== false;
  return typeof mirek === 'number' && mirek > 0 && isValid ? mirek : undefined;
}

/** The limits of the service if the lamp reports none. */
export function getMirekRange(
  lamp: Resource | undefined,
): readonly [lowest: number, highest: number] {
  const lowest = getNestedMember(lamp, 'color_temperature', 'mirek_schema', 'mirek_minimum');
  const highest = getNestedMember(lamp, 'color_temperature', 'mirek_schema', 'mirek_maximum');
  return isMirek(lowest) && isMirek(highest) && lowest <= highest
    ? [lowest, highest]
    : members.acceptedMirekRange;
}

export const isMirek = (value: unknown): value is number =>
  Number.isInteger(value) &&
  Number(value) >= members.acceptedMirekRange[0] &&
  Number(value) <= members.acceptedMirekRange[1];

export function getRunningEffect(light: unknown): string | undefined {
  const effect =
    getNestedMember(light, 'effects_v2', 'status', 'effect') ??
    getNestedMember(light, 'effects', 'status');
  return typeof effect === 'string' && effect !== 'no_effect' ? effect : undefined;
}

/** Undefined while there is none or the lamp shows a white. */
export function getGradient(light: unknown): { colors: readonly Xy[]; mode?: string } | undefined {
  if (getReportedMirek(light) !== undefined) return undefined;
  const points = getListMember(light, 'gradient', 'points');
  if (points.length < 2) return undefined;
  // Real bridges put the point into `color`, the service document does not.
  const colors = points.flatMap(
    (point) => getXyMember(point, 'color', 'xy') ?? getXyMember(point, 'xy') ?? [],
  );
  if (colors.length !== points.length) return undefined;
  const mode = getNestedMember(light, 'gradient', 'mode');
  return { colors, ...(typeof mode === 'string' ? { mode } : {}) };
}

/** As people have set its kind in the app of the bridge. */
export const isPlug = (light: Resource): boolean =>
  getNestedMember(light, 'metadata', 'archetype') === 'plug';

/** The lamp's own gamut, otherwise the gamut of its `gamut_type`. */
export function getGamut(lamp: unknown): Gamut | undefined {
  const red = getXyMember(lamp, 'color', 'gamut', 'red');
  const green = getXyMember(lamp, 'color', 'gamut', 'green');
  const blue = getXyMember(lamp, 'color', 'gamut', 'blue');
  if (red !== undefined && green !== undefined && blue !== undefined) {
    const own = { red, green, blue };
    if (isGamut(own)) return own;
  }
  const type = getNestedMember(lamp, 'color', 'gamut_type');
  return type === 'A' || type === 'B' || type === 'C' ? gamutsByType[type] : undefined;
}
