import { parseSequence } from '../../../src/programs/sequence';
import { checkProgramStartCommand } from '../../../src/programs/parse-program';
import { parseDayTable } from '../../../src/programs/daylight-curve';
import { describeFields } from '../../../src/resources/describe-schema';
import { getResourceDefinition, resourceTypes } from '../../../src/resources/table';
import { maxTransition } from '../../../src/resources/light-schemas';
import type { BodyProblem } from '../../../src/resources/problems';
import type { Resource } from '../../../src/resources/resource';
import { findLikelyMistakes } from '../../../src/vocabulary/light/likely-meanings';
import { lampAbilities } from '../../../src/vocabulary/light/abilities';
import { limitTransition } from '../../../src/vocabulary/light/words/transition';
import type { LightCommandOptions } from '../../../src/vocabulary/light/command';
import type { CommandWarning, ParseResult } from '../../../src/vocabulary/parse-result';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { parseRoomCommand } from '../../../src/vocabulary/room';
import { parseSensorCommand } from '../../../src/vocabulary/sensor';
import { parseServiceBody } from '../../../src/vocabulary/service-body';
import { parseSmartSceneCommand } from '../../../src/vocabulary/smart-scene';
import { resolveResource } from '../../../src/vocabulary/lookup';
import { parseAutomationCommand } from '../../../src/vocabulary/automation';
import { parseDaylightCommand } from '../../../src/vocabulary/daylight';
import { parseLightRequest } from '../../../src/vocabulary/light/request';
import { messageLimits, parsePlainJson } from '../../../src/vocabulary/plain-json';
import { parseSceneRequest, parseSceneCommand } from '../../../src/vocabulary/scene';
import { parseSpeakerCommand } from '../../../src/vocabulary/speaker';
import {
  colorLamp,
  createIndex,
  expectProblem,
  expectValue,
  id,
  plug,
  sampleIndex,
  whiteLamp,
} from '../../vocabulary/support/sample-resources';

const at = 'Command';

const light = (payload: unknown): ParseResult<unknown> =>
  parseLightCommand(payload, undefined, 'light', { at });
const group = (payload: unknown): ParseResult<unknown> =>
  parseLightCommand(payload, undefined, 'grouped_light', { at });
const request = (payload: unknown): ParseResult<unknown> => parseLightRequest(payload, at);
const program = (payload: unknown): ParseResult<unknown> =>
  checkProgramStartCommand(payload, { at, lamp: undefined, kind: 'light' });
const sensor = (payload: unknown): ParseResult<unknown> =>
  parseSensorCommand(payload, 'motion', undefined, { at });
const newRoom = (payload: unknown): ParseResult<unknown> =>
  parseRoomCommand(payload, 'create', { home: sampleIndex, at, rtype: 'room' });
const newZone = (payload: unknown): ParseResult<unknown> =>
  parseRoomCommand(payload, 'create', { home: sampleIndex, at, rtype: 'zone' });
const scene = (payload: unknown): ParseResult<unknown> => parseSceneRequest(payload, { at });
const recall = (payload: unknown): ParseResult<unknown> => parseSceneCommand(payload, { at });
const smartScene =
  (operation: 'create' | 'update') =>
  (payload: unknown): ParseResult<unknown> =>
    parseSmartSceneCommand(payload, operation, { home: sampleIndex, at });
const newSmartScene = smartScene('create');
const automation = (payload: unknown): ParseResult<unknown> =>
  parseAutomationCommand(payload, undefined, { at });
const speaker = (payload: unknown): ParseResult<unknown> =>
  parseSpeakerCommand(payload, undefined, { at });
const daylight = (payload: unknown): ParseResult<unknown> => parseDaylightCommand(payload, at);
const dayTable = (text: unknown): ParseResult<unknown> => parseDayTable(text, at);
const body = (payload: unknown): ParseResult<unknown> =>
  parseServiceBody('light', 'update', payload, { at });
const json = (text: unknown): ParseResult<unknown> => parsePlainJson(JSON.parse(String(text)), at);
const manyLamps = createIndex(
  Array.from({ length: 10 }, (_, index) => ({
    type: 'light',
    id: id(50 + index),
    metadata: { name: 'Lamp' },
  })),
);

const manyTypes = resourceTypes.filter((rtype) => !['device', 'light', 'clip'].includes(rtype));

const weekOf = (entry: object): object => ({ name: 'Week', group: 'Kitchen', week: [entry] });

/** Wrong inputs of dialogs, by what parses them. */
const wrongInputs: readonly (readonly [
  parse: (input: unknown) => ParseResult<unknown>,
  ...inputs: readonly unknown[],
])[] = [
  [
    light,
    'bright please',
    '{"brightness": 30',
    'NaN',
    '',
    ['on'],
    {},
    { brightness: 'much' },
    { brightness: 300 },
    { brightness: 200 },
    { brightness: 50, turnOff: 'no' },
    { turnOff: true },
    { dim: 'sideways' },
    { brihgtness: 50 },
    { on: 'maybe' },
    { on: 1, toggle: true },
    { toggle: 1 },
    { turnOn: 'never' },
    { kelvin: 'cosy' },
    { kelvin: 200 },
    { mirek: 2700 },
    { color: 'redd' },
    { color: 'black' },
    { hex: 'red' },
    { rgb: [255, 136] },
    { xy: 1 },
    { hsv: 1 },
    { hue: 'red' },
    { hue: 2000 },
    { color: 'red', kelvin: 2700 },
    { transition: 'slowly' },
    { effect: { name: 'candle', color: 'red', kelvin: 2700 } },
    { effect: { name: 'candle', speed: 50 } },
    { effect: { name: 'candle', color: 'red' }, color: 'blue' },
    { effect: 5 },
    { timedEffect: 'sunrise' },
    { gradient: ['red'] },
    { signal: { signal: 'alternating', duration: '5s', colors: ['red', 'blue', 'green'] } },
    { identify: 'soon' },
    { function: 'art' },
    { powerup: { preset: 'safety', kelvin: 2700 } },
    { powerup: { on: 'sometimes' } },
    { name: '' },
    2700,
    1_766_000_000_000,
    'short_release',
    { rid: id(11), rtype: 'light' },
    { On: true },
  ],
  [group, { effect: 'candle' }],
  [
    (payload) => parseLightCommand(payload, plug, 'light', { at }),
    { brightness: 50 },
    { kelvin: 2700 },
    { color: 'red' },
    { gradient: ['red', 'blue'] },
    { effect: 'candle' },
    { timedEffect: 'sunrise' },
    { alert: 'breathe' },
    { signal: 'on_off' },
    { identify: true },
    { powerup: 'safety' },
  ],
  [(payload) => parseLightCommand(payload, colorLamp, 'light', { at }), { effect: 'disco' }],
  [
    (payload) =>
      parseLightCommand(payload, { ...colorLamp, timed_effects: { effect_values: [] } }, 'light', {
        at,
      }),
    { sunrise: '30min' },
  ],
  [(payload) => parseLightCommand(payload, whiteLamp, 'light', { at }), { kelvin: '+200' }],
  [
    request,
    { save: 'a', restore: 'b' },
    { save: '' },
    [{ target: 'Kitchen', on: true }, { on: true }],
  ],
  [
    program,
    { play: [] },
    { play: 'candel' },
    { play: [1] },
    { play: [{ for: '1s' }] },
    { play: [{ name: 'Den', for: '1s' }] },
    { play: [{ on: true, for: ['20min'] }] },
    { play: 'party', for: 0 },
    { play: 'party', repeat: 0 },
    { restore: true },
    { turnOn: 'later', name: 'Den' },
    { play: 'party', brightness: 0.5 },
    { effect: 'candle', transition: '4h' },
  ],
  [sensor, 'often', {}, { sensitivity: 'much' }],
  [(payload) => parseSensorCommand(payload, 'temperature', undefined, { at }), { sensitivity: 1 }],
  [
    newRoom,
    5,
    { name: 'Den', metadata: { name: 'Den' }, archetype: 'lounge' },
    { name: 'Den', archetype: 'cave' },
    { name: 'Den', children: [5] },
    { name: 'Den', children: [{ rid: 1 }] },
    { name: 'Den', children: [id(21)] },
    { name: 'Den', children: ['Ceiling'] },
    { name: 'Den', children: Array.from({ length: 501 }, () => 'Fan') },
    { name: 'Den', add: ['Fan'] },
    { name: 'Den', children: [''] },
    { name: 'Den', children: ['00000000-0000-4000-8000-00000000000A'] },
  ],
  [newZone, { name: 'Den', children: [5] }],
  [
    scene,
    5,
    { list: 1 },
    { everywhere: true },
    { everywhere: 'yes' },
    { next: ['Relax'] },
    { toggle: ['Relax'] },
    { store: 'x'.repeat(40) },
    { delete: 5 },
    { store: 'a', delete: 'b' },
  ],
  [recall, 'stop', { action: 'static', dynamic: true }],
  [
    newSmartScene,
    5,
    { name: 'Week', group: 'Cellar', week: [] },
    { name: 'Week', group: id(99), week: [] },
    { name: 'Week', group: { rid: 5 }, week: [{ days: 'monday', slots: [] }] },
    { name: 'Week', group: 'Kitchen' },
    { name: 'Week', group: 'Kitchen', week: [] },
    weekOf({ days: 'someday', slots: [] }),
    weekOf({ days: [], slots: [] }),
    { name: 'Week', group: 'Kitchen', week: [5] },
    weekOf({ days: 'monday', slots: [{ at: 'noon', scene: 'Bright' }] }),
    weekOf({ days: 'monday', slots: [{ at: '07:00', scene: id(31) }] }),
    weekOf({
      days: 'monday',
      slots: [
        { at: '07:00', scene: 'Bright' },
        { at: '07:00', scene: 'Bright' },
      ],
    }),
  ],
  [smartScene('update'), { group: 'Kitchen' }, { recall: {} }, { recall: 'maybe' }],
  [automation, 'perhaps', { enabled: true, toggle: true }, {}],
  [speaker, 5, { volume: 50 }, { mute: 'maybe' }],
  [daylight, 'perhaps'],
  [dayTable, '', 'noon', '06:30 2700 K 50 %, 12:00 4000 K'],
  [
    body,
    [],
    {},
    { on: 1 },
    { on: { on: 1 } },
    { id: id(11), type: 'light' },
    { gradient: { points: [] } },
    { dynamics: { duration: 'long' } },
  ],
  [(payload) => parseServiceBody('bridge', 'create', payload, { at }), {}],
  [(name) => resolveResource(manyLamps, name, ['light'], at), 'Lamp', 'Lapm'],
  [(name) => resolveResource(sampleIndex, name, ['device'], at), 'Ceiling'],
  [(name) => resolveResource(sampleIndex, name, ['scene'], at), id(21)],
  [(name) => resolveResource(sampleIndex, name, manyTypes, at), 'Nothing', id(1)],
  [
    json,
    '1e999',
    '"\\u0000"',
    '"\\ud800"',
    '{"__proto__":1}',
    '['.repeat(messageLimits.maxMessageDepth + 1) + ']'.repeat(messageLimits.maxMessageDepth + 1),
    JSON.stringify(Array.from({ length: messageLimits.maxMessageValues + 1 }, () => 1)),
    JSON.stringify('x'.repeat(messageLimits.maxMessageText + 1)),
  ],
];

/** What is wrong with each of the inputs. */
export const problems: readonly BodyProblem[] = wrongInputs.flatMap(([parse, ...inputs]) =>
  inputs.map((input) => expectProblem(parse(input))),
);
/** Fields of the bodies of all types. */
export const fields = resourceTypes.flatMap((rtype) => {
  const { create, update } = getResourceDefinition(rtype);
  return [create, update].flatMap((schema) => (schema === undefined ? [] : describeFields(schema)));
});

const ownEffects: Resource = { ...colorLamp, gradient: { points_capable: 3 } };
delete ownEffects['effects_v2'];
const brightnessLimits = { minimum: 20, maximum: 80 };

/** Commands that lamps take in part or in another way, with what is warned of. */
const warnedCommands: readonly (readonly [
  lamp: Resource,
  command: unknown,
  options: LightCommandOptions,
])[] = [
  [plug, { on: true, color: 'red', plugs: true }, {}],
  [colorLamp, { on: false, brightness: 5 }, {}],
  [ownEffects, { effect: 'candle', color: 'red' }, {}],
  [ownEffects, { effect: { name: 'candle', speed: 0.5 } }, {}],
  [ownEffects, { gradient: ['red', 'blue', 'red', 'blue'] }, {}],
  [colorLamp, { xy: [0.1, 0.8] }, {}],
  [colorLamp, { kelvin: 9000 }, {}],
  [colorLamp, { mirek: 500 }, {}],
  [colorLamp, { brightness: 5 }, { brightnessLimits }],
  [colorLamp, { brightness: 95 }, { brightnessLimits }],
  [colorLamp, { brightness: '-40' }, { brightnessLimits }],
  [colorLamp, { brightness: '+40' }, { brightnessLimits }],
];
const warnings = warnedCommands.flatMap(
  ([lamp, command, options]) =>
    expectValue(parseLightCommand(command, lamp, 'light', { at, ...options })).warnings,
);
const groupWarnings = expectValue(
  parseLightCommand({ xy: [0.1, 0.8] }, undefined, 'grouped_light', {
    at,
    findGroupLamps: () => [colorLamp],
  }),
).warnings;
const steps = { play: [{ on: true, for: '10ms' }] };
const sequenceWarnings = (
  [
    [steps, { kind: 'light', lamp: undefined }],
    [steps, { kind: 'grouped_light', lamp: undefined }],
    [steps, { kind: 'grouped_light', lamp: undefined, isSentLampByLamp: true }],
    [{ play: 'party' }, { kind: 'light', lamp: whiteLamp }],
    [{ play: 'party' }, { kind: 'light', lamp: whiteLamp, brightnessLimits }],
  ] as const
).flatMap(
  ([command, context]) =>
    expectValue(parseSequence(command, { at, shortestStep: 500, seed: 0, ...context })).warnings,
);
const manyNames = { kind: 'namesAndMore', names: ['Fan', 'Floor lamp'], more: 3 } as const;
const unsupported = lampAbilities.map(({ name }): CommandWarning => ({
  kind: 'unsupported',
  what: { kind: `${name}Part` },
  needed: { kind: `${name}Lamp` },
  lamps: ['Fan', 'Floor lamp'],
  group: 'Kitchen',
}));
/** What is warned of, of each kind. */
export const allWarnings: readonly CommandWarning[] = [
  ...warnings,
  ...groupWarnings,
  ...sequenceWarnings,
  ...limitTransition(maxTransition + 1).warnings,
  ...findLikelyMistakes(1, at),
  ...findLikelyMistakes({ brightness: 0.5, transition: 5, color: [0, 0.5, 1] }, at),
  ...unsupported,
  ...unsupported.map((warning) =>
    typeof warning === 'string' ? warning : { ...warning, lamps: manyNames },
  ),
  { kind: 'labelled', label: 'Kitchen/Fan', sentence: unsupported[0] ?? '' },
];
