import assert from 'node:assert/strict';
import {
  parseRoomCommand,
  isRoomMovePayload,
  parseRoomMoves,
  planRoomMoves,
} from '../../src/vocabulary/room';
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

describe('A room command', () => {
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
    [
      'update',
      { remove: ['Nobody'] },
      /^payload\.remove\[0\]: expected the id or name of a device/,
    ],
    ['update', { metadata: { nam: 'x' } }, /^payload\.metadata\.nam: /],
  ];

  const livingRoom = sampleIndex.get(id(21));

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

const kitchen = sampleIndex.get(id(22));

/** What rooms lose and get, by their names, and the way back. */
function plan(payload: unknown, to = kitchen): unknown {
  const moves = expectValue(parseRoomMoves(payload, { home: sampleIndex, to }));
  const { leaving, entering, undo, warnings } = planRoomMoves(moves, sampleIndex);
  const toNames = (changes: typeof leaving): unknown =>
    changes.map(({ room, devices }) => [
      sampleIndex.name(room.id),
      ...devices.map(({ rid }) => sampleIndex.name(rid)),
    ]);
  return { leaving: toNames(leaving), entering: toNames(entering), undo, warnings };
}

describe('A move between rooms', () => {
  const [floorLamp, ceiling, fan, spareBulb] = [id(1), id(2), id(3), id(6)];
  const [livingRoom] = [id(21)];
  const fromLivingRoom = {
    leaving: [['Living room', 'Floor lamp']],
    entering: [['Kitchen', 'Floor lamp']],
    undo: { move: [floorLamp], to: livingRoom },
    warnings: [],
  };
  const cases: readonly [payload: unknown, plan: object][] = [
    [{ move: 'Floor lamp', to: 'Kitchen' }, fromLivingRoom],
    [{ move: ['floor lamp'], to: 'kitchen' }, fromLivingRoom],
    [{ move: id(11), to: id(22) }, fromLivingRoom],
    [
      { move: { rid: floorLamp, rtype: 'device' }, to: { rid: id(22), rtype: 'room' } },
      fromLivingRoom,
    ],
    [{ move: 'Floor lamp' }, fromLivingRoom],
    ['Floor lamp', fromLivingRoom],
    [['Living room/Floor lamp'], fromLivingRoom],
    [{ rid: floorLamp, rtype: 'device' }, fromLivingRoom],
    [
      { move: ['Floor lamp', 'Living room/Ceiling', 'Spare bulb'], to: 'Attic' },
      {
        leaving: [['Living room', 'Floor lamp', 'Ceiling']],
        entering: [['Attic', 'Floor lamp', 'Ceiling', 'Spare bulb']],
        undo: [
          { move: [floorLamp, ceiling], to: livingRoom },
          { move: [spareBulb], to: null },
        ],
        warnings: [],
      },
    ],
    [
      [
        { move: 'Floor lamp', to: 'Kitchen' },
        { move: 'Fan', to: 'Living room' },
      ],
      {
        leaving: [
          ['Living room', 'Floor lamp'],
          ['Kitchen', 'Fan'],
        ],
        entering: [
          ['Kitchen', 'Floor lamp'],
          ['Living room', 'Fan'],
        ],
        undo: [
          { move: [floorLamp], to: livingRoom },
          { move: [fan], to: id(22) },
        ],
        warnings: [],
      },
    ],
    [
      { move: 'Floor lamp', to: null },
      {
        leaving: [['Living room', 'Floor lamp']],
        entering: [],
        undo: { move: [floorLamp], to: livingRoom },
        warnings: [],
      },
    ],
    [
      { move: ['Fan', 'Floor lamp'], to: 'Kitchen' },
      { ...fromLivingRoom, warnings: ['payload.move[0]: in Kitchen anyway.'] },
    ],
    [
      { move: 'Spare bulb', to: null },
      {
        leaving: [],
        entering: [],
        undo: undefined,
        warnings: ['payload.move: in no room anyway.'],
      },
    ],
  ];
  for (const [payload, expected] of cases)
    it(`takes ${toTestName(payload)}`, () => assert.deepEqual(plan(payload), expected));

  it('can be undone by what it gives for that', () => {
    const undo = { move: [floorLamp], to: livingRoom };
    assert.ok(isRoomMovePayload(undo));
    assert.deepEqual(plan(undo), {
      leaving: [],
      entering: [],
      undo: undefined,
      warnings: ['payload.move[0]: in Living room anyway.'],
    });
  });

  const refused: readonly [payload: unknown, sentence: RegExp][] = [
    [undefined, /^payload: expected a value/],
    [7, /^payload: expected the id or name of a device, got 7/],
    [{}, /^payload: expected the devices that move, such as/],
    [[], /^payload: expected the devices that move, such as/],
    [{ move: [] }, /^payload: expected the devices that move/],
    [
      { move: null, to: 'Kitchen' },
      /^payload\.move: expected the id or name of a device, got null/,
    ],
    [
      { move: 'Nobody', to: 'Kitchen' },
      /^payload\.move: expected the id or name of a device, got "Nobody"/,
    ],
    [{ move: 'Ceiling', to: 'Kitchen' }, /^payload\.move: expected one resource, this fits 2/],
    [
      { move: 'Floor lamp', to: 'Cellar' },
      /^payload\.to: expected the id or name of a room, got "Cellar"/,
    ],
    [{ move: 'Floor lamp', to: id(99) }, /^payload\.to: expected the id or name of a room/],
    [{ move: 'Floor lamp', to: 7 }, /^payload\.to: expected an id, a name/],
    [{ move: 'Floor lamp', room: 'Kitchen' }, /^payload\.room: .* Did you mean to\?$/],
    [{ devices: 'Floor lamp', to: 'Kitchen' }, /^payload\.devices: .* Did you mean move\?$/],
    [{ move: { a: 1 } }, /^payload\.move: expected the id or name of a device, or \{rid, rtype\}/],
    [
      [
        { move: 'Fan', to: 'Attic' },
        { move: 'Fan', to: 'Kitchen' },
      ],
      /^payload\[1\]\.move: expected each device once, got "Fan"/,
    ],
    [[{ move: 'Fan', to: 'Attic' }, 7], /^payload\[1\]: expected the id or name of a device/],
  ];
  for (const [payload, sentence] of refused) {
    it(`refuses ${toTestName(payload)}`, () =>
      assert.match(expectSentence(parseRoomMoves(payload, { home: sampleIndex })), sentence));
  }

  it('asks for the room where nothing names one', () => {
    assert.match(
      expectSentence(parseRoomMoves('Floor lamp', { home: sampleIndex })),
      /^payload\.to: expected the room to move to, or null for none, got nothing/,
    );
  });
});
