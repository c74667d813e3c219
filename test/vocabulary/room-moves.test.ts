import assert from 'node:assert/strict';
import { isRoomMovePayload, parseRoomMoves, planRoomMoves } from '../../src/vocabulary/room';
import {
  sampleIndex,
  id,
  toTestName,
  expectSentence,
  expectValue,
} from './support/sample-resources';

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
