import * as v from 'valibot';
import { integerFrom, numberFrom, openEnum, readPart, textOf, writePart } from './schema';

/** Effects of the Hue CLIP API reference; newer bridges may know more. */
export const knownEffects = [
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
export const knownTimedEffects = ['sunrise', 'sunset', 'no_effect'] as const;

/** Signals of the Hue CLIP API reference. */
export const knownSignals = ['no_signal', 'on_off', 'on_off_color', 'alternating'] as const;

/** Gradient modes of the Hue CLIP API reference. */
export const knownGradientModes = [
  'interpolated_palette',
  'interpolated_palette_mirrored',
  'random_pixelated',
  'segmented_palette',
] as const;

/** Longest transition that a bridge takes, in ms (probed on a real bridge: one more is refused). */
export const longestTransition = 6_000_000;

/** Longest timed effect that a bridge takes, in ms. Hue CLIP API reference. */
export const longestTimedEffect = 21_600_000;

/** Longest signal that a bridge takes, in ms. Hue CLIP API reference. */
export const longestSignal = 65_534_000;

/** Colour temperatures that a bridge takes, and its largest step, in mirek. Hue CLIP API reference. */
export const mirekRange = [50, 1000] as const;
export const largestMirekStep = 950;

export const readXy = readPart({ x: v.number(), y: v.number() });
export const readColor = readPart({ xy: readXy });
export const readDimming = readPart({ brightness: v.number(), min_dim_level: v.number() });

const writeXy = writePart({ x: numberFrom(0, 1), y: numberFrom(0, 1) });
const percent = numberFrom(0, 100);
const mirek = integerFrom(...mirekRange);
const deltaAction = v.picklist(['up', 'down', 'stop']);

export const writeOn = writePart({ on: v.boolean() });
export const writeDimming = writePart({ brightness: percent });
export const writeColor = writePart({ xy: writeXy });
export const writeColorTemperature = writePart({ mirek });
export const writeMetadataName = textOf(1, 32);

export const writeDimmingDelta = writePart({
  action: deltaAction,
  brightness_delta: v.optional(percent),
});

export const writeColorTemperatureDelta = writePart({
  action: deltaAction,
  mirek_delta: v.optional(integerFrom(0, largestMirekStep)),
});

export const writeTransition = integerFrom(0, longestTransition);

export const writeAlert = writePart({ action: openEnum(['breathe']) });

export const writeSignaling = writePart({
  signal: openEnum(knownSignals),
  duration: v.optional(integerFrom(0, longestSignal)),
  colors: v.optional(v.pipe(v.array(writeColor), v.minLength(1), v.maxLength(2))),
});

export const writeGradient = writePart({
  points: v.pipe(v.array(writePart({ color: writeColor })), v.minLength(2), v.maxLength(5)),
  mode: v.optional(openEnum(knownGradientModes)),
});

export const writeEffects = writePart({ effect: openEnum(knownEffects) });

export const writeEffectsV2 = writePart({
  action: writePart({
    effect: openEnum(knownEffects),
    parameters: v.optional(
      writePart({
        color: v.optional(writeColor),
        color_temperature: v.optional(writeColorTemperature),
        speed: v.optional(numberFrom(0, 1)),
      }),
    ),
  }),
});

export const writeIdentify = writePart({
  action: v.literal('identify'),
  duration: v.optional(integerFrom(0, longestSignal)),
});
