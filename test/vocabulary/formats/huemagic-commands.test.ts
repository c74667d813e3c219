import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { parseHueMagicLightCommand } from '../../../src/vocabulary/formats/huemagic/light-command';
import {
  readHueMagicColorName,
  nameBasicColor,
  rgbToHueMagicXy,
  xyToHueMagicRgb,
} from '../../../src/vocabulary/formats/huemagic/colors';
import { gamutsByType } from '../../../src/units/color';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import type { LightResourceType } from '../../../src/vocabulary/light/words/word';
import {
  colorLamp,
  expectSentence,
  expectValue,
  id,
  plug,
  whiteLamp,
} from '../support/sample-resources';
import { translateHueMagicPayload } from '../../../src/vocabulary/formats/huemagic/messages';

const now = new Date(2026, 0, 1, 14, 0);

const offLamp: Resource = { ...colorLamp, on: { on: false } };

const litWhiteLamp: Resource = { ...whiteLamp, on: { on: true }, dimming: { brightness: 50 } };

const simpleLamp: Resource = {
  ...litWhiteLamp,
  color: { xy: { x: 0.4, y: 0.4 }, gamut_type: 'C' },
};

const group: Resource = { type: 'grouped_light', id: id(121), on: { on: true } };

const offGroup: Resource = { ...group, on: { on: false } };

function parse(payload: unknown, lamp: Resource): unknown {
  const kind: LightResourceType = lamp.type === 'light' ? 'light' : 'grouped_light';
  return expectValue(parseHueMagicLightCommand(payload, { at: 'payload', kind, lamp, now }));
}

/** What is sent for a payload. */
function toBody(payload: unknown, lamp: Resource): object {
  const command = parse(payload, lamp);
  const kind: LightResourceType = lamp.type === 'light' ? 'light' : 'grouped_light';
  return expectValue(parseLightCommand(command, lamp, kind)).body.members;
}

/** Rounds each number to three places. */
const round = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'number' ? Math.round(member * 1_000) / 1_000 : member,
    ),
  );

const xy = (x: number, y: number): object => ({ color: { xy: { x, y } } });

const red = xy(0.692, 0.308);

const brightness = (percent: number): object => ({ dimming: { brightness: percent } });

const white = (mirek: number): object => ({ color_temperature: { mirek } });

describe('A command of HueMagic', () => {
  describe('for a lamp that is on is sent as', () => {
    for (const [payload, body] of [
      [true, { on: { on: true } }],
      [false, { on: { on: false } }],
      [{ on: true }, { on: { on: true } }],
      [{ toggle: false, on: true }, { on: { on: false } }],
      [{ brightness: 40 }, brightness(40)],
      [{ brightness: '40' }, brightness(40)],
      [
        { brightness: 40.5, on: true },
        { on: { on: true }, ...brightness(40.5) },
      ],
      [{ brightness: 0 }, { on: { on: false } }],
      [{ brightness: 0, on: true }, { on: { on: false } }],
      [{ brightness: 'automatic' }, brightness(100)],
      [{ brightnessLevel: 127 }, brightness(50)],
      [{ brightnessLevel: 0 }, { on: { on: false } }],
      [{ brightnessLevel: 254, brightness: 20 }, brightness(20)],
      [{ incrementBrightness: 20 }, { dimming_delta: { action: 'up', brightness_delta: 20 } }],
      [{ incrementBrightness: true }, { dimming_delta: { action: 'up', brightness_delta: 1 } }],
      [{ incrementBrightness: 'more' }, { dimming_delta: { action: 'up', brightness_delta: 10 } }],
      [{ incrementBrightness: -20 }, { dimming_delta: { action: 'down', brightness_delta: 20 } }],
      [{ decrementBrightness: 20 }, { dimming_delta: { action: 'down', brightness_delta: 20 } }],
      [{ decrementBrightness: 60 }, { on: { on: false } }],
      [
        { incrementBrightness: 5, decrementBrightness: 60 },
        { dimming_delta: { action: 'up', brightness_delta: 5 } },
      ],
      [{ incrementBrightness: 5, brightness: 20 }, brightness(20)],
      [{ color: 'red' }, red],
      [{ color: 'Orange' }, xy(0.62, 0.362)],
      [{ color: 'raspberry' }, xy(0.503, 0.217)],
      [{ color: 'hotpink 3' }, xy(0.466, 0.237)],
      [{ hex: '#f00' }, red],
      [{ hex: 'ff0000' }, red],
      [{ hex: '#f00c' }, red],
      [{ hex: 'ff0000cc' }, red],
      [{ hex: '#000000' }, xy(0, 0)],
      [{ rgb: [255, 0, 0] }, red],
      [{ rgb: [0, 255, 0], hex: '#ff0000', color: 'blue' }, xy(0.17, 0.7)],
      [{ xyColor: { x: 0.3, y: 0.5 }, color: 'red' }, xy(0.3, 0.5)],
      [{ mixColor: { color: 'red', amount: 100 } }, xy(0.387, 0.409)],
      [{ mixColor: { rgb: [255, 0, 0], amount: 1 } }, red],
      [{ mixColor: { hex: '#ff0000' } }, xy(0.621, 0.31)],
      [{ saturation: 100 }, xy(0.387, 0.409)],
      [{ saturation: 0 }, xy(0.313, 0.329)],
      [{ saturation: 50, color: 'red' }, xy(0.59, 0.314)],
      [{ colorTemp: 250 }, white(250)],
      [{ colorTemp: '250' }, white(250)],
      [{ colorTemp: 'cold' }, white(153)],
      [{ colorTemp: 'normal' }, white(240)],
      [{ colorTemp: 'warm' }, white(400)],
      [{ colorTemp: 'hot' }, white(500)],
      [{ colorTemp: 'auto' }, white(199)],
      [{ colorTemp: 'anything' }, white(199)],
      [{ incrementColorTemp: 30 }, white(400)],
      [{ decrementColorTemp: 'x' }, white(320)],
      [{ incrementColorTemp: 900 }, white(500)],
      [{ decrementColorTemp: 900 }, white(153)],
      [{ incrementColorTemp: 30, colorTemp: 200 }, white(200)],
      [{ decrementColorTemp: 30, colorTemp: 200 }, white(200)],
      [{ decrementColorTemp: 30, incrementColorTemp: 50 }, white(420)],
      [{ transitionTime: 2 }, { dynamics: { duration: 2000 } }],
      [
        { brightness: 20, transitionTime: '0.5' },
        { ...brightness(20), dynamics: { duration: 500 } },
      ],
      [
        { on: false, transitionTime: 9000 },
        { on: { on: false }, dynamics: { duration: 6_000_000 } },
      ],
      [
        { gradient: { hex: ['#ff0000', '#0000ff'], mode: 'random_pixelated' } },
        {
          gradient: { points: [red, xy(0.153, 0.048)], mode: 'random_pixelated' },
        },
      ],
      [
        {
          gradient: {
            hex: ['#fff'],
            rgb: [
              [255, 0, 0],
              [0, 255, 0],
            ],
          },
        },
        { gradient: { points: [red, xy(0.17, 0.7)] } },
      ],
      [
        {
          gradient: {
            xyColor: [
              { x: 0.3, y: 0.3 },
              { x: 0.4, y: 0.4 },
            ],
          },
        },
        { gradient: { points: [xy(0.3, 0.3), xy(0.4, 0.4)] } },
      ],
      [
        { effect: 'candle', effectSpeed: 0.3, color: 'red' },
        {
          effects_v2: { action: { effect: 'candle', parameters: { speed: 0.3, ...red } } },
        },
      ],
      [
        { effect: 'candle', colorTemp: 300 },
        { effects_v2: { action: { effect: 'candle', parameters: white(300) } } },
      ],
      [{ effect: false }, { effects_v2: { action: { effect: 'no_effect' } } }],
      [
        { effect: 'no_effect', hex: '#ff0000', effectSpeed: 0.3 },
        { effects_v2: { action: { effect: 'no_effect' } }, ...red },
      ],
      [
        { effect: 'no_effect', colorTemp: 300 },
        { effects_v2: { action: { effect: 'no_effect' } }, ...white(300) },
      ],
      [
        { timedEffect: 'sunrise', duration: 90 },
        { timed_effects: { effect: 'sunrise', duration: 90_000 } },
      ],
      [{ timedEffect: false }, { timed_effects: { effect: 'no_effect' } }],
      [
        { powerUp: 'safety', brightness: 20 },
        { powerup: { preset: 'safety' }, ...brightness(20) },
      ],
      [
        { powerUp: { preset: 'custom', on: true, brightness: 30, colorTemp: 300 } },
        {
          powerup: {
            preset: 'custom',
            on: { mode: 'on', on: { on: true } },
            dimming: { mode: 'dimming', dimming: { brightness: 30 } },
            color: { mode: 'color_temperature', ...white(300) },
          },
        },
      ],
      [
        { powerUp: { preset: 'custom', on: 'toggle', xyColor: { x: 0.3, y: 0.3 } } },
        {
          powerup: {
            preset: 'custom',
            on: { mode: 'toggle' },
            color: { mode: 'color', ...xy(0.3, 0.3) },
          },
        },
      ],
      [{ powerUp: { preset: 'safety', brightness: 30 } }, { powerup: { preset: 'safety' } }],
      [{ alert: 5 }, { signaling: { signal: 'on_off', duration: 5000 } }],
      [
        { alert: '2.6', on: true, brightness: 5, color: 'blue', hex: '#ff0000' },
        {
          signaling: {
            signal: 'on_off_color',
            duration: 3000,
            colors: [{ xy: { x: 0.692, y: 0.308 } }],
          },
        },
      ],
      [{ alert: 99_999 }, { signaling: { signal: 'on_off', duration: 65_534_000 } }],
      [{ alert: 0, brightness: 20 }, brightness(20)],
      [{ brightness: 20, source: 'dashboard', updated: '2026', reachable: true }, brightness(20)],
      [{ colorTemp: false, brightness: 20 }, brightness(20)],
      [{ colorTemp: 250, colorTempName: 'normal', xyColor: { x: 0.4, y: 0.4 } }, white(250)],
      [{ colorTemp: 250, color: 'red' }, red],
    ] as const) {
      it(JSON.stringify(payload), () => {
        assert.deepEqual(round(toBody(payload, colorLamp)), body);
      });
    }
  });

  describe('for a lamp that is off waits for it, unless it says on or off:', () => {
    for (const [payload, command] of [
      [{ brightness: 40 }, { turnOn: 'later', brightness: 40 }],
      [
        { on: true, brightness: 40 },
        { on: true, ...brightness(40) },
      ],
      [
        { toggle: true, brightness: 40 },
        { toggle: true, ...brightness(40) },
      ],
      [
        { on: false, brightness: 40 },
        { on: false, ...brightness(40) },
      ],
      [{ incrementBrightness: 20 }, { turnOn: 'later', brightness: '+20' }],
      [
        { decrementBrightness: 60, colorTemp: 300 },
        { turnOn: 'later', brightness: '-60', mirek: 300 },
      ],
      [
        { color: 'red', transitionTime: 1 },
        { turnOn: 'later', xy: { x: 0.692, y: 0.308 }, transition: 1000 },
      ],
      [{ transitionTime: 2 }, { dynamics: { duration: 2000 } }],
      [{ effect: 'cosmos' }, { turnOn: 'later', effects_v2: { action: { effect: 'cosmos' } } }],
      [
        { timedEffect: 'sunrise', duration: 60 },
        { turnOn: 'later', timed_effects: { effect: 'sunrise', duration: 60_000 } },
      ],
      [{ alert: 5 }, { signaling: { signal: 'on_off', duration: 5000 } }],
      [{ powerUp: 'safety' }, { powerup: { preset: 'safety' } }],
      [{ brightness: 0 }, { get: true }],
    ] as const) {
      it(JSON.stringify(payload), () => assert.deepEqual(round(parse(payload, offLamp)), command));
    }
  });

  describe('for a group is sent as', () => {
    for (const [payload, command] of [
      [{ color: 'lime' }, xy(0.115, 0.826)],
      [{ color: 'red', colorTemp: 300 }, xy(0.735, 0.265)],
      [{ incrementBrightness: 20 }, { brightness: '+20' }],
      [{ decrementBrightness: 60 }, { brightness: '-60' }],
      [{ brightness: 0 }, { on: false }],
      [{ effect: 'candle', brightness: 20 }, brightness(20)],
      [{ mixColor: { color: 'red' }, brightness: 20 }, brightness(20)],
    ] as const) {
      it(JSON.stringify(payload), () => assert.deepEqual(round(parse(payload, group)), command));
    }

    it('what waits for its lamps while it is off', () => {
      assert.deepEqual(parse({ incrementBrightness: 20 }, offGroup), {
        turnOn: 'later',
        brightness: '+20',
      });
      assert.deepEqual(parse({ colorTemp: 300 }, offGroup), { turnOn: 'later', mirek: 300 });
      assert.deepEqual(parse({ brightness: 0 }, offGroup), { on: false });
    });
  });

  describe('leaves out in silence what the lamp lacks', () => {
    for (const [payload, lamp, command] of [
      [{ color: 'red', brightness: 20 }, litWhiteLamp, brightness(20)],
      [{ gradient: { hex: ['#fff', '#000'] }, brightness: 20 }, litWhiteLamp, brightness(20)],
      [{ effect: 'candle', color: 'red' }, simpleLamp, { effects: { effect: 'candle' }, ...red }],
      [{ brightness: 20, on: true }, plug, { on: true }],
      [{ colorTemp: 300 }, plug, { get: true }],
      [{ brightness: 0 }, { ...plug, on: { on: true } }, { on: false }],
      [{ decrementBrightness: 5 }, { ...plug, on: { on: true } }, { on: false }],
      [{ incrementBrightness: 5 }, { ...plug, on: { on: true } }, { get: true }],
      [{ alert: 5 }, litWhiteLamp, { alert: { action: 'breathe' } }],
    ] as const) {
      it(JSON.stringify(payload), () => assert.deepEqual(round(parse(payload, lamp)), command));
    }
  });

  it('asks for the state where it says status, or nothing that is known', () => {
    for (const payload of [
      { status: false, brightness: 4 },
      {},
      50,
      'on',
      '#f00',
      undefined,
      null,
      [],
    ])
      assert.deepEqual(parse(payload, colorLamp), { get: true });
  });

  it('plays a colour loop for whole seconds', () => {
    assert.deepEqual(parse({ colorloop: 10.7, brightness: 40, on: false }, colorLamp), {
      play: 'rainbow',
      for: 10_000,
      brightness: 40,
    });
  });

  for (const [payload, sentence] of [
    [
      { brightness: 101 },
      /^payload\.brightness: expected a number from 0 to 100, or auto, got 101/,
    ],
    [{ brightness: true }, /^payload\.brightness/],
    [{ brightnessLevel: 255 }, /^payload\.brightnessLevel: expected a number from 0 to 254/],
    [
      { incrementBrightness: 101 },
      /^payload\.incrementBrightness: expected a number from -100 to 100/,
    ],
    [{ color: 'no such colour' }, /^payload\.color: expected the name of a colour/],
    [{ hex: 'ff' }, /^payload\.hex: expected a colour such as #ff8800/],
    [{ rgb: [255, 0] }, /^payload\.rgb: expected red, green and blue/],
    [{ xyColor: { x: 2, y: 0 } }, /^payload\.xyColor: expected x and y/],
    [{ mixColor: { amount: 5 } }, /^payload\.mixColor: expected color, rgb, hex or xyColor/],
    [{ saturation: 101 }, /^payload\.saturation: expected a number from 0 to 100/],
    [{ colorTemp: 152 }, /^payload\.colorTemp: expected a number from 153 to 500/],
    [{ transitionTime: 'x' }, /^payload\.transitionTime: expected a number of seconds/],
    [{ gradient: ['#fff', '#000'] }, /^payload\.gradient: expected an object with a list/],
    [{ gradient: { hex: ['#fff', 5] } }, /^payload\.gradient\.hex\[1\]/],
    [{ effect: 'prism' }, /^payload\.effect: expected one of no_effect, candle, fire, cosmos/],
    [{ timedEffect: 'noon' }, /^payload\.timedEffect: expected one of no_effect, sunrise/],
    [{ powerUp: 'never' }, /^payload\.powerUp: expected one of safety, powerfail/],
    [{ image: 'https://example.com/a.png' }, /^payload\.image: .*pictures are not read here/],
    [{ alert: 5, color: 'no such colour' }, /^payload\.color/],
  ] as const) {
    it(`is refused: ${JSON.stringify(payload)}`, () => {
      const context = { at: 'payload', kind: 'light', lamp: colorLamp, now } as const;
      assert.match(expectSentence(parseHueMagicLightCommand(payload, context)), sentence);
    });
  }
});

describe('A colour of HueMagic', () => {
  it('is any colour for a text that holds random, any or whatever', () => {
    for (const name of ['random', 'anyone', 'whatever']) assert.ok(readHueMagicColorName(name));
    assert.equal(readHueMagicColorName('rand'), undefined);
  });

  it('is converted as HueMagic converts it', () => {
    const toRounded = (rgb: readonly [number, number, number]): unknown =>
      round(rgbToHueMagicXy(rgb, gamutsByType.C));
    assert.deepEqual(toRounded([255, 255, 255]), { x: 0.313, y: 0.329 });
    assert.deepEqual(toRounded([255, 136, 0]), { x: 0.607, y: 0.372 });
    assert.deepEqual(xyToHueMagicRgb({ x: 0.4575, y: 0.4099 }, 50), [218, 176, 101]);
  });

  for (const [rgb, name] of [
    [[255, 0, 0], 'red'],
    [[250, 10, 240], 'fuchsia'],
    [[20, 20, 20], 'black'],
    [[225, 170, 79], 'orange'],
    [[60, 60, 250], 'blue'],
  ] as const) {
    it(`is called ${name}: ${rgb.join(', ')}`, () => assert.equal(nameBasicColor(rgb), name));
  }
});

describe('A message of HueMagic is for', () => {
  const animation = (status: unknown, restore: unknown): object => ({
    animation: { status, restore },
  });
  const nodeId = 'a1';
  const saved = 'HueMagic animation a1';
  for (const [nodeType, message, payload] of [
    ['bridge-light', { payload: true }, true],
    ['bridge-light', { payload: { on: true, x: 1 } }, { on: true, x: 1 }],
    ['bridge-light', { payload: { status: true, on: true } }, { get: true }],
    ['bridge-light', { payload: 50 }, { get: true }],
    ['bridge-light', { payload: { source: 'dashboard' } }, { get: true }],
    ['bridge-light', {}, { get: true }],
    ['bridge-light', animation(true, true), { save: saved }],
    ['bridge-light', animation(false, true), { restore: saved }],
    ['bridge-light', animation(true, false), { get: true }],
    ['bridge-light', { ...animation(true, true), payload: { alert: 3 } }, { alert: 3 }],
    ['bridge-light', { ...animation(true, true), payload: { on: true } }, { save: saved }],
    ['bridge-light', { payload: { animate: false } }, { dim: 'stop' }],
    ['bridge-light', { payload: { dim: 'up' } }, { get: true }],
    ['bridge-light', { payload: { animate: true } }, { get: true }],
    [
      'bridge-light',
      {
        payload: {
          steps: [
            { delay: 500, animation: { xyColor: { x: 0.3, y: 0.3 }, transitionTime: 2 } },
            { delay: 300, animation: { brightness: 0 } },
            { animation: { brightness: 40, on: false, transitionTime: 0.5 } },
          ],
        },
      },
      {
        play: [
          {
            on: true,
            color: { xy: { x: 0.3, y: 0.3 } },
            dynamics: { duration: 2000 },
            for: 2300,
          },
          { on: false, for: 200 },
          { on: true, dimming: { brightness: 40 }, dynamics: { duration: 500 }, for: 1000 },
        ],
        repeat: true,
      },
    ],
    [
      'bridge-light',
      { payload: { steps: '[{"animation": {"brightness": 5}}]', specials: { randomOrder: true } } },
      {
        play: [{ on: true, dimming: { brightness: 5 }, for: 200 }],
        repeat: true,
        random: true,
      },
    ],
    ['bridge-scene', { payload: false }, true],
    ['bridge-scene', { payload: { topic: 1 } }, true],
    [
      'bridge-scene',
      { payload: { scene: 'Relax', transitionTime: 2.5, brightness: 0, group: 'x' } },
      { scene: 'Relax', brightness: 1, transition: 2500 },
    ],
    ['bridge-sensor', { payload: false }, false],
    ['bridge-sensor', { payload: { sensitivity: 2 } }, { sensitivity: 2 }],
    ['bridge-sensor', { payload: { status: 1, sensitivity: 2 } }, { get: true }],
    ['bridge-sensor', { payload: 'on' }, { get: true }],
    ['bridge-automation', { payload: true }, true],
    ['bridge-automation', { payload: { toggle: false, enabled: true } }, { toggle: true }],
    ['bridge-automation', { payload: { enabled: 'yes' } }, { enabled: false }],
    ['bridge-automation', { payload: { status: true } }, { get: true }],
    ['bridge-speaker', { payload: { chime: 'bright' } }, { chime: 'bright' }],
    ['bridge-speaker', { payload: { alarm: false } }, { alarm: false }],
    [
      'bridge-speaker',
      { payload: { alarm: { sound: 'siren', volume: 40, duration: 2 } } },
      { alarm: 'siren', volume: 40, duration: 2000 },
    ],
    [
      'bridge-speaker',
      { payload: { chime: 'bright', alert: { sound: 'alert', volume: '40' }, mute: false } },
      {
        chime: { sound: 'bright' },
        alert: { sound: 'alert', volume: { level: 40 } },
        mute: { mute: 'unmute' },
      },
    ],
    ['bridge-speaker', { payload: { mute: true } }, { mute: true }],
    ['bridge-speaker', { payload: {} }, { get: true }],
    ['bridge-resource', { payload: 5 }, 5],
  ] as const) {
    it(`a ${nodeType}: ${JSON.stringify(message)}`, () => {
      assert.deepEqual(translateHueMagicPayload(nodeType, { ...message, nodeId }), payload);
    });
  }
});
