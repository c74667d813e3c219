import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { validateWriteBody } from '../../src/resources/check-body';
import { isObject } from '../../src/resources/members';
import type { ResourceType } from '../../src/resources/table';
import { describeProblem } from '../../src/resources/describe-problem';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { resolveResource } from '../../src/vocabulary/lookup';
import { parseRoomCommand } from '../../src/vocabulary/room';
import { parseSceneCommand } from '../../src/vocabulary/scene';
import { parseSensorCommand } from '../../src/vocabulary/sensor';
import { parseSmartSceneCommand } from '../../src/vocabulary/smart-scene';
import type { ParsedCommandBody, ParseResult } from '../../src/vocabulary/parse-result';
import { colorLamp, sampleIndex, id, plug, whiteLamp } from './support/sample-resources';

const memberNames = [
  'on',
  'toggle',
  'turnOn',
  'brightness',
  'dim',
  'kelvin',
  'mirek',
  'color',
  'hex',
  'rgb',
  'hsv',
  'xy',
  'transition',
  'effect',
  'timedEffect',
  'sunrise',
  'signal',
  'alert',
  'identify',
  'gradient',
  'powerup',
  'name',
  'archetype',
  'dimming',
  'color_temperature',
  'dynamics',
  'metadata',
  'children',
  'add',
  'remove',
  'group',
  'week',
  'days',
  'slots',
  'at',
  'scene',
  'recall',
  'action',
  'enabled',
  'sensitivity',
  'duration',
  'colors',
  'speed',
  'preset',
  '__proto__',
  'constructor',
  'url',
  'headers',
];

const sampleTexts = (
  'on off toggle 50% +10 -10 2700K +200 red #ff8800 candle Ceiling Bright ../config 07:00 sunset ' +
  'monday everyday 2s custom none activate max black breathe up stop last_on_state lounge'
).split(' ');

const scalars: readonly unknown[] = [
  true,
  false,
  null,
  undefined,
  NaN,
  Infinity,
  -0,
  1e308,
  0,
  0.3,
  50,
  370,
  2700,
  10n,
  Symbol('s'),
  () => 1,
  new Date(0),
  Buffer.from('x'),
  new Map(),
  'Living room',
  'Spare bulb',
  id(1),
  id(99),
  [255, 136, 0],
  ['red', 'blue'],
  { rid: id(1), rtype: 'device' },
  { on: true },
  { brightness: 1 },
  { xy: { x: 0, y: 0 } },
];

const anyScalar = fc.oneof(
  fc.constantFrom<unknown>(...sampleTexts, ...scalars),
  fc.double({ min: -10, max: 21_000 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Messages that look a little like commands, so that every corner is reached. */
const anyMessage = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyScalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...memberNames), tie('value'), { maxKeys: 4 }),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  ),
})).value;

const anyLamp = fc.constantFrom(undefined, colorLamp, whiteLamp, plug);

type CommandResultCase = readonly [
  rtype: ResourceType,
  operation: 'create' | 'update',
  result: ParseResult<ParsedCommandBody>,
];

/** A command is either a body that the table lets through, or one readable sentence. */
function assertValidResult([rtype, operation, result]: CommandResultCase): void {
  if (result.ok) {
    assert.ok(validateWriteBody(rtype, operation, result.value.body.members).ok);
    assert.doesNotThrow(() => JSON.stringify(result.value.body.members));
    return;
  }
  const sentence = describeProblem(result.problem);
  assert.match(sentence, /^[^\p{Control}]+: expected .+, got .+[.?]$/su);
  assert.ok(sentence.length < 1500, sentence);
}

/** What a value is, without running code in it. */
function fingerprint(value: unknown): string {
  const seen = new Set<unknown>();
  const describe = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return String(part);
    if (seen.has(part)) return 'seen';
    seen.add(part);
    return Object.getOwnPropertyNames(part).map((name) => [
      name,
      describe(Reflect.get(part, name)),
    ]);
  };
  return JSON.stringify(describe(value));
}

/** Runs commands over many messages, which must stay as they are; some of them must be understood. */
function checkMessages(toResults: (payload: unknown) => readonly CommandResultCase[]): void {
  let understood = 0;
  const prototypeBefore = Object.getOwnPropertyNames(Object.prototype).join();
  fc.assert(
    fc.property(anyMessage, (payload) => {
      const before = fingerprint(payload);
      for (const answer of toResults(payload)) {
        assertValidResult(answer);
        if (answer[2].ok) understood += 1;
      }
      assert.equal(fingerprint(payload), before);
    }),
    { numRuns: 1500 },
  );
  assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), prototypeBefore);
  assert.ok(understood > 20, `${understood} messages were understood`);
}

describe('Any message at all', () => {
  it('gets a sound body or one sentence from a light', () => {
    const lamps = [undefined, colorLamp, whiteLamp, plug];
    checkMessages((payload) =>
      lamps.flatMap((state): CommandResultCase[] => [
        ['light', 'update', parseLightCommand(payload, state, 'light')],
        ['grouped_light', 'update', parseLightCommand(payload, state, 'grouped_light')],
      ]),
    );
  });

  it('never puts a colour beside a white', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...memberNames), anyScalar),
        anyLamp,
        (payload, state) => {
          const result = parseLightCommand(payload, state, 'light');
          if (!result.ok) return;
          assert.ok(
            !(
              'color' in result.value.body.members &&
              'color_temperature' in result.value.body.members
            ),
          );
        },
      ),
      { numRuns: 2500 },
    );
  });

  it('gets a sound body or one sentence from a room', () => {
    const room = sampleIndex.get(id(21));
    checkMessages((payload) => [
      ['room', 'create', parseRoomCommand(payload, 'create', { home: sampleIndex })],
      ['room', 'update', parseRoomCommand(payload, 'update', { home: sampleIndex, room })],
    ]);
  });

  it('gets a sound body or one sentence from a smart scene', () => {
    const smartScene = sampleIndex.get(id(41));
    checkMessages((payload) => [
      ['smart_scene', 'create', parseSmartSceneCommand(payload, 'create', { home: sampleIndex })],
      [
        'smart_scene',
        'update',
        parseSmartSceneCommand(payload, 'update', { home: sampleIndex, smartScene }),
      ],
      [
        'smart_scene',
        'update',
        parseSmartSceneCommand(payload, 'recall', { home: sampleIndex, smartScene }),
      ],
    ]);
  });

  it('gets a sound body or one sentence from a scene', () => {
    checkMessages((payload) => [['scene', 'update', parseSceneCommand(payload)]]);
  });

  it('gets a sound body or one sentence from a sensor', () => {
    const motion = sampleIndex.get(id(15));
    const rtypes = ['motion', 'temperature', 'motion_area_configuration'] as const;
    checkMessages((payload) =>
      rtypes.map((rtype): CommandResultCase => [
        rtype,
        'update',
        parseSensorCommand(payload, rtype, motion),
      ]),
    );
  });

  it('finds one resource or gets one sentence as an address', () => {
    fc.assert(
      fc.property(anyMessage, (address) => {
        const result = resolveResource(sampleIndex, address, ['light', 'grouped_light']);
        if (result.ok) assert.match(result.value.rid, /^[0-9a-f-]{36}$/);
        else assert.ok(describeProblem(result.problem).length < 500);
      }),
      { numRuns: 1500 },
    );
  });

  it('is answered, however large', () => {
    const payload = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`word${index}`, 'x'.repeat(100)]),
    );
    for (const value of [payload, 'x'.repeat(900_000), [payload, payload]]) {
      assert.ok(!parseLightCommand(value, colorLamp, 'light').ok);
      assert.ok(!resolveResource(sampleIndex, value, ['light']).ok);
      assert.ok(!parseRoomCommand(value, 'create', { home: sampleIndex }).ok);
    }
  });

  it('leaves a known lamp as it was', () => {
    const before = structuredClone(colorLamp);
    fc.assert(
      fc.property(anyMessage, (payload) => {
        const result = parseLightCommand(payload, colorLamp, 'light');
        if (result.ok && isObject(result.value.body.members['on']))
          result.value.body.members['on']['on'] = 'spoilt';
      }),
    );
    assert.deepEqual(colorLamp, before);
  });
});
