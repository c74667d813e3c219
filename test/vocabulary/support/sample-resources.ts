import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describeProblem } from '../../../src/resources/describe-problem';
import type { ReadCommand } from '../../../src/vocabulary/formats/light-formats';
import type { Resource } from '../../../src/resources/resource';
import type { CommandProblem, ParseResult } from '../../../src/vocabulary/parse-result';
import type { ResourceIndex } from '../../../src/vocabulary/lookup';
import { createStateCache } from '../../bridge/support/stored-resources';

/** An id that is easy to distinguish from others. */
export const id = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A lamp that can do everything. */
export const colorLamp: Resource = {
  type: 'light',
  id: id(11),
  owner: { rid: id(1), rtype: 'device' },
  metadata: { name: 'Floor lamp', archetype: 'floor_shade', function: 'mixed' },
  identify: {},
  on: { on: true },
  dimming: { brightness: 50, min_dim_level: 0.2 },
  dimming_delta: {},
  color_temperature: {
    mirek: 370,
    mirek_valid: true,
    mirek_schema: { mirek_minimum: 153, mirek_maximum: 454 },
  },
  color_temperature_delta: {},
  color: { xy: { x: 0.4, y: 0.4 }, gamut_type: 'C' },
  alert: { action_values: ['breathe'] },
  signaling: { signal_values: ['no_signal', 'on_off', 'on_off_color', 'alternating'] },
  gradient: { points_capable: 5, mode_values: ['interpolated_palette', 'random_pixelated'] },
  effects: { effect_values: ['no_effect', 'candle', 'fire'] },
  effects_v2: { action: { effect_values: ['no_effect', 'candle', 'fire', 'cosmos'] } },
  timed_effects: { effect_values: ['no_effect', 'sunrise'] },
  powerup: { preset: 'safety' },
};

/** A lamp that shows shades of white and nothing else. */
export const whiteLamp: Resource = {
  type: 'light',
  id: id(12),
  owner: { rid: id(2), rtype: 'device' },
  metadata: { name: 'Ceiling' },
  on: { on: false },
  dimming: { brightness: 20 },
  color_temperature: {
    mirek: null,
    mirek_valid: false,
    mirek_schema: { mirek_minimum: 153, mirek_maximum: 454 },
  },
  effects: { effect_values: ['no_effect', 'candle'] },
};

/** A plug: it can only be on or off. */
export const plug: Resource = {
  type: 'light',
  id: id(13),
  owner: { rid: id(3), rtype: 'device' },
  metadata: { name: 'Fan' },
  on: { on: false },
};

const createDevice = (number: number, name: string): Resource => ({
  type: 'device',
  id: id(number),
  metadata: { name },
});

const createRoom = (number: number, name: string, devices: readonly number[]): Resource => ({
  type: 'room',
  id: id(number),
  metadata: { name, archetype: 'other' },
  children: devices.map((rid) => ({ rid: id(rid), rtype: 'device' })),
  services: [{ rid: id(number + 100), rtype: 'grouped_light' }],
});

const createGroupedLight = (number: number): Resource => ({
  type: 'grouped_light',
  id: id(number + 100),
  owner: { rid: id(number), rtype: 'room' },
  on: { on: true },
});

const createScene = (number: number, name: string, group: number): Resource => ({
  type: 'scene',
  id: id(number),
  metadata: { name },
  group: { rid: id(group), rtype: 'room' },
});

/** A small home of made-up things, some of which share a name. */
export const sampleResources: readonly Resource[] = [
  createDevice(1, 'Floor lamp'),
  createDevice(2, 'Ceiling'),
  createDevice(3, 'Fan'),
  createDevice(4, 'Ceiling'),
  createDevice(5, 'Hall sensor'),
  createDevice(6, 'Spare bulb'),
  colorLamp,
  whiteLamp,
  plug,
  { ...whiteLamp, id: id(14), owner: { rid: id(4), rtype: 'device' } },
  {
    type: 'light',
    id: id(16),
    owner: { rid: id(6), rtype: 'device' },
    metadata: { name: 'Lampe/🌈' },
    on: { on: true },
  },
  {
    type: 'motion',
    id: id(15),
    owner: { rid: id(5), rtype: 'device' },
    enabled: true,
    sensitivity: { status: 'set', sensitivity: 2, sensitivity_max: 4 },
  },
  {
    type: 'temperature',
    id: id(17),
    owner: { rid: id(5), rtype: 'device' },
    enabled: true,
  },
  createRoom(21, 'Living room', [1, 2]),
  createRoom(22, 'Kitchen', [3, 4]),
  createRoom(23, 'Attic', []),
  createGroupedLight(21),
  createGroupedLight(22),
  createGroupedLight(23),
  createScene(31, 'Bright', 21),
  createScene(32, 'Relax', 21),
  createScene(33, 'Bright', 22),
  {
    type: 'smart_scene',
    id: id(41),
    metadata: { name: 'Natural light' },
    group: { rid: id(21), rtype: 'room' },
    state: 'inactive',
  },
];

/** The home as a client knows it. */
export const sampleIndex: ResourceIndex = createIndex(sampleResources);

/** An index of other resources. */
export function createIndex(content: readonly Resource[]): ResourceIndex {
  return createStateCache(structuredClone(content));
}

/** The value of a result that must hold one. */
export function expectValue<T>(result: ParseResult<T>): T {
  assert.ok(result.ok, result.ok ? '' : describeProblem(result.problem));
  return result.value;
}

/** The command of a message in another format and its warnings, without the paths of its words. */
export function expectCommand(result: ParseResult<ReadCommand>): ReadCommand {
  const { command, warnings } = expectValue(result);
  return { command, warnings };
}

/** The problem of a result that must hold one. */
export function expectProblem(result: ParseResult<unknown>): CommandProblem {
  assert.ok(!result.ok, result.ok ? `accepted as ${JSON.stringify(result.value)}` : '');
  return result.problem;
}

/** What a result without a value depends on; undefined if the value is wrong in any state. */
export function expectNeeds(result: ParseResult<unknown>): 'state' | 'members' | undefined {
  expectProblem(result);
  return result.ok ? undefined : result.needs;
}

/** The sentence of a result that must hold a problem. */
export const expectSentence = (result: ParseResult<unknown>): string =>
  describeProblem(expectProblem(result));

/** A value as the name of a test shows it. */
export const toTestName = (value: unknown): string =>
  inspect(value, { breakLength: Infinity, compact: true, depth: 6 }).slice(0, 150);
