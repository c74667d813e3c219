import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources/members';
import type { PlainLight } from '../../../src/resources/types/light';
import { rgbToXy, parseHexColor, mirekToKelvin, rgbToHex } from '../../../src/units/color';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { lightFormatNames } from '../../../src/vocabulary/formats/light-format';
import type { LightFormatName, ShownColor } from '../../../src/vocabulary/formats/light-format';
import {
  formatLightState,
  parseFormattedCommand,
} from '../../../src/vocabulary/formats/light-formats';
import { colorLamp, expectSentence, expectValue } from '../support/sample-resources';

/** All but HueMagic, whose words depend on the lamp: see its own test. */
type FormatName = Exclude<LightFormatName, 'plain' | 'huemagic'>;

const parse = (format: FormatName, payload: unknown): unknown =>
  expectValue(parseFormattedCommand(format, payload, 'payload')).command;

const orange: PlainLight = { on: true, brightness: 50, color: '#ff8800' };
const warm: PlainLight = { on: true, brightness: 50, kelvin: 2703 };

/** What a lamp of gamut C shows of it in the diagram. */
function toShownColor({ color }: PlainLight): ShownColor {
  const rgb = parseHexColor(color ?? '');
  return { xy: rgb && rgbToXy(rgb) };
}

/** Payload, and the command in plain words that it becomes. */
const commands: Readonly<Record<FormatName, readonly (readonly [unknown, object])[]>> = {
  homekit: [
    [{ On: true }, { on: true }],
    [{ On: 0 }, { on: false }],
    [{ Brightness: 40 }, { brightness: 40 }],
    [{ ColorTemperature: 250 }, { mirek: 250 }],
    [{ Hue: 120 }, { hue: 120 }],
    [
      { On: true, Hue: 120, Saturation: 50, Name: 'Lamp' },
      { on: true, hue: 120, saturation: 50 },
    ],
  ],
  'home-assistant': [
    ['ON', { on: true }],
    ['{"state": "ON", "brightness": 255}', { on: true, brightness: 100 }],
    [
      { state: 'ON', brightness: 51, color_temp: 370, transition: 2 },
      { on: true, brightness: 20, mirek: 370, transition: 2000 },
    ],
    [
      { state: 'ON', color_temp: 2700 },
      { on: true, kelvin: 2700 },
    ],
    [{ color: { r: 255, g: 0, b: 0 } }, { color: { r: 255, g: 0, b: 0 } }],
    [{ color: { h: 120, s: 100 } }, { hue: 120, saturation: 100 }],
    [{ flash: 2 }, { alert: true }],
    [{ flash: 10 }, { signal: { signal: 'on_off', duration: 10_000 } }],
    [{ flash: 'short' }, { alert: true }],
    [{ flash: 'long' }, { signal: 'on_off' }],
    [{ color_temp: 50 }, { mirek: 50 }],
    [{ color_temp: 1_000 }, { mirek: 1_000 }],
    [{ color_temp: 1_001 }, { kelvin: 1_001 }],
    [
      { state: 'off', transition: 6_000 },
      { on: false, transition: 6_000_000 },
    ],
    [{ color_mode: 'white', color_temp: 370 }, { mirek: 370 }],
    [{ effect: 'candle' }, { effect: 'candle' }],
    [
      { state: 'ON', color_mode: 'color_temp', color_temp: 370, color: { x: 0.4, y: 0.4 } },
      { on: true, mirek: 370 },
    ],
    [
      { state: 'ON', color_mode: 'xy', color_temp: null, color: { x: 0.4, y: 0.4, h: 30, s: 1 } },
      { on: true, color: { x: 0.4, y: 0.4 } },
    ],
  ],
  google: [
    [{ on: false }, { on: false }],
    [
      { on: true, brightness: 65, color: { spectrumRGB: 16711680 }, online: true },
      { on: true, brightness: 65, color: '#ff0000' },
    ],
    [{ color: { name: 'ivory', temperature: 6000 } }, { kelvin: 6000 }],
    [{ color: { temperatureK: 2700 } }, { kelvin: 2700 }],
    [{ color: { spectrumHSV: { hue: 120, saturation: 1, value: 1 } } }, { color: '#00ff00' }],
    [{ spectrumRgb: 255 }, { color: '#0000ff' }],
    [{ color: 0xffffff }, { color: '#ffffff' }],
    [{ spectrumHsv: { hue: 360, saturation: 0 } }, { color: '#ffffff' }],
    [{ command: 'action.devices.commands.OnOff', params: { on: true } }, { on: true }],
    [
      { on: true, brightness: 65, color: {}, activeLightEffect: '' },
      { on: true, brightness: 65 },
    ],
    [
      { color: { spectrumHSV: { hue: 240, saturation: 1, value: 0.5 } } },
      { color: '#0000ff', brightness: 50 },
    ],
    [
      { brightness: 20, color: { spectrumHsv: { hue: 240, saturation: 1, value: 0.5 } } },
      { color: '#0000ff', brightness: 20 },
    ],
    [{ brightnessRelativePercent: 20 }, { brightness: '+20' }],
    [{ brightnessRelativePercent: -100 }, { brightness: '-100' }],
    [{ brightnessRelativeWeight: -2 }, { brightness: '-20' }],
    [
      { activeLightEffect: 'sleep', on: true },
      { on: false, transition: 1_800_000 },
    ],
    [
      { command: 'action.devices.commands.Wake', params: { duration: 600 } },
      { brightness: 100, transition: 600_000 },
    ],
    [
      { command: 'action.devices.commands.StopEffect', params: {} },
      { effect: 'none', dim: 'stop' },
    ],
  ],
  alexa: [
    ['OFF', { on: false }],
    [
      { powerState: 'ON', brightness: 42 },
      { on: true, brightness: 42 },
    ],
    [
      { color: { hue: 350.5, saturation: 0.7138, brightness: 0.6524 } },
      { hue: 350.5, saturation: 71.38, brightness: 65.24 },
    ],
    [
      { hue: 0, saturation: 1, brightness: 1 },
      { hue: 0, saturation: 100, brightness: 100 },
    ],
    [{ colorTemperatureInKelvin: 2200 }, { kelvin: 2200 }],
    [{ brightnessDelta: -25 }, { brightness: '-25' }],
    [{ brightnessDelta: 100 }, { brightness: '+100' }],
    [
      { lightMode: 'hsb', colorTemperatureInKelvin: 2200, color: { hue: 0, saturation: 1 } },
      { hue: 0, saturation: 100 },
    ],
    [
      { powerState: 'ON', hue: 0, saturation: 0.5, brightness: 1 },
      { on: true, hue: 0, saturation: 50, brightness: 100 },
    ],
    [
      { lightMode: 'temp', colorTemperatureInKelvin: 2200, color: { hue: 0, saturation: 1 } },
      { kelvin: 2200 },
    ],
  ],
  zigbee2mqtt: [
    [{ state: 'TOGGLE' }, { toggle: true }],
    [
      { state: 'ON', brightness: 254, color_temp: 'warm', linkquality: 90 },
      { on: true, brightness: 100, mirek: 454 },
    ],
    [{ color: { hex: '#FF0000' } }, { color: '#FF0000', turnOn: false }],
    [{ color: { rgb: '255,0,0' } }, { color: { r: 255, g: 0, b: 0 }, turnOn: false }],
    [{ color: { hue: 120, saturation: 100 } }, { hue: 120, saturation: 100, turnOn: false }],
    [{ effect: 'breathe' }, { alert: true }],
    ...['blink', 'okay', 'channel_change'].map((effect) => [{ effect }, { alert: true }] as const),
    ...['stop_hue_effect', 'stop_effect', 'finish_effect'].map(
      (effect) => [{ effect }, { effect: 'none' }] as const,
    ),
    [{ effect: 'fireplace' }, { effect: 'fire' }],
    [{ effect: 'candle' }, { effect: 'candle' }],
    ...Object.entries({ coolest: 153, cool: 250, neutral: 370, warmest: 500 }).map(
      ([name, mirek]) => [{ color_temp: name }, { mirek, turnOn: false }] as const,
    ),
    [{ brightness_step: -127 }, { brightness: '-50' }],
    [{ brightness_step: 254 }, { brightness: '+100' }],
    [{ brightness_move: -127 }, { dim: 'down', transition: 2_000 }],
    [{ brightness_move: '254' }, { dim: 'up', transition: 1_000 }],
    [{ brightness_move: 127 }, { dim: 'up', transition: 2000 }],
    [{ brightness_move: 'stop' }, { dim: 'stop' }],
    [{ brightness_move: 0 }, { dim: 'stop' }],
    [{ brightness_move: 1 }, { dim: 'up', transition: 254_000 }],
  ],
  openhab: [
    ['ON', { on: true }],
    [' INCREASE ', { brightness: '+10' }],
    [true, { on: true }],
    ['50', { brightness: 50 }],
    [50, { brightness: 50 }],
    ['50 %', { brightness: 50 }],
    ['120,100,50', { hue: 120, saturation: 100, brightness: 50 }],
    ['120,100,0', { on: false }],
    ['DECREASE', { brightness: '-10' }],
    ['2700 K', { kelvin: 2700 }],
    ['2700.5K', { kelvin: 2700.5 }],
    ['0%', { brightness: 0 }],
    ['370 mired', { mirek: 370 }],
    ['370.37 mired', { mirek: 370 }],
    ['REFRESH', { get: true }],
    [
      { item: 'Lamp_Color', state: '120,100,50', timestamp: 1, type: 'ItemStateEvent' },
      { hue: 120, saturation: 100, brightness: 50 },
    ],
  ],
};

/** What each format makes of a colour, of a white and of a lamp that is off. */
const states: Readonly<Record<FormatName, readonly unknown[]>> = {
  homekit: [
    { On: true, Brightness: 50, Hue: 32, Saturation: 100 },
    { On: true, Brightness: 50, ColorTemperature: 370 },
    { On: false, Brightness: 50 },
  ],
  'home-assistant': [
    { state: 'ON', brightness: 128, color_mode: 'xy', color: { x: 0.5975, y: 0.3789 } },
    { state: 'ON', brightness: 128, color_mode: 'color_temp', color_temp: 370 },
    { state: 'OFF', brightness: 128, color_mode: 'brightness' },
  ],
  google: [
    {
      on: true,
      brightness: 50,
      color: { spectrumRgb: 0xff8800, spectrumHsv: { hue: 32, saturation: 1, value: 1 } },
    },
    { on: true, brightness: 50, color: { temperatureK: 2703 } },
    { on: false, brightness: 50 },
  ],
  alexa: [
    {
      powerState: 'ON',
      brightness: 50,
      color: { hue: 32, saturation: 1, brightness: 0.5 },
      lightMode: 'hsb',
      on: true,
      bri: 127,
      hue: 5825,
      sat: 254,
      state: {
        power: 'ON',
        brightness: 50,
        colorHue: 32,
        colorSaturation: 1,
        colorBrightness: 0.5,
      },
    },
    {
      powerState: 'ON',
      brightness: 50,
      colorTemperatureInKelvin: 2703,
      lightMode: 'temp',
      on: true,
      bri: 127,
      ct: 370,
      state: { power: 'ON', brightness: 50, colorTemperature: 2703 },
    },
    {
      powerState: 'OFF',
      brightness: 50,
      on: false,
      bri: 127,
      state: { power: 'OFF', brightness: 50 },
    },
  ],
  zigbee2mqtt: [
    { state: 'ON', brightness: 127, color_mode: 'xy', color: { x: 0.5975, y: 0.3789 } },
    { state: 'ON', brightness: 127, color_mode: 'color_temp', color_temp: 370 },
    { state: 'OFF', brightness: 127 },
  ],
  openhab: ['32,100,50', '38.54,53.73,50', 'OFF'],
};

/** What each format makes of a lamp that is on, of the least light, and of a colour alone. */
const partialStates: Readonly<Record<FormatName, readonly unknown[]>> = {
  homekit: [{ On: true }, { On: true, Brightness: 1 }, { On: true, Hue: 32, Saturation: 100 }],
  'home-assistant': [
    { state: 'ON', color_mode: 'onoff' },
    { state: 'ON', brightness: 1, color_mode: 'brightness' },
    { state: 'ON', color_mode: 'xy', color: { x: 0.5975, y: 0.3789 } },
  ],
  google: [
    { on: true },
    { on: true, brightness: 1 },
    {
      on: true,
      color: { spectrumRgb: 0xff8800, spectrumHsv: { hue: 32, saturation: 1, value: 1 } },
    },
  ],
  alexa: [
    { powerState: 'ON', on: true, state: { power: 'ON' } },
    {
      powerState: 'ON',
      brightness: 1,
      on: true,
      bri: 1,
      state: { power: 'ON', brightness: 1 },
    },
    {
      powerState: 'ON',
      color: { hue: 32, saturation: 1, brightness: 1 },
      lightMode: 'hsb',
      on: true,
      hue: 5825,
      sat: 254,
      state: { power: 'ON', colorHue: 32, colorSaturation: 1, colorBrightness: 1 },
    },
  ],
  zigbee2mqtt: [
    { state: 'ON' },
    { state: 'ON', brightness: 1 },
    { state: 'ON', color_mode: 'xy', color: { x: 0.5975, y: 0.3789 } },
  ],
  openhab: ['ON', '0.1', 'ON'],
};

/** Wrong payloads, and what their sentence names. */
const wrongPayloads: Readonly<Record<FormatName, readonly (readonly [unknown, RegExp])[]>> = {
  homekit: [
    [true, /^payload: expected an object as HomeKit sends it, or the value of .*got true/],
    [{ Brightness: 101 }, /^payload\.Brightness: expected a number from 0 to 100, got 101/],
    [{ brightness: 50 }, /^payload\.brightness: .*HomeKit.*Did you mean Brightness\?$/],
    [{}, /^payload: expected something to do as HomeKit sends it/],
  ],
  'home-assistant': [
    [{ state: 'MAYBE' }, /^payload\.state: expected on or off/],
    [{ brightness: 256 }, /^payload\.brightness: expected a number from 0 to 255/],
    [{ color: { w: 5 } }, /^payload\.color: expected a colour such as \{x, y\}/],
    [{ transition: -1 }, /^payload\.transition: expected a number from 0 to 6000/],
    [{ transition: 6_001 }, /^payload\.transition: expected a number from 0 to 6000/],
    [{ flash: 'twice' }, /^payload\.flash: expected short, long or seconds/],
    [{ color: { x: 2, y: 0 } }, /^payload\.color/],
    [{ color_temp: 49 }, /^payload\.color_temp: expected a number from 50 to/],
    [{ linkquality: 5 }, /^payload: expected something to do as Home Assistant sends it/],
  ],
  google: [
    [{ color: { spectrumRGB: 16777216 } }, /^payload\.color\.spectrumRGB: .*from 0 to 16777215/],
    [
      { color: { spectrumRGB: 0 } },
      /^payload\.color\.spectrumRGB: expected a colour other than black/,
    ],
    [{ bright: 5 }, /^payload\.bright: .*Google/],
    [{ brightnessRelativePercent: 101 }, /^payload\.brightnessRelativePercent: .*-100 to 100/],
    [{ brightnessRelativePercent: 0 }, /^payload\.brightnessRelativePercent: .*other than 0/],
    [{ brightnessRelativeWeight: '2' }, /^payload\.brightnessRelativeWeight: .*-5 to 5/],
    [{ activeLightEffect: 'strobe' }, /^payload\.activeLightEffect: .*colorLoop, sleep or wake/],
    [
      { command: 'action.devices.commands.Sleep', params: { duration: -1 } },
      /^payload\.params\.duration: expected a number from 1 to 86400/,
    ],
    [{ spectrumHSV: { hue: 361, saturation: 1 } }, /^payload\.spectrumHSV\.hue: .*from 0 to 360/],
    [{ spectrumHSV: { hue: 1 } }, /^payload\.spectrumHSV\.saturation: .*from 0 to 1/],
  ],
  alexa: [
    [{ color: { hue: 120, saturation: 50 } }, /^payload\.color\.saturation: .*from 0 to 1, got 50/],
    [{ brightnessDelta: '5' }, /^payload\.brightnessDelta: expected a number from -100 to 100/],
    [{ brightnessDelta: -101 }, /^payload\.brightnessDelta: expected a number from -100 to 100/],
    [-20, /^payload: .*a step needs its directive in msg\.command/],
    [500, /^payload: expected on or off, a number from 0 to 100/],
    [[1, 2], /^payload: expected on or off/],
    [{ hue: 400, saturation: 1 }, /^payload\.hue: expected a number from 0 to 360/],
    [{ hue: 5, saturation: 1, brightness: 40 }, /^payload\.brightness: .*from 0 to 1, got 40/],
    [{ on: true, bri: 300 }, /^payload\.bri: expected a number from 0 to 254/],
    [{ on: true, rgb: [0, 256, 0] }, /^payload\.rgb\[1\]: expected a number from 0 to 255/],
    [{ hue: 5 }, /^payload\.hue: .*Alexa/],
  ],
  zigbee2mqtt: [
    [{ brightness: 256 }, /^payload\.brightness: expected a number from 0 to 255/],
    [{ brightness_step: 300 }, /^payload\.brightness_step: expected a number from -255 to 255/],
    [{ brightness_move: 'up' }, /^payload\.brightness_move: expected a number from -255 to 255/],
    [{ color_temp: 'cold' }, /^payload\.color_temp: /],
  ],
  openhab: [
    ['400,1,1', /^payload: expected a hue from 0 to 360, a saturation/],
    ['101', /^payload: expected a number from 0 to 100/],
    ['1,101,1', /^payload: expected a hue from 0 to 360, a saturation/],
    ['1,1', /^payload: expected "hue,saturation,brightness", ON, OFF/],
    ['99999999 K', /^payload: expected a number from/],
    ['UP', /^payload: expected "hue,saturation,brightness", ON, OFF/],
    ['NULL', /^payload: expected a state, which openHAB has not for this item now, got "NULL"/],
    ['UNDEF', /^payload: expected a state, which openHAB has not for this item now/],
    ['9999 mired', /^payload: expected a number from 50 to 1000/],
    ['mired', /^payload: expected "hue,saturation,brightness", ON, OFF/],
    [{ item: 'Lamp_Color', state: 'NULL' }, /^payload: expected a state, which openHAB has not/],
    [{ item: 'Lamp_Color' }, /^payload: expected "hue,saturation,brightness"/],
    [{ on: true }, /^payload: expected "hue,saturation,brightness"/],
  ],
};

const formatNames = lightFormatNames.filter((name) => name !== 'plain' && name !== 'huemagic');

for (const format of formatNames) {
  describe(`Written as ${format}`, () => {
    for (const [payload, command] of commands[format]) {
      it(`${JSON.stringify(payload)} is a command`, () => {
        assert.deepEqual(parse(format, payload), command);
        if (!('get' in command)) expectValue(parseLightCommand(command, colorLamp, 'light'));
      });
    }

    for (const [payload, sentence] of wrongPayloads[format]) {
      it(`${JSON.stringify(payload)} is refused with a sentence`, () => {
        assert.match(expectSentence(parseFormattedCommand(format, payload, 'payload')), sentence);
      });
    }

    it('says a colour, a white and off', () => {
      const written = [orange, warm, { on: false, brightness: 50 }].map((light) =>
        formatLightState(format, light, toShownColor(light)),
      );
      assert.deepEqual(written, states[format]);
    });

    it('says of a lamp what is known, in whole units and with a little light at least', () => {
      const written = [{ on: true }, { on: true, brightness: 0.1 }, { on: true, color: '#ff8800' }];
      assert.deepEqual(
        written.map((light) => formatLightState(format, light, toShownColor(light))),
        partialStates[format],
      );
    });

    it('comes back as the state that was written', () => {
      fc.assert(
        fc.property(plainLights, (light) => {
          const command = parse(format, formatLightState(format, light, toShownColor(light)));
          assertSameBody(toBody(command), toBody(light), format);
        }),
        { numRuns: 150 },
      );
    });
  });
}

const brightness = fc.integer({ min: 100, max: 10_000 }).map((number) => number / 100);
const color = fc
  .tuple(fc.nat(255), fc.nat(255))
  .chain(([one, other]) =>
    fc.constantFrom<readonly [number, number, number]>(
      [255, one, other],
      [one, 255, other],
      [one, other, 255],
    ),
  )
  .map((rgb) => ({ color: rgbToHex(rgb) }));
const white = fc.integer({ min: 153, max: 454 }).map((mirek) => ({ kelvin: mirekToKelvin(mirek) }));

/** Lamps of every kind, lit or not. */
const plainLights: fc.Arbitrary<PlainLight> = fc
  .tuple(fc.boolean(), brightness, fc.oneof(color, white, fc.constant({})))
  .map(([on, percent, shown]) => ({ on, brightness: percent, ...shown }));

const toBody = (command: unknown): object =>
  expectValue(parseLightCommand(command, undefined, 'light')).body.members;

/** The same but for what a format rounds: whole percents, degrees and channels. */
function assertSameBody(actual: object, expected: object, format: FormatName): void {
  const text = `${JSON.stringify(actual)} for ${JSON.stringify(expected)}`;
  // A white comes back from openHAB as the colour that a screen shows for it.
  const isScreenWhite = format === 'openhab' && 'color_temperature' in expected;
  if (!isScreenWhite)
    assert.deepEqual(Object.keys(actual).toSorted(), Object.keys(expected).toSorted(), text);
  assert.deepEqual(getNestedMember(actual, 'on'), getNestedMember(expected, 'on'), text);
  const near = (path: readonly string[], tolerance: number): void => {
    const [one, other] = [getNestedMember(actual, ...path), getNestedMember(expected, ...path)];
    assert.equal(typeof one, typeof other, text);
    if (other !== undefined) assert.ok(Math.abs(Number(one) - Number(other)) <= tolerance, text);
  };
  near(['dimming', 'brightness'], 0.51);
  if (isScreenWhite) return;
  near(['color_temperature', 'mirek'], 1);
  near(['color', 'xy', 'x'], 0.012);
  near(['color', 'xy', 'y'], 0.012);
}

describe('A white for HomeKit', () => {
  it('is within its 140 to 500 mirek, whatever the lamp shows', () => {
    const written = [10_000, 7_140, 6_500, 2_000, 1_900].map((kelvin) =>
      getNestedMember(formatLightState('homekit', { on: true, kelvin }, {}), 'ColorTemperature'),
    );
    assert.deepEqual(written, [140, 140, 154, 500, 500]);
  });
});
