import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureId } from '../../../src/simulator';
import {
  getBrightnessForTimeOfDay,
  getMirekForTimeOfDay,
} from '../../../src/units/light-for-time-of-day';

export const page = readFileSync(join(process.cwd(), 'docs', 'moving.md'), 'utf8');

export const parseJson = (text: string): unknown => JSON.parse(text);

/** A row of a table of the page: what HueMagic takes, and what is sent here instead. */
export interface Row {
  source: unknown;
  payload: unknown;
}

/** Rows of the first table below a heading whose first two cells are JSON. */
export function readRows(heading: string): readonly Row[] {
  const [, section = ''] = page.split(`### ${heading}\n`);
  const [table = ''] = section.split(/^#/m);
  const cells = [...table.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\|/gm)];
  const rows = cells.filter(([, source]) => source !== 'msg.payload');
  return rows.map(([, source = '', payload = '']) => ({
    source: parseJson(source),
    payload: parseJson(payload),
  }));
}

/** A lamp that takes all words, with gradients and effects. */
export const lamp = createFixtureId('light/tv-strip');
export const red = { x: 0.6915, y: 0.3083 };
/** What HueMagic 5.0.1 sends to a lamp of gamut C for red, green and blue from 0 to 255. */
const [hotPink, orange, mixed, paleRed] = [
  { x: 0.4661, y: 0.2374 },
  { x: 0.6067, y: 0.372 },
  { x: 0.6033, y: 0.2656 },
  { x: 0.5297, y: 0.2961 },
];
/** A lamp before each row: on at 50 %, with a colour or with a white. */
export const redLamp = { color: { xy: red } };
const whiteLamp = { color_temperature: { mirek: 370 } };

/** What a row leads to, by what HueMagic does with the message on its left. */
interface Expected {
  source: unknown;
  /** State before, where it is not red at 50 %. */
  before?: object;
  /** True for a state of the lamp that HueMagic leads to. */
  shows(lamp: Resource, written: unknown): boolean;
}

const near = (one: unknown, other: number, tolerance: number): boolean =>
  typeof one === 'number' && Math.abs(one - other) <= tolerance;
export const isOn = (resource: Resource): unknown => getNestedMember(resource, 'on', 'on');
const hasBrightness =
  (percent: number) =>
  (resource: Resource): boolean =>
    isOn(resource) === true &&
    near(getNestedMember(resource, 'dimming', 'brightness'), percent, 0.5);
const hasMirek =
  (mirek: number) =>
  (resource: Resource): boolean =>
    near(getNestedMember(resource, 'color_temperature', 'mirek'), mirek, 1);
export const hasXy =
  (xy: { x: number; y: number }) =>
  (resource: Resource): boolean =>
    near(getNestedMember(resource, 'color', 'xy', 'x'), xy.x, 0.025) &&
    near(getNestedMember(resource, 'color', 'xy', 'y'), xy.y, 0.025);
const hasWritten =
  (value: unknown, ...path: readonly string[]) =>
  (_resource: Resource, written: unknown): boolean =>
    isDeepStrictEqual(getNestedMember(written, ...path), value);
const countPoints = (resource: Resource): number => {
  const points = getNestedMember(resource, 'gradient', 'points');
  return Array.isArray(points) ? points.length : 0;
};

export const lampRows: readonly Expected[] = [
  { source: true, before: { on: { on: false } }, shows: (state) => isOn(state) === true },
  { source: { on: false }, shows: (state) => isOn(state) === false },
  { source: { toggle: true }, shows: (state) => isOn(state) === false },
  { source: { brightness: 40 }, shows: hasBrightness(40) },
  { source: { brightness: 0 }, shows: (state) => isOn(state) === false },
  {
    source: { brightness: 'auto' },
    shows: (state) => hasBrightness(getBrightnessForTimeOfDay(new Date()))(state),
  },
  { source: { brightnessLevel: 127 }, shows: hasBrightness(50) },
  { source: { incrementBrightness: 10 }, shows: hasBrightness(60) },
  { source: { incrementBrightness: true }, shows: hasBrightness(51) },
  { source: { decrementBrightness: 10 }, shows: hasBrightness(40) },
  { source: { decrementBrightness: 60 }, shows: (state) => isOn(state) === false },
  { source: { color: 'red' }, before: whiteLamp, shows: hasXy(red) },
  { source: { color: 'hotpink 3' }, shows: hasXy(hotPink) },
  {
    source: { color: 'random' },
    before: whiteLamp,
    shows: (state) => getNestedMember(state, 'color_temperature', 'mirek') === null,
  },
  { source: { hex: 'f80' }, shows: hasXy(orange) },
  { source: { hex: '#ff8800cc' }, shows: hasXy(orange) },
  { source: { rgb: [255, 136, 0] }, shows: hasXy(orange) },
  { source: { xyColor: { x: 0.4, y: 0.4 } }, shows: hasXy({ x: 0.4, y: 0.4 }) },
  {
    source: { mixColor: { color: 'blue', amount: 70 } },
    shows: hasXy(mixed),
  },
  { source: { mixColor: { hex: '#0000ff', amount: 70 } }, shows: hasXy(mixed) },
  { source: { saturation: 50 }, shows: hasXy(paleRed) },
  { source: { colorTemp: 370 }, shows: hasMirek(370) },
  { source: { colorTemp: 'cold' }, shows: hasMirek(153) },
  { source: { colorTemp: 'normal' }, shows: hasMirek(240) },
  { source: { colorTemp: 'warm' }, shows: hasMirek(400) },
  { source: { colorTemp: 'hot' }, shows: hasMirek(500) },
  {
    source: { colorTemp: 'auto' },
    shows: (state) => hasMirek(getMirekForTimeOfDay(new Date()))(state),
  },
  { source: { incrementColorTemp: 20 }, before: whiteLamp, shows: hasMirek(390) },
  { source: { decrementColorTemp: 20 }, before: whiteLamp, shows: hasMirek(350) },
  {
    source: { brightness: 30, transitionTime: 2 },
    shows: hasWritten({ duration: 2_000 }, 'dynamics'),
  },
  {
    source: { gradient: { hex: ['#ff0000', '#0000ff'] } },
    shows: (state) => countPoints(state) === 2,
  },
  {
    source: {
      gradient: {
        rgb: [
          [255, 0, 0],
          [0, 0, 255],
        ],
        mode: 'interpolated_palette_mirrored',
      },
    },
    shows: (state) =>
      countPoints(state) === 2 &&
      getNestedMember(state, 'gradient', 'mode') === 'interpolated_palette_mirrored',
  },
  {
    source: {
      gradient: {
        xyColor: [
          { x: 0.6, y: 0.3 },
          { x: 0.2, y: 0.1 },
        ],
      },
    },
    shows: (state) => countPoints(state) === 2,
  },
  {
    source: { effect: 'candle' },
    shows: (state) => getNestedMember(state, 'effects', 'status') === 'candle',
  },
  {
    source: { effect: 'candle', effectSpeed: 0.5 },
    shows: (state) => getNestedMember(state, 'effects_v2', 'status', 'parameters', 'speed') === 0.5,
  },
  {
    source: { effect: false },
    shows: (state) => getNestedMember(state, 'effects', 'status') === 'no_effect',
  },
  {
    source: { timedEffect: 'sunrise', duration: 600 },
    shows: hasWritten({ effect: 'sunrise', duration: 600_000 }, 'timed_effects'),
  },
  {
    source: { timedEffect: false },
    shows: hasWritten({ effect: 'no_effect' }, 'timed_effects'),
  },
  {
    source: { powerUp: 'safety' },
    shows: (state) => getNestedMember(state, 'powerup', 'preset') === 'safety',
  },
  {
    source: { powerUp: { preset: 'custom', on: true, brightness: 50, colorTemp: 400 } },
    shows: (state) =>
      getNestedMember(state, 'powerup', 'preset') === 'custom' &&
      getNestedMember(state, 'powerup', 'color', 'color_temperature', 'mirek') === 400,
  },
  {
    source: {
      powerUp: { preset: 'custom', on: true, brightness: 50, xyColor: { x: 0.4, y: 0.4 } },
    },
    shows: (state) =>
      getNestedMember(state, 'powerup', 'preset') === 'custom' &&
      getNestedMember(state, 'powerup', 'color', 'color', 'xy', 'x') === 0.4,
  },
  {
    source: { alert: 5 },
    shows: hasWritten({ signal: 'on_off', duration: 5_000 }, 'signaling'),
  },
  {
    source: { alert: 5, color: 'red' },
    shows: (_state, written) =>
      getNestedMember(written, 'signaling', 'signal') === 'on_off_color' &&
      getNestedMember(written, 'signaling', 'duration') === 5_000,
  },
  {
    source: { alert: 5, on: true, hex: '#ff0000' },
    shows: (_state, written) =>
      getNestedMember(written, 'signaling', 'signal') === 'on_off_color' &&
      getNestedMember(written, 'signaling', 'duration') === 5_000,
  },
  { source: { colorloop: 10 }, before: whiteLamp, shows: hasXy(red) },
  {
    source: { colorloop: 10, brightness: 40 },
    shows: (state) => hasBrightness(40)(state) && hasXy(red)(state),
  },
  { source: { status: true }, shows: hasBrightness(50) },
];

/** Words that mean something else here: no error can name the new one. */
export const otherMeanings: readonly unknown[] = [{ saturation: 50 }];
