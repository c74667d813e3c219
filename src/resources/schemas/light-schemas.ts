import * as v from 'valibot';
import {
  boundedIntegerSchema,
  boundedNumberSchema,
  openEnumSchema,
  objectReadSchema,
  boundedTextSchema,
  objectWriteSchema,
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

/** Longest transition that a bridge takes, in ms (probed on a real bridge: one more is refused). */
export const maxTransition = 6_000_000;

/** Longest timed effect that a bridge takes, in ms. Hue CLIP API reference. */
export const maxTimedEffectDuration = 21_600_000;

/** Longest signal that a bridge takes, in ms. Hue CLIP API reference. */
export const maxSignalDuration = 65_534_000;

/** Range of colour temperatures and largest step that a bridge takes, in mirek. Hue CLIP API reference. */
export const acceptedMirekRange = [50, 1000] as const;
export const maxMirekStep = 950;

export const xyReadSchema = objectReadSchema({ x: v.number(), y: v.number() });
export const colorReadSchema = objectReadSchema({ xy: xyReadSchema });
export const dimmingReadSchema = objectReadSchema({
  brightness: v.number(),
  min_dim_level: v.number(),
});

const xyWriteSchema = objectWriteSchema({
  x: boundedNumberSchema(0, 1),
  y: boundedNumberSchema(0, 1),
});
const percentSchema = boundedNumberSchema(0, 100);
const mirekSchema = boundedIntegerSchema(...acceptedMirekRange);
const deltaActionSchema = v.picklist(['up', 'down', 'stop']);

export const onMemberWriteSchema = objectWriteSchema({ on: v.boolean() });
export const dimmingWriteSchema = objectWriteSchema({ brightness: percentSchema });
export const colorWriteSchema = objectWriteSchema({ xy: xyWriteSchema });
export const colorTemperatureWriteSchema = objectWriteSchema({ mirek: mirekSchema });
export const metadataNameSchema = boundedTextSchema(1, 32);

export const dimmingDeltaWriteSchema = objectWriteSchema({
  action: deltaActionSchema,
  brightness_delta: v.optional(percentSchema),
});

export const colorTemperatureDeltaWriteSchema = objectWriteSchema({
  action: deltaActionSchema,
  mirek_delta: v.optional(boundedIntegerSchema(0, maxMirekStep)),
});

export const transitionWriteSchema = boundedIntegerSchema(0, maxTransition);

export const alertWriteSchema = objectWriteSchema({ action: openEnumSchema(['breathe']) });

export const signalingWriteSchema = objectWriteSchema({
  signal: openEnumSchema(signalNames),
  duration: v.optional(boundedIntegerSchema(0, maxSignalDuration)),
  colors: v.optional(v.pipe(v.array(colorWriteSchema), v.minLength(1), v.maxLength(2))),
});

export const gradientWriteSchema = objectWriteSchema({
  points: v.pipe(
    v.array(objectWriteSchema({ color: colorWriteSchema })),
    v.minLength(2),
    v.maxLength(5),
  ),
  mode: v.optional(openEnumSchema(gradientModes)),
});

export const effectsWriteSchema = objectWriteSchema({ effect: openEnumSchema(effectNames) });

export const effectsV2WriteSchema = objectWriteSchema({
  action: objectWriteSchema({
    effect: openEnumSchema(effectNames),
    parameters: v.optional(
      objectWriteSchema({
        color: v.optional(colorWriteSchema),
        color_temperature: v.optional(colorTemperatureWriteSchema),
        speed: v.optional(boundedNumberSchema(0, 1)),
      }),
    ),
  }),
});

export const identifyWriteSchema = objectWriteSchema({
  action: v.literal('identify'),
  duration: v.optional(boundedIntegerSchema(0, maxSignalDuration)),
});
