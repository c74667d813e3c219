import * as v from 'valibot';
import { mirekToKelvin } from '../units/mirek';
import { rgbToHex, xyToRgb } from '../units/xy';
import { defineResource, serviceChange } from './definition';
import * as members from './light-members';
import { member } from './member';
import { readReference } from './reference';
import {
  integerFrom,
  numberFrom,
  openEnum,
  readPart,
  readShape,
  writePart,
  writeShape,
} from './schema';

const readEffectStatus = readPart({
  effect: v.string(),
  effect_values: v.array(v.string()),
  parameters: readPart({
    color: members.readColor,
    color_temperature: readPart({ mirek: v.nullable(v.number()), mirek_valid: v.boolean() }),
    speed: v.number(),
  }),
});

const read = readShape({
  owner: readReference,
  metadata: readPart({
    name: v.string(),
    archetype: v.string(),
    function: v.string(),
    fixed_mired: v.number(),
  }),
  product_data: readPart({ name: v.string(), archetype: v.string(), function: v.string() }),
  identify: readPart({}),
  service_id: v.number(),
  on: readPart({ on: v.boolean() }),
  dimming: members.readDimming,
  dimming_delta: readPart({}),
  dimming_configuration: readPart({ status: v.string(), min_level: v.number() }),
  color_temperature: readPart({
    mirek: v.nullable(v.number()),
    mirek_valid: v.boolean(),
    mirek_schema: readPart({ mirek_minimum: v.number(), mirek_maximum: v.number() }),
  }),
  color_temperature_delta: readPart({}),
  color: readPart({
    xy: members.readXy,
    gamut: readPart({ red: members.readXy, green: members.readXy, blue: members.readXy }),
    gamut_type: v.string(),
  }),
  dynamics: readPart({
    status: v.string(),
    status_values: v.array(v.string()),
    speed: v.number(),
    speed_valid: v.boolean(),
  }),
  alert: readPart({ action_values: v.array(v.string()) }),
  signaling: readPart({
    signal_values: v.array(v.string()),
    status: readPart({
      signal: v.string(),
      estimated_end: v.string(),
      colors: v.array(members.readColor),
    }),
    estimated_end: v.number(),
    colors: v.array(members.readColor),
  }),
  mode: v.string(),
  gradient: readPart({
    points: v.array(readPart({ color: members.readColor, xy: members.readXy })),
    mode: v.string(),
    points_capable: v.number(),
    mode_values: v.array(v.string()),
    pixel_count: v.number(),
  }),
  effects: readPart({
    status: v.string(),
    status_values: v.array(v.string()),
    effect: v.string(),
    effect_values: v.array(v.string()),
  }),
  effects_v2: readPart({
    action: readPart({ effect_values: v.array(v.string()) }),
    status: readEffectStatus,
  }),
  timed_effects: readPart({
    status: v.string(),
    status_values: v.array(v.string()),
    effect: v.string(),
    effect_values: v.array(v.string()),
    duration: v.number(),
  }),
  powerup: readPart({
    preset: v.string(),
    configured: v.boolean(),
    on: readPart({ mode: v.string(), on: readPart({ on: v.boolean() }) }),
    dimming: readPart({ mode: v.string(), dimming: members.readDimming }),
    color: readPart({
      mode: v.string(),
      color_temperature: readPart({ mirek: v.number() }),
      color: members.readColor,
    }),
  }),
  content_configuration: readPart({
    orientation: readPart({
      status: v.string(),
      configurable: v.boolean(),
      orientation: v.string(),
    }),
    order: readPart({ status: v.string(), configurable: v.boolean(), order: v.string() }),
    association: readPart({ association: v.string() }),
  }),
  geometry: readPart({
    pixel_positions: v.array(
      readPart({
        index: v.number(),
        position: readPart({ x: v.number(), y: v.number(), z: v.number() }),
      }),
    ),
  }),
});

const metres = numberFrom(-100, 100);

const update = writeShape('light', {
  mode: v.optional(v.picklist(['normal', 'streaming'])),
  on: v.optional(members.writeOn),
  dimming: v.optional(members.writeDimming),
  dimming_delta: v.optional(members.writeDimmingDelta),
  dimming_configuration: v.optional(writePart({ min_level: numberFrom(0, 100) })),
  color_temperature: v.optional(members.writeColorTemperature),
  color_temperature_delta: v.optional(members.writeColorTemperatureDelta),
  color: v.optional(members.writeColor),
  dynamics: v.optional(
    writePart({
      duration: v.optional(members.writeTransition),
      speed: v.optional(numberFrom(0, 1)),
    }),
  ),
  alert: v.optional(members.writeAlert),
  signaling: v.optional(members.writeSignaling),
  gradient: v.optional(members.writeGradient),
  effects: v.optional(members.writeEffects),
  effects_v2: v.optional(members.writeEffectsV2),
  timed_effects: v.optional(
    writePart({
      effect: openEnum(members.knownTimedEffects),
      duration: v.optional(integerFrom(0, members.longestTimedEffect)),
    }),
  ),
  powerup: v.optional(
    writePart({
      preset: openEnum(['safety', 'powerfail', 'last_on_state', 'custom']),
      on: v.optional(
        writePart({
          mode: v.picklist(['on', 'toggle', 'previous']),
          on: v.optional(members.writeOn),
        }),
      ),
      dimming: v.optional(
        writePart({
          mode: v.picklist(['dimming', 'previous']),
          dimming: v.optional(members.writeDimming),
        }),
      ),
      color: v.optional(
        writePart({
          mode: v.picklist(['color_temperature', 'color', 'previous']),
          color_temperature: v.optional(members.writeColorTemperature),
          color: v.optional(members.writeColor),
        }),
      ),
    }),
  ),
  identify: v.optional(members.writeIdentify),
  metadata: v.optional(
    writePart({
      name: v.optional(members.writeMetadataName),
      archetype: v.optional(openEnum(['classic_bulb'])),
      function: v.optional(openEnum(['functional', 'decorative', 'mixed', 'unknown'])),
    }),
  ),
  content_configuration: v.optional(
    writePart({
      orientation: v.optional(writePart({ orientation: v.picklist(['horizontal', 'vertical']) })),
      order: v.optional(writePart({ order: v.picklist(['forward', 'reversed']) })),
      association: v.optional(writePart({ association: v.picklist(['not_associated', 'screen']) })),
    }),
  ),
  geometry: v.optional(
    writePart({
      pixel_positions: v.pipe(
        v.array(
          writePart({
            index: integerFrom(0, 65_535),
            position: writePart({ x: metres, y: metres, z: metres }),
          }),
        ),
        v.maxLength(5),
      ),
    }),
  ),
});

/** A lamp. Service document, section 2.4; body widened by the Hue CLIP API reference. */
export const light = defineResource({
  rtype: 'light',
  origin: 'service',
  section: '2.4',
  pathParameter: 'lightId',
  operations: serviceChange,
  read,
  update,
  momentary: ['dimming_delta', 'color_temperature_delta', 'alert', 'signaling', 'identify'],
  lane: 'lamps',
  value(resource) {
    const mirek = member(resource, 'color_temperature', 'mirek');
    const x = member(resource, 'color', 'xy', 'x');
    const y = member(resource, 'color', 'xy', 'y');
    return {
      on: member(resource, 'on', 'on'),
      ...optional('brightness', member(resource, 'dimming', 'brightness')),
      ...(typeof mirek === 'number' && mirek > 0 ? { kelvin: mirekToKelvin(mirek) } : {}),
      ...(typeof x === 'number' && typeof y === 'number'
        ? { color: rgbToHex(xyToRgb({ x, y })) }
        : {}),
    };
  },
});

const optional = (name: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [name]: value };
