import * as v from 'valibot';
import { boundedInteger, boundedNumber, openEnum } from './schemas';

/** Hue CLIP API reference; newer bridges may know more. */
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

/** Hue CLIP API reference. */
export const timedEffectNames = ['sunrise', 'sunset', 'no_effect'] as const;

/** Hue CLIP API reference. */
export const signalNames = ['no_signal', 'on_off', 'on_off_color', 'alternating'] as const;

/** Hue CLIP API reference. */
export const gradientModes = [
  'interpolated_palette',
  'interpolated_palette_mirrored',
  'random_pixelated',
  'segmented_palette',
] as const;

/** In ms (a real bridge refuses one more). */
export const maxTransition = 6_000_000;

/** In ms. Hue CLIP API reference. */
export const maxTimedEffectDuration = 21_600_000;

/** In ms. Hue CLIP API reference. */
export const maxSignalDuration = 65_534_000;

/** Range of colour temperatures and largest step, in mirek. Hue CLIP API reference. */
export const acceptedMirekRange = [50, 1000] as const;
export const maxMirekStep = 950;

const xyWriteSchema = v.strictObject({
  x: boundedNumber(0, 1),
  y: boundedNumber(0, 1),
});
const percentSchema = boundedNumber(0, 100);
const mirekSchema = boundedInteger(...acceptedMirekRange);
const deltaActionSchema = v.picklist(['up', 'down', 'stop']);

export const onMemberWriteSchema = v.strictObject({ on: v.boolean() });
export const dimmingWriteSchema = v.strictObject({ brightness: percentSchema });
export const colorWriteSchema = v.strictObject({ xy: xyWriteSchema });
export const colorTemperatureWriteSchema = v.strictObject({ mirek: mirekSchema });

export const dimmingDeltaWriteSchema = v.strictObject({
  action: deltaActionSchema,
  brightness_delta: v.optional(percentSchema),
});

export const colorTemperatureDeltaWriteSchema = v.strictObject({
  action: deltaActionSchema,
  mirek_delta: v.optional(boundedInteger(0, maxMirekStep)),
});

export const transitionWriteSchema = boundedInteger(0, maxTransition);

export const alertWriteSchema = v.strictObject({
  action: openEnum(['breathe']),
});

export const signalingWriteSchema = v.strictObject({
  signal: openEnum(signalNames),
  duration: v.optional(boundedInteger(0, maxSignalDuration)),
  colors: v.optional(v.pipe(v.array(colorWriteSchema), v.minLength(1), v.maxLength(2))),
});

export const gradientWriteSchema = v.strictObject({
  points: v.pipe(
    v.array(v.strictObject({ color: colorWriteSchema })),
    v.minLength(2),
    v.maxLength(5),
  ),
  mode: v.optional(openEnum(gradientModes)),
});

export const effectsWriteSchema = v.strictObject({
  effect: openEnum(effectNames),
});

export const effectsV2WriteSchema = v.strictObject({
  action: v.strictObject({
    effect: openEnum(effectNames),
    parameters: v.optional(
      v.strictObject({
        color: v.optional(colorWriteSchema),
        color_temperature: v.optional(colorTemperatureWriteSchema),
        speed: v.optional(boundedNumber(0, 1)),
      }),
    ),
  }),
});

export const identifyWriteSchema = v.strictObject({
  action: v.literal('identify'),
  duration: v.optional(boundedInteger(0, maxSignalDuration)),
});
