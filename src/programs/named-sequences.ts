import type { Members } from '../resources/members';

export interface NamedSequence {
  /** Duration of each step in ms under `for`. A white lamp uses the brightness. */
  steps: readonly (Members & { for: number })[];
  isRandom?: true;
  /** If the message has none; endless if missing. */
  rounds?: number;
}

/** The transition is as long as the step. */
const glide = (duration: number, words: Members): NamedSequence['steps'][number] => ({
  ...words,
  transition: duration,
  for: duration,
});

/** The step has no transition. */
const cut = (duration: number, words: Members): NamedSequence['steps'][number] => ({
  ...words,
  transition: 0,
  for: duration,
});

const colors = (names: readonly string[], duration: number): NamedSequence['steps'] =>
  names.map((color) => glide(duration, { color, brightness: 100 }));

export const namedSequences: Readonly<Record<string, NamedSequence>> = {
  candle: {
    isRandom: true,
    steps: (
      [
        [700, 42],
        [400, 50],
        [900, 46],
        [300, 30],
        [600, 54],
        [500, 38],
        [800, 48],
        [250, 22],
        [650, 44],
      ] as const
    ).map(([duration, brightness]) => glide(duration, { brightness, color: '#ff8a1f' })),
  },
  fire: {
    isRandom: true,
    steps: [
      glide(350, { color: '#ff3d00', brightness: 75 }),
      glide(250, { color: '#ff6a00', brightness: 100 }),
      glide(500, { color: '#ff2200', brightness: 50 }),
      glide(300, { color: '#ff8c1a', brightness: 90 }),
      glide(400, { color: '#ff5200', brightness: 65 }),
      glide(250, { color: '#e63000', brightness: 40 }),
    ],
  },
  sea: {
    steps: [
      glide(7_000, { color: '#0077be', brightness: 60 }),
      glide(9_000, { color: '#00a3a3', brightness: 80 }),
      glide(6_000, { color: '#1ca9c9', brightness: 45 }),
      glide(10_000, { color: '#004f98', brightness: 35 }),
    ],
  },
  aurora: {
    isRandom: true,
    steps: ['#00ff88', '#00d4aa', '#3355ff', '#8a2be2', '#22ff66'].map((color, index) =>
      glide(6_000 + 1_500 * index, { color, brightness: 40 + 10 * index }),
    ),
  },
  'sunset glow': {
    steps: [
      glide(20_000, { color: '#ff9a3c', brightness: 70 }),
      glide(20_000, { color: '#ff6b3d', brightness: 55 }),
      glide(20_000, { color: '#d9487d', brightness: 40 }),
      glide(20_000, { color: '#ff7f50', brightness: 50 }),
    ],
  },
  forest: {
    isRandom: true,
    steps: ['#3cb043', '#2e8b57', '#7ba05b', '#9acd32'].map((color, index) =>
      glide(8_000, { color, brightness: 35 + 10 * index }),
    ),
  },
  rainbow: {
    steps: colors(['red', 'orange', 'yellow', 'lime', 'cyan', 'blue', 'magenta'], 3_000),
  },
  party: {
    isRandom: true,
    steps: ['red', 'yellow', 'lime', 'cyan', 'blue', 'magenta'].map((color) =>
      cut(1_000, { color, brightness: 100 }),
    ),
  },
  police: {
    steps: [
      cut(500, { color: 'blue', brightness: 100 }),
      cut(300, { color: 'blue', brightness: 1 }),
      cut(500, { color: 'red', brightness: 100 }),
      cut(300, { color: 'red', brightness: 1 }),
    ],
  },
  'traffic light': {
    steps: [
      cut(8_000, { color: 'red', brightness: 100 }),
      cut(1_500, { color: 'orange', brightness: 100 }),
      cut(8_000, { color: 'lime', brightness: 100 }),
      cut(2_500, { color: 'gold', brightness: 100 }),
    ],
  },
  alarm: {
    steps: [cut(600, { color: 'red', brightness: 100 }), cut(600, { color: 'red', brightness: 5 })],
  },
  heartbeat: {
    steps: [
      glide(200, { color: '#c00000', brightness: 90 }),
      glide(250, { color: '#c00000', brightness: 25 }),
      glide(200, { color: '#c00000', brightness: 75 }),
      glide(900, { color: '#c00000', brightness: 10 }),
    ],
  },
  lighthouse: {
    steps: [
      glide(600, { kelvin: 5000, brightness: 100 }),
      glide(600, { kelvin: 5000, brightness: 3 }),
      { for: 4_000 },
    ],
  },
  storm: {
    isRandom: true,
    steps: [
      cut(200, { kelvin: 6500, brightness: 100 }),
      glide(3_000, { color: '#33415c', brightness: 10 }),
      glide(4_000, { color: '#22304a', brightness: 6 }),
      cut(250, { kelvin: 6500, brightness: 70 }),
      glide(5_000, { color: '#33415c', brightness: 12 }),
    ],
  },
  doorbell: {
    rounds: 3,
    steps: [
      cut(500, { kelvin: 4000, brightness: 100 }),
      cut(500, { kelvin: 4000, brightness: 10 }),
    ],
  },
};
