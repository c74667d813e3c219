import assert from 'node:assert/strict';
import { describeProblem } from '../../../src/resources/describe-problem';
import {
  findStateCommandOfLamp,
  findProgramKind,
  parseLightRequest,
} from '../../../src/vocabulary/light/request';
import { expectProblem, expectValue, id } from '../support/sample-resources';

const rid = id(1);
const name = 'Before the bell';
const resource = { id: rid, type: 'light', on: { on: true } };
const state = { rid, rtype: 'grouped_light', name: 'Desk', room: 'Den', brightness: 5 };
const set = (command: unknown, target?: unknown) => ({ kind: 'set', command, target });

describe('The payload of a light node', () => {
  for (const [payload, request] of [
    ['get', { kind: 'read' }],
    [{ get: true }, { kind: 'read' }],
    [{ get: true, on: true }, set({ get: true, on: true })],
    [undefined, set(undefined)],
    [true, set(true)],
    ['red', set('red')],
    [{ on: true }, set({ on: true })],
    [[], set([])],
    [[true], set([true])],
    [{ save: ` ${name} ` }, { kind: 'save', name }],
    [{ restore: name }, { kind: 'restore', name, transition: undefined }],
    [
      { restore: 'x'.repeat(64), transition: 0 },
      { kind: 'restore', name: 'x'.repeat(64), transition: 0 },
    ],
    [
      { restore: name, transition: '100min' },
      { kind: 'restore', name, transition: 6_000_000 },
    ],
    [{ restore: true, alert: true }, set({ restore: true, alert: true })],
    [{ restore: true }, set({ restore: true })],
    [{ restore: name, alert: true }, set({ restore: name, alert: true })],
    [{ restore: name, play: [] }, set({ restore: name, play: [] })],
    [{ restore: name, signal: 'on_off' }, set({ restore: name, signal: 'on_off' })],
    [resource, set(resource, resource)],
    [state, set({ brightness: 5 }, state)],
    [{ ...state, bridge: 'Attic' }, set({ brightness: 5 }, [{ ...state, bridge: 'Attic' }])],
    [{ rid, rtype: 'light', value: true }, set(true, { rid, rtype: 'light', value: true })],
    [
      { rid, rtype: 'light', value: true, on: true },
      set({ value: true, on: true }, { rid, rtype: 'light', value: true, on: true }),
    ],
    [{ rid, rtype: 'light', name: 'Desk' }, set({ rid, rtype: 'light', name: 'Desk' })],
    [{ ...state, rtype: 'scene' }, set({ ...state, rtype: 'scene' })],
    [{ ...resource, type: 'room' }, set({ ...resource, type: 'room' })],
    [{ ...resource, id: 7 }, set({ ...resource, id: 7 })],
    [[resource, state], { kind: 'states', states: [resource, state] }],
    [[resource, true], set([resource, true])],
    [
      [
        { target: 'Kitchen', brightness: 10 },
        { target: ['Hall'], command: false },
      ],
      {
        kind: 'list',
        entries: [
          {
            target: 'Kitchen',
            command: { brightness: 10 },
            at: 'payload[0]',
            targetAt: 'payload[0].target',
          },
          {
            target: ['Hall'],
            command: false,
            at: 'payload[1].command',
            targetAt: 'payload[1].target',
          },
        ],
      },
    ],
  ] as const) {
    it(`is read as ${request.kind}: ${JSON.stringify(payload)}`, () =>
      assert.deepEqual(expectValue(parseLightRequest(payload, 'payload')), request));
  }

  for (const [payload, pattern] of [
    [{ save: name, restore: name }, /^payload: expected either save or restore, not both/],
    [{ save: name, transition: 5 }, /^payload\.transition: expected/],
    [{ restore: name, brightness: 5 }, /^payload\.brightness: expected/],
    [{ save: true }, /^payload\.save: expected a name of 1 to 64 characters/],
    [{ save: ' ' }, /^payload\.save: /],
    [{ save: 'x'.repeat(65) }, /^payload\.save: /],
    [{ restore: false }, /^payload\.restore: /],
    [{ restore: name, transition: 6_000_001 }, /^payload\.transition: /],
    [[{ target: 'Hall', on: true }, { on: true }], /^payload\[1\]: expected/],
    [[{ target: 'Hall' }, true], /^payload\[1\]: expected/],
    [[{ target: 'Hall', command: true, on: true }], /^payload\[0\]\.on: expected/],
  ] as const) {
    it(`is refused: ${JSON.stringify(payload)}`, () =>
      assert.match(describeProblem(expectProblem(parseLightRequest(payload, 'payload'))), pattern));
  }
});

describe('The command of one lamp in a list of states', () => {
  it('is found by its id, in either form', () => {
    const find = (wanted: string): unknown =>
      findStateCommandOfLamp(
        [state, { ...resource, id: id(2) }],
        { rid: wanted, label: 'Desk' },
        'at',
      );
    assert.deepEqual(find(rid), { ok: true, value: { brightness: 5 } });
    assert.deepEqual(find(id(2)), { ok: true, value: { ...resource, id: id(2) } });
  });

  it('is refused where the list lacks the lamp', () => {
    const found = findStateCommandOfLamp([state], { rid: id(3), label: 'Lamp "Desk"' }, 'payload');
    assert.match(
      describeProblem(expectProblem(found)),
      /^payload: expected a list that holds the state of Lamp "Desk"; with no target set/,
    );
  });
});

describe('The program that a command starts', () => {
  for (const [command, kind] of [
    [{ turnOn: 'later', play: 'candle' }, 'later'],
    [{ play: 'candle', restore: true }, 'sequence'],
    [{ alert: true, restore: true }, 'alert'],
    [{ restore: true }, 'alert'],
    [{ alert: true, restore: 1 }, 'alert'],
    [{ signal: 'on_off', restore: false }, 'alert'],
    [{ brightness: 5, restore: 1 }, undefined],
    [{ brightness: 5, transition: 6_000_001 }, 'fade'],
    [{ brightness: 5, transition: '101min' }, 'fade'],
    [{ brightness: 5, transition: -1 }, 'fade'],
    [{ brightness: 5, transition: 'soon' }, 'fade'],
    [{ brightness: 5, transition: 6_000_000 }, undefined],
    [{ brightness: 5, transition: '100min' }, undefined],
    [{ brightness: 5, transition: 0 }, undefined],
    [{ brightness: 5 }, undefined],
    [{ turnOn: true }, undefined],
    [true, undefined],
  ] as const) {
    it(`is ${kind ?? 'none'} for ${JSON.stringify(command)}`, () =>
      assert.equal(findProgramKind(command), kind));
  }
});
