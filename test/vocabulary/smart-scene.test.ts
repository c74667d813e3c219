import assert from 'node:assert/strict';
import { parseSmartSceneCommand, parseSmartSceneSlotStart } from '../../src/vocabulary/smart-scene';
import {
  sampleIndex,
  id,
  toTestName,
  expectProblem,
  expectSentence,
  expectValue,
  expectNeeds,
} from './support/sample-resources';

const scene = (number: number) => ({ rid: id(number), rtype: 'scene' });

const livingRoom = { rid: id(21), rtype: 'room' };

const smartScene = sampleIndex.get(id(41));

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

const slot = (hour: number, minute: number, number: number, second = 0) => ({
  start_time: { kind: 'time', time: { hour, minute, second } },
  target: scene(number),
});

const week = [{ days: 'everyday', slots: [{ at: '07:00', scene: 'Bright' }] }];

const everyday = [{ recurrence: [...workdays, 'saturday', 'sunday'], timeslots: [slot(7, 0, 31)] }];

const base = { name: 'My day', group: 'Living room', week };

const baseBody = { metadata: { name: 'My day' }, group: livingRoom, week_timeslots: everyday };

const created: readonly [payload: unknown, body: object][] = [
  [base, baseBody],
  [
    { ...base, group: id(21), transition: '1min' },
    { ...baseBody, transition_duration: 60_000 },
  ],
  [
    { ...base, group: livingRoom, recall: true },
    { ...baseBody, recall: { action: 'activate' } },
  ],
  [
    {
      ...base,
      week: [
        {
          days: 'weekdays',
          slots: [
            { at: '7:30', scene: 'bright' },
            { at: 'sunset', scene: id(32) },
          ],
        },
        { days: ['sat', 'Sunday'], slots: { at: '09:15:30', scene: scene(32) } },
      ],
    },
    {
      ...baseBody,
      week_timeslots: [
        {
          recurrence: workdays,
          timeslots: [slot(7, 30, 31), { start_time: { kind: 'sunset' }, target: scene(32) }],
        },
        { recurrence: ['saturday', 'sunday'], timeslots: [slot(9, 15, 32, 30)] },
      ],
    },
  ],
  [
    { ...base, group: 'Kitchen' },
    {
      ...baseBody,
      group: { rid: id(22), rtype: 'room' },
      week_timeslots: [{ ...everyday[0], timeslots: [slot(7, 0, 33)] }],
    },
  ],
  [baseBody, baseBody],
];

const withWeek = (entry: unknown) => ({ ...base, week: [entry] });

const withSlot = (entry: unknown) => withWeek({ days: 'mon', slots: [entry] });

const refused: readonly [payload: unknown, sentence: RegExp][] = [
  [undefined, /^payload: expected a value/],
  ['My day', /^payload: expected an object with name, group, week/],
  [{}, /^payload\.name/],
  [{ ...base, name: 5 }, /^payload\.name/],
  [
    { ...base, group: 'Cellar' },
    /^payload\.group: expected the id or name of a room, zone or home/,
  ],
  [{ ...base, group: id(88) }, /^payload\.group: .*this id is not known/],
  [{ ...base, room: 'Attic' }, /Did you mean group\?$/],
  [{ name: 'My day', group: 'Living room' }, /^payload\.week: expected a list of/],
  [{ ...base, week: [] }, /^payload\.week: expected a list of 1 to 100 objects with days/],
  [withWeek('monday'), /^payload\.week\[0\]: expected an object with days and slots/],
  [withWeek({ days: 'mondy', slots: [] }), /^payload\.week\[0\]\.days: expected a day such as/],
  [withWeek({ days: [], slots: [] }), /at least one day/],
  [withWeek({ days: ['mon', 1], slots: [] }), /^payload\.week\[0\]\.days\[1\]/],
  [
    withWeek({ days: [...Array.from({ length: 100 }, () => 'mon'), 'someday'], slots: [] }),
    /^payload\.week\[0\]\.days\[100\]/,
  ],
  [
    {
      ...base,
      week: [
        ...week,
        {
          days: ['tue', 'mon'],
          slots: [
            { at: '07:00:01', scene: 'Bright' },
            { at: '7:00', scene: id(32) },
          ],
        },
      ],
    },
    /^payload\.week\[1\]\.slots\[1\]\.at: expected a time that is not given twice for monday, tuesday, got "7:00"/,
  ],
  [
    withWeek({
      days: 'weekend',
      slots: [
        { at: 'Sunset', scene: 'Bright' },
        { at: 'sunset', scene: 'Bright' },
      ],
    }),
    /^payload\.week\[0\]\.slots\[1\]\.at: expected a time that is not given twice for saturday, sunday/,
  ],
  [withWeek({ days: 'mon', slots: [] }), /^payload\.week\[0\]\.slots: expected a list/],
  [withWeek({ day: 'mon', slots: [] }), /Did you mean days\?$/],
  [withSlot({ at: '25:00', scene: 'Bright' }), /slots\[0\]\.at: expected a time such as "07:00"/],
  [withSlot({ at: `07:00${' '.repeat(20)}tomorrow`, scene: 'Bright' }), /slots\[0\]\.at/],
  [withSlot({ at: '7', scene: 'Bright' }), /slots\[0\]\.at/],
  [withSlot({ at: 700, scene: 'Bright' }), /slots\[0\]\.at/],
  [withSlot({ at: '07:00', scene: 'Brihgt' }), /slots\[0\]\.scene: .*Did you mean Bright\?$/],
  [
    withSlot({ at: '07:00', scene: id(33) }),
    /scene: expected a scene of Living room, got "Bright"/,
  ],
  [withSlot({ at: '07:00' }), /slots\[0\]\.scene: /],
  [{ ...base, transition: '2 days' }, /^payload\.transition: expected a time/],
  [{ ...base, week_timeslots: [] }, /either week or week_timeslots/],
  [{ ...base, recall: 'later' }, /^payload\.recall/],
  [{ ...base, recall: `activate${' '.repeat(40)}never` }, /^payload\.recall/],
  [{ metadata: { name: 'x' }, group: livingRoom, week_timeslots: [{}] }, /week_timeslots\[0\]/],
];

const recalled: readonly [payload: unknown, action: string][] = [
  [undefined, 'activate'],
  [true, 'activate'],
  ['on', 'activate'],
  ['Activate', 'activate'],
  ['toggle', 'activate'],
  [{ recall: { action: 'activate' } }, 'activate'],
  [false, 'deactivate'],
  ['off', 'deactivate'],
  ['deactivate', 'deactivate'],
  [{ recall: false }, 'deactivate'],
  [{ action: 'deactivate' }, 'deactivate'],
];

describe('A smart scene command', () => {
  for (const [payload, body] of created) {
    it(`creates one from ${toTestName(payload)}`, () => {
      assert.deepEqual(
        expectValue(parseSmartSceneCommand(payload, 'create', { home: sampleIndex })).body.members,
        body,
      );
    });
  }

  for (const [payload, sentence] of refused) {
    it(`refuses ${toTestName(payload)}`, () => {
      assert.match(
        expectSentence(parseSmartSceneCommand(payload, 'create', { home: sampleIndex })),
        sentence,
      );
    });
  }

  for (const [payload, action] of recalled) {
    it(`recalls with ${toTestName(payload)} to ${action}`, () => {
      const { body } = expectValue(
        parseSmartSceneCommand(payload, 'recall', { home: sampleIndex, smartScene }),
      );
      assert.deepEqual(body.members, { recall: { action } });
    });
  }

  for (const payload of [null, 0, 1_700_000_000_000, 'later', [], { recall: {} }, { on: true }]) {
    it(`does not take ${toTestName(payload)} for a recall`, () => {
      expectProblem(parseSmartSceneCommand(payload, 'recall', { home: sampleIndex, smartScene }));
    });
  }

  it('changes name and week within the room that it has', () => {
    const { body } = expectValue(
      parseSmartSceneCommand({ name: 'New', week }, 'update', { home: sampleIndex, smartScene }),
    );
    assert.deepEqual(body.members, { metadata: { name: 'New' }, week_timeslots: everyday });
  });

  it('stays with its room', () => {
    assert.match(
      expectSentence(
        parseSmartSceneCommand({ group: 'Kitchen' }, 'update', { home: sampleIndex, smartScene }),
      ),
      /^payload\.group: expected nothing here/,
    );
  });

  it('asks for the state where it is needed', () => {
    assert.equal(
      expectNeeds(parseSmartSceneCommand('toggle', 'recall', { home: sampleIndex })),
      'state',
    );
    assert.equal(
      expectNeeds(parseSmartSceneCommand({ week }, 'update', { home: sampleIndex })),
      'state',
    );
  });
});

const times: readonly [text: string, hour: number, minute: number, second: number][] = [
  ['00:00', 0, 0, 0],
  ['7:05', 7, 5, 0],
  ['22:59', 22, 59, 0],
  ['23:00', 23, 0, 0],
  ['23:59', 23, 59, 0],
  ['23:59:59', 23, 59, 59],
  [' 6:30:01 ', 6, 30, 1],
];

describe('The start of a timeslot', () => {
  for (const [text, hour, minute, second] of times) {
    it(`is read from "${text}"`, () => {
      assert.deepEqual(parseSmartSceneSlotStart(text), {
        kind: 'time',
        time: { hour, minute, second },
      });
    });
  }

  it('may be sunrise or sunset, however they are written', () => {
    assert.deepEqual(parseSmartSceneSlotStart(' Sunset '), { kind: 'sunset' });
    assert.deepEqual(parseSmartSceneSlotStart('SUNRISE'), { kind: 'sunrise' });
  });

  for (const text of [
    '24:00',
    '7:60',
    '07:00:60',
    '7',
    '7:5',
    '-1:00',
    '07:00:00:00',
    'noon',
    '',
  ]) {
    it(`is not "${text}"`, () => assert.equal(parseSmartSceneSlotStart(text), undefined));
  }
});
