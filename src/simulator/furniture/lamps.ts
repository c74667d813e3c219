import type { Resource } from '../../resources';
import { gamutsByType } from '../../units/xy';
import { deviceWith, radioServices, referenceTo, service } from './device';
import type { Product } from './device';
import { effectMembers, gradientMembers, powerupMembers } from './lamp-members';

/** What a lamp can do. */
export interface LampModel {
  product: Product;
  dimming: boolean;
  whites?: { minimum: number; maximum: number };
  gamut?: 'A' | 'B' | 'C';
  /** Names of its effects; those of newer firmware come with `effects_v2` too. */
  effects?: readonly string[];
  newEffects?: boolean;
  gradientPoints?: number;
  /** Can it help to watch for motion? */
  senses?: boolean;
}

const simpleEffects = ['no_effect', 'candle', 'fire'];
const allEffects = [
  'no_effect',
  'candle',
  'fire',
  'prism',
  'sparkle',
  'opal',
  'glisten',
  'underwater',
  'cosmos',
  'sunbeam',
  'enchant',
];
const whites = { minimum: 153, maximum: 500 };

const product = (modelId: string, productName: string, archetype: string): Product => ({
  modelId,
  productName,
  archetype,
});

/** The kinds of lamps of the furnished home. */
export const lampModels = {
  color: {
    product: product('SIM-C3', 'Colour bulb', 'sultan_bulb'),
    dimming: true,
    whites,
    gamut: 'C',
    effects: allEffects,
    newEffects: true,
    senses: true,
  },
  oldColor: {
    product: product('SIM-B1', 'Colour bulb, first edition', 'classic_bulb'),
    dimming: true,
    whites,
    gamut: 'B',
    effects: simpleEffects,
  },
  colorStrip: {
    product: product('SIM-A1', 'Colour strip', 'hue_lightstrip'),
    dimming: true,
    gamut: 'A',
  },
  gradientStrip: {
    product: product('SIM-G5', 'Gradient strip', 'hue_lightstrip_tv'),
    dimming: true,
    whites,
    gamut: 'C',
    effects: allEffects,
    newEffects: true,
    gradientPoints: 5,
  },
  wideWhite: {
    product: product('SIM-W2', 'White bulb, warm to cold', 'spot_bulb'),
    dimming: true,
    whites: { minimum: 50, maximum: 1000 },
    senses: true,
  },
  white: {
    product: product('SIM-W1', 'White bulb, warm to cold', 'pendant_round'),
    dimming: true,
    whites: { minimum: 153, maximum: 454 },
    effects: simpleEffects,
  },
  dimmable: {
    product: product('SIM-D1', 'Dimmable bulb', 'ceiling_round'),
    dimming: true,
  },
  plug: { product: product('SIM-P1', 'Smart plug', 'plug'), dimming: false },
} as const satisfies Record<string, LampModel>;

/** Name of a kind of lamp. */
export type LampModelName = keyof typeof lampModels;

/** A lamp of the furnished home and how it stands at first. */
export interface Lamp {
  key: string;
  name: string;
  model: LampModelName;
  on?: boolean;
  brightness?: number;
  mirek?: number;
  xy?: { x: number; y: number };
}

/** A lamp: its device, its light and its other services. */
export function furnishLamp(lamp: Lamp, number: number): Resource[] {
  const model: LampModel = lampModels[lamp.model];
  const light = lightOf(lamp, model, number);
  const services: Resource[] = [light, ...radioServices(lamp.key)];
  if (model.gamut !== undefined) services.push(entertainmentOf(lamp.key, light, model));
  if (model.senses === true) {
    services.push(
      service('motion_area_candidate', lamp.key, {
        motion_sensors: [],
        capabilities: ['sensor', 'collector', 'sync'],
      }),
    );
  }
  return deviceWith({ key: lamp.key, name: lamp.name, product: model.product }, services);
}

function lightOf(lamp: Lamp, model: LampModel, number: number): Resource {
  return service('light', lamp.key, {
    id_v1: `/lights/${number}`,
    metadata: {
      name: lamp.name,
      archetype: model.product.archetype,
      function: model.product.archetype === 'plug' ? 'unknown' : 'mixed',
    },
    product_data: { name: model.product.productName, function: 'mixed' },
    identify: {},
    service_id: 0,
    on: { on: lamp.on ?? false },
    ...dimmingMembers(lamp, model),
    ...colorMembers(lamp, model),
    dynamics: {
      status: 'none',
      status_values: model.gamut === undefined ? ['none'] : ['none', 'dynamic_palette'],
      speed: 0,
      speed_valid: false,
    },
    alert: { action_values: ['breathe'] },
    signaling: { signal_values: signalsOf(model) },
    mode: 'normal',
    ...(model.gradientPoints === undefined ? {} : gradientMembers(model.gradientPoints)),
    ...(model.effects === undefined ? {} : effectMembers(model.effects, model.newEffects === true)),
    ...powerupMembers(model.dimming, model.whites !== undefined),
  });
}

const signalsOf = (model: LampModel): string[] =>
  model.gamut === undefined
    ? ['no_signal', 'on_off']
    : ['no_signal', 'on_off', 'on_off_color', 'alternating'];

const dimmingMembers = (lamp: Lamp, model: LampModel): Record<string, unknown> =>
  model.dimming
    ? { dimming: { brightness: lamp.brightness ?? 100, min_dim_level: 0.2 }, dimming_delta: {} }
    : {};

function colorMembers(lamp: Lamp, model: LampModel): Record<string, unknown> {
  const mirek = lamp.xy === undefined ? (lamp.mirek ?? 366) : null;
  return {
    ...(model.whites === undefined
      ? {}
      : {
          color_temperature: {
            mirek,
            mirek_valid: mirek !== null,
            mirek_schema: {
              mirek_minimum: model.whites.minimum,
              mirek_maximum: model.whites.maximum,
            },
          },
          color_temperature_delta: {},
        }),
    ...(model.gamut === undefined
      ? {}
      : {
          color: {
            xy: lamp.xy ?? { x: 0.4575, y: 0.4099 },
            gamut: gamutsByType[model.gamut],
            gamut_type: model.gamut,
          },
        }),
  };
}

function entertainmentOf(key: string, light: Resource, model: LampModel): Resource {
  return service('entertainment', key, {
    renderer: true,
    renderer_reference: referenceTo(light),
    proxy: true,
    equalizer: true,
    segments: {
      configurable: false,
      max_segments: model.gradientPoints ?? 1,
      segments: [{ start: 0, length: 1 }],
    },
  });
}
