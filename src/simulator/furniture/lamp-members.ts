type Members = Record<string, unknown>;

/** Members of a lamp that shows several colours at once. */
export const gradientMembers = (points: number): Members => ({
  gradient: {
    points: [],
    mode: 'interpolated_palette',
    points_capable: points,
    mode_values: ['interpolated_palette', 'interpolated_palette_mirrored', 'random_pixelated'],
    pixel_count: 24,
  },
});

/**
 * Members of a lamp that knows effects.
 *
 * @param names its effects
 * @param newEffects whether it also has `effects_v2`, as newer firmware does
 */
export const effectMembers = (names: readonly string[], newEffects: boolean): Members => ({
  effects: {
    status: 'no_effect',
    status_values: names,
    effect_values: names,
  },
  ...(newEffects
    ? {
        effects_v2: {
          action: { effect_values: names },
          status: { effect: 'no_effect', effect_values: names },
        },
      }
    : {}),
  timed_effects: {
    status: 'no_effect',
    status_values: ['no_effect', 'sunrise', 'sunset'],
    effect_values: ['no_effect', 'sunrise', 'sunset'],
  },
});

/** What a lamp does when its power comes back. */
export const powerupMembers = (dimming: boolean, whites: boolean): Members => ({
  powerup: {
    preset: 'safety',
    configured: true,
    on: { mode: 'on', on: { on: true } },
    ...(dimming ? { dimming: { mode: 'dimming', dimming: { brightness: 100 } } } : {}),
    ...(whites ? { color: { mode: 'color_temperature', color_temperature: { mirek: 366 } } } : {}),
  },
});
