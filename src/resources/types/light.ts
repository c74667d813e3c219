import * as v from 'valibot';
import { mirekToKelvin, rgbToHex, xyToRgb } from '../../units/light-color';
import type { Xy } from '../../units/light-color';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import type { Resource } from '../definitions/resource-definition';
import * as members from '../schemas/light-schemas';
import { getNestedMember, getXyMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  createBoundedIntegerSchema,
  createBoundedNumberSchema,
  createOpenEnumSchema,
  createObjectReadSchema,
  createResourceReadSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';

const effectStatusReadSchema = createObjectReadSchema({
  effect: v.string(),
  effect_values: v.array(v.string()),
  parameters: createObjectReadSchema({
    color: members.colorReadSchema,
    color_temperature: createObjectReadSchema({
      mirek: v.nullable(v.number()),
      mirek_valid: v.boolean(),
    }),
    speed: v.number(),
  }),
});

const readSchema = createResourceReadSchema({
  owner: referenceReadSchema,
  metadata: createObjectReadSchema({
    name: v.string(),
    archetype: v.string(),
    function: v.string(),
    fixed_mired: v.number(),
  }),
  product_data: createObjectReadSchema({
    name: v.string(),
    archetype: v.string(),
    function: v.string(),
  }),
  identify: createObjectReadSchema({}),
  service_id: v.number(),
  on: createObjectReadSchema({ on: v.boolean() }),
  dimming: members.dimmingReadSchema,
  dimming_delta: createObjectReadSchema({}),
  dimming_configuration: createObjectReadSchema({ status: v.string(), min_level: v.number() }),
  color_temperature: createObjectReadSchema({
    mirek: v.nullable(v.number()),
    mirek_valid: v.boolean(),
    mirek_schema: createObjectReadSchema({ mirek_minimum: v.number(), mirek_maximum: v.number() }),
  }),
  color_temperature_delta: createObjectReadSchema({}),
  color: createObjectReadSchema({
    xy: members.xyReadSchema,
    gamut: createObjectReadSchema({
      red: members.xyReadSchema,
      green: members.xyReadSchema,
      blue: members.xyReadSchema,
    }),
    gamut_type: v.string(),
  }),
  dynamics: createObjectReadSchema({
    status: v.string(),
    status_values: v.array(v.string()),
    speed: v.number(),
    speed_valid: v.boolean(),
  }),
  alert: createObjectReadSchema({ action_values: v.array(v.string()) }),
  signaling: createObjectReadSchema({
    signal_values: v.array(v.string()),
    status: createObjectReadSchema({
      signal: v.string(),
      estimated_end: v.string(),
      colors: v.array(members.colorReadSchema),
    }),
    estimated_end: v.number(),
    colors: v.array(members.colorReadSchema),
  }),
  mode: v.string(),
  gradient: createObjectReadSchema({
    points: v.array(
      createObjectReadSchema({ color: members.colorReadSchema, xy: members.xyReadSchema }),
    ),
    mode: v.string(),
    points_capable: v.number(),
    mode_values: v.array(v.string()),
    pixel_count: v.number(),
  }),
  effects: createObjectReadSchema({
    status: v.string(),
    status_values: v.array(v.string()),
    effect: v.string(),
    effect_values: v.array(v.string()),
  }),
  effects_v2: createObjectReadSchema({
    action: createObjectReadSchema({ effect_values: v.array(v.string()) }),
    status: effectStatusReadSchema,
  }),
  timed_effects: createObjectReadSchema({
    status: v.string(),
    status_values: v.array(v.string()),
    effect: v.string(),
    effect_values: v.array(v.string()),
    duration: v.number(),
  }),
  powerup: createObjectReadSchema({
    preset: v.string(),
    configured: v.boolean(),
    on: createObjectReadSchema({
      mode: v.string(),
      on: createObjectReadSchema({ on: v.boolean() }),
    }),
    dimming: createObjectReadSchema({ mode: v.string(), dimming: members.dimmingReadSchema }),
    color: createObjectReadSchema({
      mode: v.string(),
      color_temperature: createObjectReadSchema({ mirek: v.number() }),
      color: members.colorReadSchema,
    }),
  }),
  content_configuration: createObjectReadSchema({
    orientation: createObjectReadSchema({
      status: v.string(),
      configurable: v.boolean(),
      orientation: v.string(),
    }),
    order: createObjectReadSchema({
      status: v.string(),
      configurable: v.boolean(),
      order: v.string(),
    }),
    association: createObjectReadSchema({ association: v.string() }),
  }),
  geometry: createObjectReadSchema({
    pixel_positions: v.array(
      createObjectReadSchema({
        index: v.number(),
        position: createObjectReadSchema({ x: v.number(), y: v.number(), z: v.number() }),
      }),
    ),
  }),
});

const metresSchema = createBoundedNumberSchema(-100, 100);

const updateSchema = createResourceWriteSchema('light', {
  mode: v.optional(v.picklist(['normal', 'streaming'])),
  on: v.optional(members.onMemberWriteSchema),
  dimming: v.optional(members.dimmingWriteSchema),
  dimming_delta: v.optional(members.dimmingDeltaWriteSchema),
  dimming_configuration: v.optional(
    createObjectWriteSchema({ min_level: createBoundedNumberSchema(0, 100) }),
  ),
  color_temperature: v.optional(members.colorTemperatureWriteSchema),
  color_temperature_delta: v.optional(members.colorTemperatureDeltaWriteSchema),
  color: v.optional(members.colorWriteSchema),
  dynamics: v.optional(
    createObjectWriteSchema({
      duration: v.optional(members.transitionWriteSchema),
      speed: v.optional(createBoundedNumberSchema(0, 1)),
    }),
  ),
  alert: v.optional(members.alertWriteSchema),
  signaling: v.optional(members.signalingWriteSchema),
  gradient: v.optional(members.gradientWriteSchema),
  effects: v.optional(members.effectsWriteSchema),
  effects_v2: v.optional(members.effectsV2WriteSchema),
  timed_effects: v.optional(
    createObjectWriteSchema({
      effect: createOpenEnumSchema(members.timedEffectNames),
      duration: v.optional(createBoundedIntegerSchema(0, members.maxTimedEffectDuration)),
    }),
  ),
  powerup: v.optional(
    createObjectWriteSchema({
      preset: createOpenEnumSchema(['safety', 'powerfail', 'last_on_state', 'custom']),
      on: v.optional(
        createObjectWriteSchema({
          mode: v.picklist(['on', 'toggle', 'previous']),
          on: v.optional(members.onMemberWriteSchema),
        }),
      ),
      dimming: v.optional(
        createObjectWriteSchema({
          mode: v.picklist(['dimming', 'previous']),
          dimming: v.optional(members.dimmingWriteSchema),
        }),
      ),
      color: v.optional(
        createObjectWriteSchema({
          mode: v.picklist(['color_temperature', 'color', 'previous']),
          color_temperature: v.optional(members.colorTemperatureWriteSchema),
          color: v.optional(members.colorWriteSchema),
        }),
      ),
    }),
  ),
  identify: v.optional(members.identifyWriteSchema),
  metadata: v.optional(
    createObjectWriteSchema({
      name: v.optional(members.metadataNameSchema),
      archetype: v.optional(createOpenEnumSchema(['classic_bulb'])),
      function: v.optional(createOpenEnumSchema(['functional', 'decorative', 'mixed', 'unknown'])),
    }),
  ),
  content_configuration: v.optional(
    createObjectWriteSchema({
      orientation: v.optional(
        createObjectWriteSchema({ orientation: v.picklist(['horizontal', 'vertical']) }),
      ),
      order: v.optional(createObjectWriteSchema({ order: v.picklist(['forward', 'reversed']) })),
      association: v.optional(
        createObjectWriteSchema({ association: v.picklist(['not_associated', 'screen']) }),
      ),
    }),
  ),
  geometry: v.optional(
    createObjectWriteSchema({
      pixel_positions: v.pipe(
        v.array(
          createObjectWriteSchema({
            index: createBoundedIntegerSchema(0, 65_535),
            position: createObjectWriteSchema({
              x: metresSchema,
              y: metresSchema,
              z: metresSchema,
            }),
          }),
        ),
        v.maxLength(5),
      ),
    }),
  ),
});

/** A lamp. Service document, section 2.4; body widened by the Hue CLIP API reference. */
export const lightDefinition = defineResource({
  rtype: 'light',
  origin: 'service',
  section: '2.4',
  pathParameter: 'lightId',
  operations: serviceDocumentReadUpdateOperations,
  read: readSchema,
  update: updateSchema,
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
  value: getPlainLight,
});

/** The plain value of a lamp or a group of lamps: what is not known or not shown at present is missing. */
export interface PlainLight {
  on: unknown;
  /** Percent. */
  brightness?: number;
  kelvin?: number;
  /** sRGB at full brightness, such as `#ff8800`. */
  color?: string;
  /** Name of the running effect; `kelvin` or `color` beside it is that of the effect. */
  effect?: string;
  gradient?: { colors: readonly string[]; mode?: string };
}

/** A function, since the definition above refers to it. @returns the plain value of a lamp */
export function getPlainLight(light: Resource): PlainLight {
  return {
    on: getNestedMember(light, 'on', 'on'),
    ...getPlainBrightness(light),
    ...getPlainColorOrEffect(light),
  };
}

/** Brightness of a lamp or a group in percent, rounded to what people read: bridges report 57.50999999999999. */
export function getPlainBrightness(resource: Resource): Pick<PlainLight, 'brightness'> {
  const brightness = getNestedMember(resource, 'dimming', 'brightness');
  return typeof brightness === 'number' ? { brightness: Math.round(brightness * 100) / 100 } : {};
}

/** What a lamp shows: an effect with its own white or colour, a gradient, a white or a colour. */
export function getPlainColorOrEffect(
  light: Resource,
): Pick<PlainLight, 'kelvin' | 'color' | 'effect' | 'gradient'> {
  const effect = getRunningEffect(light);
  if (effect !== undefined) {
    const parameters = getNestedMember(light, 'effects_v2', 'status', 'parameters');
    return { effect, ...getPlainColor(parameters) };
  }
  const gradient = getGradient(light);
  if (gradient === undefined) return getPlainColor(light);
  const colors = gradient.colors.map((xy) => rgbToHex(xyToRgb(xy)));
  return { gradient: { ...gradient, colors } };
}

/** The white or the colour among members of a lamp or of an effect. */
function getPlainColor(source: unknown): Pick<PlainLight, 'kelvin' | 'color'> {
  const mirek = getReportedMirek(source);
  if (mirek !== undefined) return { kelvin: mirekToKelvin(mirek) };
  const xy = getXyMember(source, 'color', 'xy');
  return xy === undefined ? {} : { color: rgbToHex(xyToRgb(xy)) };
}

/** The white that a lamp shows, in mirek; undefined while it shows a colour. */
export function getReportedMirek(light: unknown): number | undefined {
  const mirek = getNestedMember(light, 'color_temperature', 'mirek');
  const isValid = getNestedMember(light, 'color_temperature', 'mirek_valid') !== false;
  return typeof mirek === 'number' && mirek > 0 && isValid ? mirek : undefined;
}

/** Name of the effect that a lamp shows, undefined while there is none. */
export function getRunningEffect(light: unknown): string | undefined {
  const effect =
    getNestedMember(light, 'effects_v2', 'status', 'effect') ??
    getNestedMember(light, 'effects', 'status');
  return typeof effect === 'string' && effect !== 'no_effect' ? effect : undefined;
}

/** The gradient that a lamp shows, undefined while there is none or it shows a white. */
export function getGradient(light: unknown): { colors: readonly Xy[]; mode?: string } | undefined {
  if (getReportedMirek(light) !== undefined) return undefined;
  const points = getNestedMember(light, 'gradient', 'points');
  if (!Array.isArray(points) || points.length < 2) return undefined;
  // `color` in between is the shape of real bridges, without it that of the service document.
  const colors = points.flatMap(
    (point: unknown) => getXyMember(point, 'color', 'xy') ?? getXyMember(point, 'xy') ?? [],
  );
  if (colors.length !== points.length) return undefined;
  const mode = getNestedMember(light, 'gradient', 'mode');
  return { colors, ...(typeof mode === 'string' ? { mode } : {}) };
}
