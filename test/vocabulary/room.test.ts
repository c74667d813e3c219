import assert from 'node:assert/strict';
import { parseRoomCommand } from '../../src/vocabulary/room';
import {
  sampleIndex,
  id,
  toTestName,
  expectProblem,
  expectSentence,
  expectValue,
  expectNeeds,
} from './support/sample-resources';

const device = (number: number) => ({ rid: id(number), rtype: 'device' });
const livingRoom = sampleIndex.get(id(21));

const created: readonly [payload: unknown, body: object][] = [
  ['Den', { metadata: { name: 'Den', archetype: 'other' }, children: [] }],
  [
    { name: 'Den', archetype: 'man_cave', children: ['Hall sensor', 'Spare bulb'] },
    { metadata: { name: 'Den', archetype: 'man_cave' }, children: [device(5), device(6)] },
  ],
  [
    { name: 'Den', archetype: ' Living Room ', children: 'Spare bulb' },
    { metadata: { name: 'Den', archetype: 'living_room' }, children: [device(6)] },
  ],
  [
    { name: 'Den', children: [id(6), id(16), 'Lampe/🌈', device(6)] },
    { metadata: { name: 'Den', archetype: 'other' }, children: [device(6)] },
  ],
  [
    { name: 'Den', children: Array.from({ length: 500 }, () => id(15)) },
    { metadata: { name: 'Den', archetype: 'other' }, children: [device(5)] },
  ],
  [
    { metadata: { name: 'Den', archetype: 'gym' }, children: [device(6)] },
    { metadata: { name: 'Den', archetype: 'gym' }, children: [device(6)] },
  ],
  [
    { name: '🛋️ نوم', children: [id(77)] },
    { metadata: { name: '🛋️ نوم', archetype: 'other' }, children: [device(77)] },
  ],
];

const updated: readonly [payload: unknown, body: object][] = [
  ['Lounge', { metadata: { name: 'Lounge' } }],
  [{ name: 'Lounge' }, { metadata: { name: 'Lounge' } }],
  [{ archetype: 'lounge' }, { metadata: { archetype: 'lounge' } }],
  [{ add: ['Spare bulb'] }, { children: [device(1), device(2), device(6)] }],
  [{ add: 'Spare bulb', remove: ['Floor lamp'] }, { children: [device(2), device(6)] }],
  [{ remove: 'Living room/Ceiling' }, { children: [device(1)] }],
  [{ children: [] }, { children: [] }],
  [{ children: ['Floor lamp', 'Spare bulb'] }, { children: [device(1), device(6)] }],
  [{ children: [device(1)] }, { children: [device(1)] }],
];

const light = (number: number) => ({ rid: id(number), rtype: 'light' });

const zones: readonly [payload: unknown, body: object][] = [
  [
    { name: 'Evening', children: ['Floor lamp', 'Fan', 'Spare bulb'] },
    {
      metadata: { name: 'Evening', archetype: 'other' },
      children: [light(11), light(13), light(16)],
    },
  ],
  [
    { name: 'Evening', children: [id(1), id(13), light(16)] },
    {
      metadata: { name: 'Evening', archetype: 'other' },
      children: [light(11), light(13), light(16)],
    },
  ],
];

const refused: readonly [operation: 'create' | 'update', payload: unknown, sentence: RegExp][] = [
  ['create', undefined, /^payload: expected a value/],
  ['create', 7, /^payload: expected a name, or an object/],
  ['create', {}, /^payload\.name: expected a name of 1 to 32 characters, got nothing/],
  ['create', { name: 'x'.repeat(1_000_000) }, /^payload\.name: .{0,200}$/],
  [
    'create',
    { name: 'Den', archetype: 'dungeon' },
    /^payload\.archetype: expected one of living_room/,
  ],
  ['create', { name: 'Den', archetype: 'kitchn' }, /Did you mean kitchen\?$/],
  [
    'create',
    { name: 'Den', children: ['Fan'] },
    /^payload\.children\[0\]: .*\(it is in Kitchen: move it, or remove it there first\), got "Fan"\.$/,
  ],
  [
    'create',
    { name: 'Den', children: ['Ceiling'] },
    /fits 2: Living room\/Ceiling, Kitchen\/Ceiling/,
  ],
  ['create', { name: 'Den', children: ['Spare bulp'] }, /Did you mean Spare bulb\?$/],
  [
    'create',
    { name: 'Den', children: [5] },
    /^payload\.children\[0\]: expected the id or name of a/,
  ],
  ['create', { name: 'Den', children: [id(21)] }, /the id or name of a device, got "room/],
  [
    'create',
    { name: 'Den', children: Array.from({ length: 501 }, () => id(15)) },
    /^payload\.children: expected .*500/,
  ],
  ['create', { name: 'Den', children: [{ rid: '../config', rtype: 'device' }] }, /children\[0\]/],
  ['create', { name: 'Den', children: [{ rid: id(1), rtype: '' }] }, /children\[0\]\.rtype/],
  ['create', { name: 'Den', add: ['Spare bulb'] }, /^payload\.add: expected children instead/],
  ['create', { name: 'Den', metadata: { name: 'Den' } }, /either metadata or name/],
  [
    'create',
    { name: 'Den', lights: [] },
    /Did you mean add \(beside what is there\) or children \(just these\)\?$/,
  ],
  ['update', {}, /^payload: expected something to do/],
  ['update', { nam: 'Den' }, /Did you mean name\?$/],
  ['update', { children: [], add: ['Spare bulb'] }, /either children or add, not both/],
  ['update', { add: ['Fan'] }, /it is in Kitchen/],
  ['update', { remove: ['Nobody'] }, /^payload\.remove\[0\]: expected the id or name of a device/],
  ['update', { metadata: { nam: 'x' } }, /^payload\.metadata\.nam: /],
];

describe('A room command', () => {
  for (const [payload, body] of created) {
    it(`creates a room from ${toTestName(payload)}`, () => {
      assert.deepEqual(
        expectValue(parseRoomCommand(payload, 'create', { home: sampleIndex })).body.members,
        body,
      );
    });
  }

  for (const [payload, body] of zones) {
    it(`creates a zone of lamps from ${toTestName(payload)}`, () => {
      const options = { home: sampleIndex, rtype: 'zone' } as const;
      assert.deepEqual(
        expectValue(parseRoomCommand(payload, 'create', options)).body.members,
        body,
      );
    });
  }

  it('takes no device without a lamp into a zone', () => {
    const options = { home: sampleIndex, rtype: 'zone' } as const;
    const payload = { name: 'Evening', children: ['Hall sensor'] };
    assert.match(
      expectSentence(parseRoomCommand(payload, 'create', options)),
      /^payload\.children\[0\]: expected the id or name of a lamp, got "device Hall sensor"/,
    );
  });

  for (const [payload, body] of updated) {
    it(`changes a room by ${toTestName(payload)}`, () => {
      const command = expectValue(
        parseRoomCommand(payload, 'update', { home: sampleIndex, room: livingRoom }),
      );
      assert.deepEqual(command.body.members, body);
    });
  }

  for (const [operation, payload, sentence] of refused) {
    it(`refuses to ${operation} from ${toTestName(payload)}`, () => {
      const result = parseRoomCommand(payload, operation, { home: sampleIndex, room: livingRoom });
      assert.match(expectSentence(result), sentence);
    });
  }

  it('asks for the devices of a room that is not known', () => {
    const result = parseRoomCommand({ add: ['Spare bulb'] }, 'update', { home: sampleIndex });
    assert.equal(expectNeeds(result), 'state');
  });

  for (const [operation, payload] of [
    ['create', { name: 'Den', children: ['Fan'] }],
    ['update', { children: ['Fan'] }],
    ['update', { add: ['Fan'] }],
  ] as const) {
    it(`takes a device of another room for a conflict (${operation} from ${toTestName(payload)})`, () => {
      const result = parseRoomCommand(payload, operation, { home: sampleIndex, room: livingRoom });
      assert.equal(expectProblem(result).conflicts, true);
    });
  }

  it('warns of devices that are there already, or never were', () => {
    const payload = { add: ['Floor lamp'], remove: ['Spare bulb'] };
    const { body, warnings } = expectValue(
      parseRoomCommand(payload, 'update', { home: sampleIndex, room: livingRoom }),
    );
    assert.deepEqual(body.members, { children: [device(1), device(2)] });
    assert.deepEqual(warnings, [
      'payload.remove[0]: not in this room anyway.',
      'payload.add[0]: already in this room.',
    ]);
  });
});
