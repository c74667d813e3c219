import assert from 'node:assert/strict';
import { describeProblem } from '../../../src/resources/describe-problem';
import {
  findStateCommandOfLamp,
  findProgramKind,
  parseLightRequest,
  parsePress,
} from '../../../src/vocabulary/light/request';
import {
  expectProblem,
  expectValue,
  id,
  colorLamp,
  expectSentence,
  plug,
  whiteLamp,
} from '../support/sample-resources';
import { startSimulator } from '../../../src/simulator';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import type { LightResourceType } from '../../../src/vocabulary/light/command';
import { isObject } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { reportedStateToLightCommand } from '../../../src/vocabulary/light/reported-state';
import { toEnglish } from '../../../src/resources/problems';

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

describe('The press of a button, sent to a light node', () => {
  const press = { event: 'short_release', button: 1 };
  const turn = { event: 'clock_wise', button: 'dial', steps: 30 };
  for (const [payload, command] of [
    [press, 'toggle'],
    [{ ...press, button: null }, 'toggle'],
    [{ ...press, event: 'long_press' }, { dim: 'turn' }],
    [{ ...press, event: 'long_release' }, 'stop'],
    [{ ...press, event: 'initial_press', events: ['initial_press'] }, 'toggle'],
    [turn, { brightness: '+3' }],
    [{ ...turn, steps: -30 }, { brightness: '-3' }],
    [{ ...turn, steps: 1 }, { brightness: '+1' }],
    [{ ...turn, steps: 14 }, { brightness: '+1' }],
    [{ ...turn, steps: 15 }, { brightness: '+2' }],
    [{ ...turn, steps: 5_000 }, { brightness: '+100' }],
  ] as const) {
    it(`is ${JSON.stringify(command)}: ${JSON.stringify(payload)}`, () =>
      assert.deepEqual(parsePress(payload), { kind: 'set', command, target: undefined }));
  }

  for (const event of ['initial_press', 'repeat', 'double_short_release']) {
    it(`sets nothing: ${event}`, () =>
      assert.deepEqual(parsePress({ ...press, event }), { kind: 'unusedPress' }));
  }

  it('sets nothing at its beginning where the button also reports its end', () => {
    const events = ['initial_press', 'short_release'];
    assert.deepEqual(parsePress({ ...press, event: 'initial_press', events }), {
      kind: 'unusedPress',
    });
  });

  for (const payload of [
    'short_release',
    null,
    { button: 1 },
    { ...press, event: 7 },
    { ...press, event: 'ring' },
    { ...press, button: 'bell' },
    { event: 'short_release' },
    { ...turn, steps: 0 },
    { ...turn, steps: '30' },
    { ...turn, button: 'wheel' },
  ]) {
    it(`is none: ${JSON.stringify(payload)}`, () => assert.equal(parsePress(payload), undefined));
  }
});

const createBody = (payload: unknown, lamp?: Resource, kind: LightResourceType = 'light'): object =>
  expectValue(parseLightCommand(payload, lamp, kind)).body.members;

const on = { on: { on: true } };

const xy = { x: 0.5, y: 0.4 };

const noWhite = { mirek: null, mirek_valid: false };

const schema = { mirek_schema: { mirek_minimum: 153, mirek_maximum: 500 } };

describe('What a bridge reports of a lamp, sent as a command', () => {
  it('is its white, of which the colour is only another form', () => {
    const white = { mirek: 366, mirek_valid: true, ...schema };
    const body = { color_temperature: { mirek: 366 } };
    assert.deepEqual(createBody({ color_temperature: white, color: { xy } }), body);
    assert.deepEqual(createBody({ ...on, color_temperature: white }), { ...on, ...body });
  });

  it('is its colour while it shows no white', () => {
    const color = { xy, gamut_type: 'C', gamut: {} };
    assert.deepEqual(createBody({ color_temperature: noWhite, color: { xy } }), { color: { xy } });
    assert.deepEqual(createBody({ color_temperature: { ...noWhite, ...schema }, color }), {
      color: { xy },
    });
    assert.deepEqual(createBody({ ...on, dimming: { brightness: 40, min_dim_level: 2 } }), {
      ...on,
      dimming: { brightness: 40 },
    });
  });

  it('loses what only a bridge says, wherever it says that, and otherwise stays as it is', () => {
    const target = { at: 'payload', lamp: colorLamp, kind: 'light' } as const;
    const toCommand = (payload: Members): Members => reportedStateToLightCommand(payload, target);
    assert.deepEqual(toCommand({ color: { xy, gamut_type: 'C' } }), { color: { xy } });
    assert.deepEqual(toCommand({ color: { xy, gamut: {} } }), { color: { xy } });
    assert.deepEqual(toCommand({ color_temperature: { mirek: 366, ...schema } }), {
      color_temperature: { mirek: 366 },
    });
    assert.deepEqual(toCommand({ color_temperature: { mirek: 366, mirek_valid: true } }), {
      color_temperature: { mirek: 366 },
    });
    const written = { dimming: { brightness: 5 }, color: { xy }, color_temperature: { mirek: 5 } };
    assert.equal(toCommand(written), written);
  });

  it('stays a contradiction where the bridge would not have said it so', () => {
    const body = { color: { xy }, color_temperature: { mirek: 366 } };
    assert.match(expectSentence(parseLightCommand(body, colorLamp, 'light')), /not both/);
  });

  it('is something to do only when a colour or white is left', () => {
    const sentence = expectSentence(
      parseLightCommand({ color_temperature: noWhite }, colorLamp, 'light'),
    );
    assert.match(sentence, /something to do/);
  });
});

describe('A whole lamp as read, sent as a command', () => {
  const colored = { ...colorLamp, color_temperature: noWhite, color: { xy, gamut_type: 'C' } };

  it('brings about its state, and changes none of its settings', () => {
    assert.deepEqual(createBody(colorLamp, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      color_temperature: { mirek: 370 },
    });
    assert.deepEqual(createBody(colored, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      color: { xy },
    });
    assert.deepEqual(createBody(plug), { on: { on: false } });
  });

  it('only turns off when it was off', () => {
    assert.deepEqual(createBody({ ...colorLamp, on: { on: false } }), { on: { on: false } });
  });

  it('may have other words beside it, which come first', () => {
    assert.deepEqual(createBody({ ...colored, transition: '2s', brightness: 10, kelvin: 2700 }), {
      ...on,
      dimming: { brightness: 10 },
      color_temperature: { mirek: 370 },
      dynamics: { duration: 2000 },
    });
    assert.deepEqual(createBody({ ...colored, on: false, dynamics: { duration: 400 } }), {
      on: { on: false },
      dynamics: { duration: 400 },
    });
    const problem = expectProblem(
      parseLightCommand({ ...colored, brightnes: 5 }, colorLamp, 'light'),
    );
    assert.equal(problem.suggestion, 'brightness');
  });

  it('may have a word beside it that works on the present colour of the lamp', () => {
    const { color, ...members } = expectValue(
      parseLightCommand({ ...colored, mix: 'blue' }, colored, 'light'),
    ).body.members;
    assert.deepEqual(members, { ...on, dimming: { brightness: 50 } });
    assert.notDeepEqual(color, { xy });
  });

  it('gives another lamp what that can do', () => {
    const { body, warnings } = expectValue(parseLightCommand(colored, whiteLamp, 'light'));
    assert.deepEqual(body.members, { ...on, dimming: { brightness: 50 } });
    assert.deepEqual(warnings.map(toEnglish), [
      'payload.xy: left out, it needs a lamp that shows colours.',
    ]);
  });

  it('sets a group without what groups do not know', () => {
    const status = { effect: 'candle' };
    const lamp = { ...colored, effects_v2: { status }, gradient: { points: [{}, {}] } };
    assert.deepEqual(createBody(lamp, undefined, 'grouped_light'), {
      ...on,
      dimming: { brightness: 50 },
      color: { xy },
    });
  });

  it('starts its effect with the colour of that', () => {
    const parameters = { color: { xy }, color_temperature: noWhite, speed: 0.5 };
    const lamp = { ...colored, effects_v2: { status: { effect: 'candle', parameters } } };
    assert.deepEqual(createBody(lamp, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      effects_v2: { action: { effect: 'candle', parameters: { speed: 0.5, color: { xy } } } },
    });
  });

  it('ends an effect that the lamp has now', () => {
    const running = { ...colorLamp, effects_v2: { status: { effect: 'candle' } } };
    assert.deepEqual(createBody(colored, running), {
      ...on,
      dimming: { brightness: 50 },
      effects_v2: { action: { effect: 'no_effect' } },
      color: { xy },
    });
  });

  it('shows its gradient', () => {
    const points = [{ color: { xy } }, { color: { xy: { x: 0.3, y: 0.3 } } }];
    const gradient = { points, mode: 'random_pixelated', points_capable: 5, mode_values: [] };
    assert.deepEqual(createBody({ ...colored, gradient }, colorLamp), {
      ...on,
      dimming: { brightness: 50 },
      gradient: { points, mode: 'random_pixelated' },
    });
  });

  it('is taken from every lamp and group of a home', async () => {
    const simulator = await startSimulator();
    try {
      for (const type of ['light', 'grouped_light'] as const) {
        for (const light of simulator.home.byType(type)) {
          const { body, warnings } = expectValue(parseLightCommand(light, light, type));
          assert.ok(isObject(body.members['on']), light.id);
          assert.deepEqual(warnings, []);
        }
      }
    } finally {
      await simulator.stop();
    }
  });
});
