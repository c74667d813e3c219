import assert from 'node:assert/strict';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { toTestName, expectProblem, expectValue } from '../support/sample-resources';

const on = { on: { on: true } };
const off = { on: { on: false } };
const xy = (x: number, y: number) => ({ color: { xy: { x, y } } });
const up = (brightness_delta: number) => ({ dimming_delta: { action: 'up', brightness_delta } });
const down = (brightness_delta: number) => ({
  dimming_delta: { action: 'down', brightness_delta },
});
const white = (mirek: number) => ({ color_temperature: { mirek } });
const orange = xy(0.5975, 0.3789);
const red = { xy: { x: 0.6915, y: 0.3083 } };
const blue = { xy: { x: 0.1532, y: 0.0475 } };
const action = (value: object) => ({ effects_v2: { action: value } });

/** Payloads for a lamp of which nothing is known, and the body each becomes. */
const bodies: readonly [payload: unknown, body: object][] = [
  [true, on],
  [false, off],
  ['on', on],
  ['OFF', off],
  ['true', on],
  ['false', off],
  [{ on: 'false' }, off],
  [' On ', on],
  [50, { ...on, dimming: { brightness: 50 } }],
  [0, off],
  [-0, off],
  ['0%', off],
  [0.5, { ...on, dimming: { brightness: 0.5 } }],
  [100, { ...on, dimming: { brightness: 100 } }],
  ['50', { ...on, dimming: { brightness: 50 } }],
  ['50%', { ...on, dimming: { brightness: 50 } }],
  ['33.3 %', { ...on, dimming: { brightness: 33.3 } }],
  ['+10', up(10)],
  ['+10%', up(10)],
  ['-10', down(10)],
  ['#ff8800', { ...on, ...orange }],
  ['#FF8800', { ...on, ...orange }],
  ['ff8800', { ...on, ...orange }],
  ['#f80', { ...on, ...orange }],
  ['rgb(255, 136, 0)', { ...on, ...orange }],
  ['rgba(255, 136, 0, .5)', { ...on, ...orange }],
  ['rgb(255 136 0 / 50%)', { ...on, ...orange }],
  ['red', { ...on, color: red }],
  ['Dark Orange', { ...on, ...xy(0.592, 0.383) }],
  ['2700K', { ...on, ...white(370) }],
  ['2700 k', { ...on, ...white(370) }],
  ['breathe', { alert: { action: 'breathe' } }],
  ['identify', { identify: { action: 'identify' } }],
  ['stop', { dimming_delta: { action: 'stop' } }],
  [{ on: true }, on],
  [{ on: 'off' }, off],
  [{ on: { on: true } }, on],
  [{ brightness: 30 }, { ...on, dimming: { brightness: 30 } }],
  [{ brightness: 0 }, off],
  [
    { brightness: 0, on: true },
    { ...on, dimming: { brightness: 0 } },
  ],
  [{ brightness: 0, on: false }, off],
  [{ brightness: 30, on: false }, off],
  [
    { dimming: { brightness: 30 }, on: { on: false } },
    { ...off, dimming: { brightness: 30 } },
  ],
  [{ brightness: '+10' }, up(10)],
  [{ brightness: '-100%' }, down(100)],
  [
    { dim: 'up' },
    { dimming_delta: { action: 'up', brightness_delta: 100 }, dynamics: { duration: 4000 } },
  ],
  [
    { dim: 'down', transition: '8s' },
    { dimming_delta: { action: 'down', brightness_delta: 100 }, dynamics: { duration: 8000 } },
  ],
  [{ dim: 'stop' }, { dimming_delta: { action: 'stop' } }],
  [{ kelvin: 2700 }, { ...on, ...white(370) }],
  [{ kelvin: '4000K' }, { ...on, ...white(250) }],
  [{ kelvin: 2000 }, { ...on, ...white(500) }],
  [{ kelvin: 20_000 }, { ...on, ...white(50) }],
  [{ mirek: 153 }, { ...on, ...white(153) }],
  [{ mirek: '+20' }, { color_temperature_delta: { action: 'up', mirek_delta: 20 } }],
  [{ mirek: '-20' }, { color_temperature_delta: { action: 'down', mirek_delta: 20 } }],
  [{ color: 'red' }, { ...on, color: red }],
  [{ color: '#f80' }, { ...on, ...orange }],
  [{ color: 'hsl(32, 100%, 50%)' }, { ...on, ...orange }],
  [{ color: 'hsv(32deg 100% 100%)' }, { ...on, ...orange }],
  [{ color: 'rgb(100% 53.3333% 0%)' }, { ...on, ...orange }],
  [{ color: 'rgba(255, 136, 0, 0.5)' }, { ...on, ...orange }],
  [{ color: { r: 255, g: 136, b: 0 } }, { ...on, ...orange }],
  [{ color: { r: 255, g: 136, b: 0, a: 1 } }, { ...on, ...orange }],
  [{ color: { red: 255, green: 136, blue: 0 } }, { ...on, ...orange }],
  [{ color: [255, 136, 0] }, { ...on, ...orange }],
  [{ color: { h: 32, s: 100, v: 100 } }, { ...on, ...orange }],
  [{ color: { h: 32, s: 1, v: 1, a: 1 } }, { ...on, ...orange }],
  [{ color: { h: 32, s: 1, l: 0.5 } }, { ...on, ...orange }],
  [{ color: { hue: 32, saturation: 100 } }, { ...on, ...orange }],
  [{ color: { x: 0.2, y: 0.3 } }, { ...on, ...xy(0.2, 0.3) }],
  [{ color: [0.2, 0.3] }, { ...on, ...xy(0.2, 0.3) }],
  [{ hex: 'ff8800' }, { ...on, ...orange }],
  [{ rgb: [255, 136, 0] }, { ...on, ...orange }],
  [{ rgb: '255, 136, 0' }, { ...on, ...orange }],
  [{ rgb: { r: 255, g: 136, b: 0 } }, { ...on, ...orange }],
  [{ hsv: [32, 100, 100] }, { ...on, ...orange }],
  [{ hsv: { h: 32, s: 100, v: 100 } }, { ...on, ...orange }],
  [{ xy: [0.2, 0.3] }, { ...on, ...xy(0.2, 0.3) }],
  [{ xy: { x: 0.2, y: 0.3 } }, { ...on, ...xy(0.2, 0.3) }],
  [
    { on: true, transition: 0 },
    { ...on, dynamics: { duration: 0 } },
  ],
  [
    { on: true, transition: '0s' },
    { ...on, dynamics: { duration: 0 } },
  ],
  [
    { on: true, transition: 6_000_000 },
    { ...on, dynamics: { duration: 6_000_000 } },
  ],
  [
    { on: true, transition: 400 },
    { ...on, dynamics: { duration: 400 } },
  ],
  [
    { on: true, transition: '2s' },
    { ...on, dynamics: { duration: 2000 } },
  ],
  [
    { on: true, transition: '500 ms' },
    { ...on, dynamics: { duration: 500 } },
  ],
  [
    { on: true, transition: '1.5min' },
    { ...on, dynamics: { duration: 90_000 } },
  ],
  [{ effect: 'candle' }, { ...on, effects: { effect: 'candle' } }],
  [{ effect: 'none' }, { effects: { effect: 'no_effect' } }],
  [{ effect: false }, { effects: { effect: 'no_effect' } }],
  [
    { effect: { name: 'fire', speed: 0.5, color: 'red' } },
    { ...on, ...action({ effect: 'fire', parameters: { speed: 0.5, color: red } }) },
  ],
  [
    { effect: { name: 'fire', kelvin: 2000 } },
    { ...on, ...action({ effect: 'fire', parameters: { color_temperature: { mirek: 500 } } }) },
  ],
  [
    { timedEffect: { effect: 'sunset', duration: '10min' } },
    { ...on, timed_effects: { effect: 'sunset', duration: 600_000 } },
  ],
  [{ timedEffect: 'none' }, { timed_effects: { effect: 'no_effect' } }],
  [{ sunrise: '30min' }, { ...on, timed_effects: { effect: 'sunrise', duration: 1_800_000 } }],
  [{ sunset: 60_000 }, { ...on, timed_effects: { effect: 'sunset', duration: 60_000 } }],
  [{ alert: true }, { alert: { action: 'breathe' } }],
  [{ alert: { action: 'breathe' } }, { alert: { action: 'breathe' } }],
  [{ signal: 'on_off' }, { signaling: { signal: 'on_off', duration: 10_000 } }],
  [{ signal: 'none' }, { signaling: { signal: 'no_signal', duration: 0 } }],
  [{ signal: false }, { signaling: { signal: 'no_signal', duration: 0 } }],
  [{ signal: 'off' }, { signaling: { signal: 'no_signal', duration: 0 } }],
  [
    { signal: { signal: 'alternating', duration: '4s', colors: ['red', 'blue'] } },
    { signaling: { signal: 'alternating', duration: 4000, colors: [red, blue] } },
  ],
  [
    { gradient: ['red', 'blue'] },
    { ...on, gradient: { points: [{ color: red }, { color: blue }] } },
  ],
  [
    { gradient: { colors: ['red', 'blue'], mode: 'random_pixelated' } },
    { ...on, gradient: { points: [{ color: red }, { color: blue }], mode: 'random_pixelated' } },
  ],
  [{ powerup: 'last_on_state' }, { powerup: { preset: 'last_on_state' } }],
  [{ powerup: { preset: 'safety' } }, { powerup: { preset: 'safety' } }],
  [
    { powerup: { on: true, brightness: 20, kelvin: 2700 } },
    {
      powerup: {
        preset: 'custom',
        on: { mode: 'on', on: { on: true } },
        dimming: { mode: 'dimming', dimming: { brightness: 20 } },
        color: { mode: 'color_temperature', color_temperature: { mirek: 370 } },
      },
    },
  ],
  [
    { powerup: { preset: 'custom', on: 'previous', brightness: 'previous', color: 'previous' } },
    {
      powerup: {
        preset: 'custom',
        on: { mode: 'previous' },
        dimming: { mode: 'previous' },
        color: { mode: 'previous' },
      },
    },
  ],
  [
    { powerup: { on: 'toggle', color: 'red' } },
    {
      powerup: {
        preset: 'custom',
        on: { mode: 'toggle' },
        color: { mode: 'color', color: red },
      },
    },
  ],
  [{ identify: true }, { identify: { action: 'identify' } }],
  [{ identify: '5s' }, { identify: { action: 'identify', duration: 5000 } }],
  [{ name: 'Büro 💡' }, { metadata: { name: 'Büro 💡' } }],
  [
    { name: 'Desk', archetype: 'floor_shade', function: 'decorative' },
    { metadata: { name: 'Desk', archetype: 'floor_shade', function: 'decorative' } },
  ],
  [{ dimming: { brightness: 50 } }, { dimming: { brightness: 50 } }],
  [
    { on: { on: true }, dimming: { brightness: 0 } },
    { ...on, dimming: { brightness: 0 } },
  ],
  [
    { dimming: { brightness: 50 }, kelvin: 2700 },
    { ...on, dimming: { brightness: 50 }, ...white(370) },
  ],
  [{ type: 'light', on: { on: false } }, off],
  [
    { gradient: { points: [{ color: red }, { color: blue }] } },
    {
      gradient: { points: [{ color: red }, { color: blue }] },
    },
  ],
  [
    { powerup: { preset: 'custom', on: { mode: 'toggle' } } },
    {
      powerup: { preset: 'custom', on: { mode: 'toggle' } },
    },
  ],
  [{ metadata: { name: 'Desk' } }, { metadata: { name: 'Desk' } }],
];

const createBody = (payload: unknown): object =>
  expectValue(parseLightCommand(payload, undefined, 'light')).body.members;

describe('A light command', () => {
  for (const [payload, body] of bodies) {
    it(`turns ${toTestName(payload)} into a body`, () => {
      const { type, ...sent } = { type: undefined, ...createBody(payload) };
      assert.ok(type === undefined || type === 'light');
      assert.deepEqual(sent, body);
    });
  }

  it('names the path that the caller gives', () => {
    const result = parseLightCommand({ brightness: 'abc' }, undefined, 'light', {
      at: 'msg.command',
    });
    assert.equal(expectProblem(result).path, 'msg.command.brightness');
  });

  it('keeps what it was given out of the body', () => {
    const payload = { dimming: { brightness: 10 } };
    const { body } = expectValue(parseLightCommand(payload, undefined, 'light'));
    payload.dimming.brightness = 99;
    assert.deepEqual(body.members, { dimming: { brightness: 10 } });
  });

  it('has the transition of the dialog, unless it says one itself or sets nothing that fades', () => {
    const parse = (payload: object): unknown =>
      expectValue(parseLightCommand(payload, undefined, 'light', { transition: 250 })).body.members[
        'dynamics'
      ];
    assert.deepEqual(parse({ brightness: 30 }), { duration: 250 });
    for (const own of [{ transition: 400 }, { dynamics: { duration: 400 } }])
      assert.deepEqual(parse({ brightness: 30, ...own }), { duration: 400 });
    assert.equal(parse({ alert: 'breathe' }), undefined);
  });

  it('leaves a lamp that is off as it is when asked not to turn it on', () => {
    assert.deepEqual(createBody({ brightness: 30, turnOn: false }), {
      dimming: { brightness: 30 },
    });
    assert.deepEqual(createBody({ brightness: 30, turnOn: true }), {
      on: { on: true },
      dimming: { brightness: 30 },
    });
    assert.deepEqual(createBody({ brightness: 0, turnOn: false }), { on: { on: false } });
  });
});
