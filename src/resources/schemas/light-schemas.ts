import * as v from 'valibot';
import {
  createBoundedIntegerSchema,
  createBoundedNumberSchema,
  createOpenEnumSchema,
  createObjectWriteSchema,
} from './schema-builders';

/** Effects of the Hue CLIP API reference; newer bridges may know more. */
export const effectNames = [
  'prism',
  'opal',
  'glisten',
  'sparkle',
  'fire',
  'candle',
  'underwater',
  'cosmos',
  'sunbeam',
  'enchant',
  'no_effect',
] as const;

/** Timed effects of the Hue CLIP API reference. */
export const timedEffectNames = ['sunrise', 'sunset', 'no_effect'] as const;

/** Signals of the Hue CLIP API reference. */
export const signalNames = ['no_signal', 'on_off', 'on_off_color', 'alternating'] as const;

/** Gradient modes of the Hue CLIP API reference. */
export const gradientModes = [
  'interpolated_palette',
  'interpolated_palette_mirrored',
  'random_pixelated',
  'segmented_palette',
] as const;

/** In ms (probed on a real bridge: one more is refused). */
export const maxTransition = 6_000_000;

/** In ms. Hue CLIP API reference. */
export const maxTimedEffectDuration = 21_600_000;

/** In ms. Hue CLIP API reference. */
export const maxSignalDuration = 65_534_000;

/** Range of colour temperatures and largest step, in mirek. Hue CLIP API reference. */
export const acceptedMirekRange = [50, 1000] as const;
export const maxMirekStep = 950;

const xyWriteSchema = createObjectWriteSchema({
  x: createBoundedNumberSchema(0, 1),
  y: createBoundedNumberSchema(0, 1),
});
const percentSchema = createBoundedNumberSchema(0, 100);
const mirekSchema = createBoundedIntegerSchema(...acceptedMirekRange);
const deltaActionSchema = v.picklist(['up', 'down', 'stop']);

export const onMemberWriteSchema = createObjectWriteSchema({ on: v.boolean() });
export const dimmingWriteSchema = createObjectWriteSchema({ brightness: percentSchema });
export const colorWriteSchema = createObjectWriteSchema({ xy: xyWriteSchema });
export const colorTemperatureWriteSchema = createObjectWriteSchema({ mirek: mirekSchema });

export const dimmingDeltaWriteSchema = createObjectWriteSchema({
  action: deltaActionSchema,
  brightness_delta: v.optional(percentSchema),
});

export const colorTemperatureDeltaWriteSchema = createObjectWriteSchema({
  action: deltaActionSchema,
  mirek_delta: v.optional(createBoundedIntegerSchema(0, maxMirekStep)),
});

export const transitionWriteSchema = createBoundedIntegerSchema(0, maxTransition);

export const alertWriteSchema = createObjectWriteSchema({
  action: createOpenEnumSchema(['breathe']),
});

export const signalingWriteSchema = createObjectWriteSchema({
  signal: createOpenEnumSchema(signalNames),
  duration: v.optional(createBoundedIntegerSchema(0, maxSignalDuration)),
  colors: v.optional(v.pipe(v.array(colorWriteSchema), v.minLength(1), v.maxLength(2))),
});

export const gradientWriteSchema = createObjectWriteSchema({
  points: v.pipe(
    v.array(createObjectWriteSchema({ color: colorWriteSchema })),
    v.minLength(2),
    v.maxLength(5),
  ),
  mode: v.optional(createOpenEnumSchema(gradientModes)),
});

export const effectsWriteSchema = createObjectWriteSchema({
  effect: createOpenEnumSchema(effectNames),
});

export const effectsV2WriteSchema = createObjectWriteSchema({
  action: createObjectWriteSchema({
    effect: createOpenEnumSchema(effectNames),
    parameters: v.optional(
      createObjectWriteSchema({
        color: v.optional(colorWriteSchema),
        color_temperature: v.optional(colorTemperatureWriteSchema),
        speed: v.optional(createBoundedNumberSchema(0, 1)),
      }),
    ),
  }),
});

export const identifyWriteSchema = createObjectWriteSchema({
  action: v.literal('identify'),
  duration: v.optional(createBoundedIntegerSchema(0, maxSignalDuration)),
});
