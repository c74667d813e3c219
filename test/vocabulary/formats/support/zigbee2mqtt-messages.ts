import type { Members } from '../../../../src/resources/members';
import type { Resource } from '../../../../src/resources/resource';
import { roundTo } from '../../../../src/units/arithmetic';
import { getPlainLight, getShownXy } from '../../../../src/resources/types/light';
import { formatLightState } from '../../../../src/vocabulary/formats/light-formats';
import { id } from '../../support/sample-resources';
import type { LampChange } from './lamp-change';

/** What Zigbee2MQTT runs to translate messages for lamps. */
export const zigbee2mqttPackage = 'zigbee-herdsman-converters@26.112.0';

const rawColorReason =
  'Zigbee2MQTT sends the bytes of the colour without the gamma of a screen, other than for color.';

const gradientReason =
  'Zigbee2MQTT sends the colours backwards, and without the gamma of a screen. A bridge takes them as listed.';

const effectReason = 'While an effect runs, a bridge names the effect alone.';

const bothReason =
  'Zigbee2MQTT adds the nearest white to a colour, and the nearest colour to a white.';

/**
 * Messages, what its converters of a lamp with all abilities make of them, and why the light node does something else.
 */
export const zigbee2mqttCommands: readonly (readonly [
  message: object,
  theirs: LampChange,
  reason?: string,
])[] = [
  [{ state: 'ON' }, { on: true }],
  [{ state: 'OFF' }, { on: false }],
  [{ state: 'TOGGLE' }, { on: 'toggle' }],
  [{ state: 'on' }, { on: true }],
  [{ state: 'BLINK' }, { refused: true }],
  [
    { state: 'ON', transition: 2 },
    { level: 127, on: true, transition: 2 },
    'A bridge turns a lamp on at its own brightness, also over a time.',
  ],
  [
    { state: 'OFF', transition: 2 },
    { on: false, transition: 2 },
  ],
  [
    { state: 'ON', brightness: 0 },
    { level: 2, on: true },
    'A lamp goes off at level 1 on Zigbee, but not at a bridge.',
  ],
  [
    { state: 'ON', brightness: 1 },
    { level: 2, on: true },
    'A lamp goes off at level 1 on Zigbee, but not at a bridge.',
  ],
  [
    { state: 'ON', brightness: 200 },
    { level: 200, on: true },
  ],
  [{ state: 'OFF', brightness: 200 }, { on: false }],
  [{ state: null, brightness: 200 }, { level: 200 }],
  [{ state: 'TOGGLE', brightness: 100 }, { on: 'toggle' }],
  [{ brightness: 0 }, { on: false }],
  [{ brightness: 127 }, { level: 127, on: true }],
  [{ brightness: '127' }, { level: 127, on: true }],
  [{ brightness: 254 }, { level: 254, on: true }],
  [{ brightness: 255 }, { level: 254, on: true }],
  [{ brightness: 256 }, { refused: true }],
  [{ brightness: -1 }, { refused: true }],
  [{ brightness: 'bright' }, { refused: true }],
  [
    { brightness: 100, transition: 2 },
    { level: 100, on: true, transition: 2 },
  ],
  [{ brightness_percent: 50 }, { level: 128, on: true }],
  [{ brightness_percent: 1 }, { level: 3, on: true }],
  [{ brightness_percent: 100 }, { level: 254, on: true }],
  [
    { brightness: 10, brightness_percent: 50 },
    { level: 10, on: true },
  ],
  [
    { state: 'ON', brightness_percent: 50 },
    { level: 128, on: true },
  ],
  [
    { state: 'ON', on_time: 30 },
    { on: true, offAfter: 30 },
  ],
  [
    { state: 'ON', on_time: 30, off_wait_time: 60 },
    { on: true, offAfter: 30 },
  ],
  [
    { state: 'ON', on_time: 30, brightness: 100 },
    { level: 100, on: true },
    'Zigbee2MQTT drops on_time beside a brightness. The light node applies both.',
  ],
  [{ state: 'OFF', on_time: 30 }, { on: false }],
  [{ on_time: 30 }, { refused: true }],
  [{ brightness_step: 40 }, { levelStep: 40 }],
  [{ brightness_step: -40 }, { levelStep: -40 }],
  [
    { brightness_step: '40', transition: 1 },
    { levelStep: 40, transition: 1 },
  ],
  [{ brightness_step_onoff: 40 }, { levelStep: 40, on: true }],
  [{ brightness_step_onoff: -40 }, { levelStep: -40 }],
  [{ brightness_move: 50 }, { levelSpeed: 50 }],
  [{ brightness_move: -50 }, { levelSpeed: -50 }],
  [{ brightness_move: 'stop' }, { levelSpeed: 0 }],
  [{ brightness_move: 0 }, { levelSpeed: 0 }],
  [{ brightness_move: 'up' }, { refused: true }],
  [{ brightness_move_onoff: 50 }, { levelSpeed: 50, on: true }],
  [{ brightness_move_onoff: -50 }, { levelSpeed: -50 }],
  [{ brightness_move_onoff: 'stop' }, { levelSpeed: 0 }],
  [{ color_temp: 370 }, { mirek: 370 }],
  [{ color_temp: '370' }, { mirek: 370 }],
  [{ color_temp: 'warm' }, { mirek: 454 }],
  [{ color_temp: 'coolest' }, { mirek: 153 }],
  [{ color_temp: 'warmest' }, { mirek: 500 }],
  [{ color_temp: 20 }, { mirek: 153 }],
  [{ color_temp: 2700 }, { mirek: 500 }, 'The light node takes kelvin, too.'],
  [{ color_temp: 'pink' }, { refused: true }],
  [
    { color_temp: 370, brightness: 127, transition: 3 },
    { level: 127, on: true, transition: 3, mirek: 370 },
  ],
  [{ color_temp_percent: 0 }, { mirek: 153 }],
  [{ color_temp_percent: 50 }, { mirek: 327 }],
  [{ color_temp_percent: 100 }, { mirek: 500 }],
  [{ color_temp_step: 50 }, { mirekStep: 50 }],
  [
    { color_temp_step: -50, transition: 1 },
    { mirekStep: -50, transition: 1 },
  ],
  [{ color_temp_move: 60 }, { mirekSpeed: 60 }],
  [{ color_temp_move: -60 }, { mirekSpeed: -60 }],
  [{ color_temp_move: 'up' }, { mirekSpeed: 55 }],
  [{ color_temp_move: 'down', rate: 30 }, { mirekSpeed: -30 }],
  [{ color_temp_move: 'stop' }, { mirekSpeed: 0 }],
  [{ color_temp_move: 0 }, { mirekSpeed: 0 }],
  [{ colortemp_move: 'release' }, { mirekSpeed: 0 }],
  [{ color_temp_move: { rate: 20, minimum: 200, maximum: 400 } }, { mirekSpeed: 20 }],
  [{ color: '#ff8800' }, { xy: [0.601, 0.3837] }],
  [{ color: { hex: '#ff8800' } }, { xy: [0.601, 0.3837] }],
  [{ color: { r: 255, g: 136, b: 0 } }, { xy: [0.601, 0.3837] }],
  [{ color: { rgb: '255,136,0' } }, { xy: [0.601, 0.3837] }],
  [{ color: { x: 0.4, y: 0.4 } }, { xy: [0.4, 0.4] }],
  [
    { color: { x: 0.4, y: 0.4 }, state: 'ON', transition: 1 },
    { level: 127, on: true, transition: 1, xy: [0.4, 0.4] },
    'A bridge turns a lamp on at its own brightness, also over a time.',
  ],
  [{ color: { hue: 30 } }, { hue: 29.9986 }],
  [{ color: { saturation: 40 } }, { saturation: 40.1575 }],
  [{ color: { hue: 30, saturation: 40 } }, { hue: 29.9986, saturation: 40.1575 }],
  [
    { color: { hue: 30, saturation: 40, value: 20 } },
    { level: 51, on: true, hue: 29.9986, saturation: 40.1575 },
  ],
  [{ color: { h: 30 } }, { hue: 29.9986 }],
  [{ color: { s: 40 } }, { saturation: 40.1575 }],
  [{ color: { h: 30, s: 100 } }, { hue: 29.9986, saturation: 100 }],
  [{ color: { h: 30, s: 100, b: 50 } }, { level: 127, on: true, hue: 29.9986, saturation: 100 }],
  [{ color: { h: 30, s: 100, v: 50 } }, { level: 127, on: true, hue: 29.9986, saturation: 100 }],
  [{ color: { h: 30, s: 100, l: 25 } }, { level: 127, on: true, hue: 29.9986, saturation: 100 }],
  [{ color: { h: 30, s: 50, l: 75 } }, { level: 222, on: true, hue: 29.9986, saturation: 28.7402 }],
  [{ color: { hsb: '30,100,50' } }, { level: 127, on: true, hue: 29.9986, saturation: 100 }],
  [{ color: { hsv: '30,100,50' } }, { level: 127, on: true, hue: 29.9986, saturation: 100 }],
  [{ color: { hsl: '30,100,25' } }, { level: 127, on: true, hue: 29.9986, saturation: 100 }],
  [
    { color: { h: 30, s: 100, b: 50 }, brightness: 200 },
    { level: 127, on: true, hue: 29.9986, saturation: 100 },
  ],
  [{ color: { hex: '#ff0000' } }, { xy: [0.7006, 0.2993] }],
  [{ color: { hex: '#00ff00' } }, { xy: [0.1724, 0.7468] }],
  [{ color: { hex: '#0000ff' } }, { xy: [0.1355, 0.0399] }],
  [{ color: 'red' }, { refused: true }, 'The light node takes the names of colours, too.'],
  [{ color: {} }, { refused: true }],
  [{ color: { x: 0.4, y: 0.4 }, color_temp: 300 }, { xy: [0.4, 0.4] }],
  [{ color_temp: 300, color: { x: 0.4, y: 0.4 } }, { mirek: 300 }],
  [{ hue_step: 20 }, { hueStep: 28.3465 }],
  [{ hue_step: -20 }, { hueStep: -28.3465 }],
  [{ saturation_step: 50 }, { saturationStep: 19.685 }],
  [{ saturation_step: -50 }, { saturationStep: -19.685 }],
  [
    { hue_move: 20 },
    { hueSpeed: 28.3465 },
    'A bridge changes no colour at a speed. It makes the step of one second, with a warning.',
  ],
  [
    { hue_move: 'stop' },
    { hueSpeed: 0 },
    'A bridge changes no hue at a speed. It ends what it can.',
  ],
  [
    { saturation_move: -20 },
    { saturationSpeed: -7.874 },
    'A bridge changes no colour at a speed. It makes the step of one second, with a warning.',
  ],
  [{ effect: 'blink' }, { alert: true }],
  [{ effect: 'breathe' }, { alert: true }],
  [{ effect: 'okay' }, { alert: true }],
  [{ effect: 'channel_change' }, { alert: true }],
  [{ effect: 'candle' }, { on: true, effect: 'candle' }],
  [{ effect: 'Candle' }, { on: true, effect: 'candle' }],
  [{ effect: 'fireplace' }, { on: true, effect: 'fire' }],
  [{ effect: 'colorloop' }, { on: true, effect: 'prism' }],
  [
    { effect: 'stop_colorloop' },
    { hueSpeed: 0 },
    'For a bridge, the loop of colours is an effect.',
  ],
  [{ effect: 'sunrise' }, { on: true, effect: 'sunrise' }],
  [{ effect: 'sunset' }, { on: true, effect: 'sunset' }],
  [{ effect: 'sparkle' }, { on: true, effect: 'sparkle' }],
  [{ effect: 'opal' }, { on: true, effect: 'opal' }],
  [{ effect: 'glisten' }, { on: true, effect: 'glisten' }],
  [{ effect: 'underwater' }, { on: true, effect: 'underwater' }],
  [{ effect: 'cosmos' }, { on: true, effect: 'cosmos' }],
  [{ effect: 'sunbeam' }, { on: true, effect: 'sunbeam' }],
  [{ effect: 'enchant' }, { on: true, effect: 'enchant' }],
  [{ effect: 'none' }, { effect: 'no_effect' }],
  [{ effect: 'finish_effect' }, { effect: 'no_effect' }],
  [{ effect: 'stop_effect' }, { effect: 'no_effect' }],
  [{ effect: 'stop_hue_effect' }, { effect: 'no_effect' }],
  [{ effect: 'disco' }, { refused: true }],
  [
    { effect: 'candle', effect_speed: 0.5 },
    { on: true, effect: 'candle', effectSpeed: 0.498 },
  ],
  [
    { effect: 'candle', color: { x: 0.4, y: 0.4 } },
    { on: true, effect: 'candle', xy: [0.4, 0.4] },
  ],
  [{ effect_color: { x: 0.4, y: 0.4 } }, { xy: [0.4, 0.4] }],
  [{ effect_speed: 0.5 }, { effectSpeed: 0.498 }, 'A bridge has a speed only for an effect.'],
  [
    { gradient: ['#ff8800', '#ff0000'] },
    {
      gradient: [
        [0.7006, 0.2993],
        [0.5237, 0.449],
      ],
    },
    gradientReason,
  ],
  [
    { gradient: ['#ff8800'] },
    { gradient: [[0.5237, 0.449]] },
    'A bridge takes no gradient of one colour: the lamp shows this colour.',
  ],
  [
    { gradient: ['#ff8800', '#ff0000'], gradient_style: 'mirrored' },
    {
      gradient: [
        [0.7006, 0.2993],
        [0.5237, 0.449],
      ],
      gradientMode: 'interpolated_palette_mirrored',
    },
    gradientReason,
  ],
  [
    { gradient: ['#ff8800', '#ff0000'], gradient_style: 'scattered' },
    {
      gradient: [
        [0.7006, 0.2993],
        [0.5237, 0.449],
      ],
      gradientMode: 'random_pixelated',
    },
    gradientReason,
  ],
  [
    { gradient: ['#ff8800', '#ff0000'], gradient_scale: 2 },
    {
      gradient: [
        [0.7006, 0.2993],
        [0.5237, 0.449],
      ],
    },
    gradientReason,
  ],
  [{ identify: 'identify' }, { identify: true }],
  [{ power_on_behavior: 'on' }, { powerupOn: true }],
  [{ power_on_behavior: 'off' }, { powerupOn: false }],
  [{ power_on_behavior: 'toggle' }, { powerupOn: 'toggle' }],
  [{ power_on_behavior: 'previous' }, { powerupOn: 'previous' }],
  [{ power_on_behavior: 'sometimes' }, { refused: true }],
  [{ color_temp_startup: 300 }, { powerupMirek: 300 }],
  [{ color_temp_startup: 'previous' }, {}],
  [{ hue_power_on_behavior: 'on' }, { powerupOn: true, powerupLevel: 254, powerupMirek: 366 }],
  [{ hue_power_on_behavior: 'default' }, { powerupOn: true, powerupLevel: 254, powerupMirek: 366 }],
  [{ hue_power_on_behavior: 'off' }, { powerupOn: false }],
  [{ hue_power_on_behavior: 'recover' }, { powerupOn: 'previous' }],
  [
    { hue_power_on_behavior: 'on', hue_power_on_brightness: 100 },
    { powerupOn: true, powerupLevel: 100, powerupMirek: 366 },
  ],
  [
    { hue_power_on_behavior: 'on', hue_power_on_color_temperature: 300 },
    { powerupOn: true, powerupLevel: 254, powerupMirek: 300 },
  ],
  [
    { hue_power_on_behavior: 'on', hue_power_on_color: '#ff8800' },
    { powerupOn: true, powerupLevel: 254, powerupMirek: 366, powerupX: 0.5238, powerupY: 0.4491 },
    rawColorReason,
  ],
  [{ hue_power_on_brightness: 100 }, { refused: true }],
  [{ transition: 2 }, { refused: true }],
  [{ level_config: { on_level: 100 } }, {}, 'A bridge has no such setting.'],
  [{ state: 'ON', level_config: { on_level: 100 } }, { on: true }],
  [{ name: 'Lamp', state: 'ON' }, { on: true }],
];

interface Report {
  readonly cluster: string;
  readonly data: Members;
}

interface PublishedState {
  /** Its name on the Zigbee network. */
  readonly model: string;
  /** Of a lamp, in the order in which they arrive. */
  readonly reports: readonly Report[];
  /** What Zigbee2MQTT publishes after them. */
  readonly published: Members;
  /** Why the light node says something else. */
  readonly reason?: string;
}

const power = (onOff: number): Report => ({ cluster: 'genOnOff', data: { onOff } });
const level = (currentLevel: number): Report => ({
  cluster: 'genLevelCtrl',
  data: { currentLevel },
});
const white = (colorTemperature: number): Report => ({
  cluster: 'lightingColorCtrl',
  data: { colorMode: 2, colorTemperature },
});
const color = (x: number, y: number): Report => ({
  cluster: 'lightingColorCtrl',
  data: { colorMode: 1, currentX: Math.round(x * 65_535), currentY: Math.round(y * 65_535) },
});
/** As the program encodes it. */
const effect = (effectType: number): Report => ({
  cluster: 'manuSpecificPhilips2',
  data: { effectType },
});

const [colorModel, whiteModel, dimmableModel, plugModel] = ['LCA001', 'LTA001', 'LWA001', 'LOM001'];

export const zigbee2mqttStates: readonly PublishedState[] = [
  { model: plugModel, reports: [power(1)], published: { state: 'ON' } },
  { model: plugModel, reports: [power(0)], published: { state: 'OFF' } },
  {
    model: dimmableModel,
    reports: [power(1), level(127)],
    published: { state: 'ON', brightness: 127 },
  },
  {
    model: dimmableModel,
    reports: [power(0), level(1)],
    published: { state: 'OFF', brightness: 1 },
  },
  {
    model: dimmableModel,
    reports: [power(1), level(254)],
    published: { state: 'ON', brightness: 254 },
  },
  {
    model: whiteModel,
    reports: [power(1), level(127), white(370)],
    published: { state: 'ON', brightness: 127, color_temp: 370, color_mode: 'color_temp' },
  },
  {
    model: whiteModel,
    reports: [power(0), level(200), white(454)],
    published: { state: 'OFF', brightness: 200, color_temp: 454, color_mode: 'color_temp' },
  },
  {
    model: whiteModel,
    reports: [power(1), level(2), white(153)],
    published: { state: 'ON', brightness: 2, color_temp: 153, color_mode: 'color_temp' },
  },
  {
    model: colorModel,
    reports: [power(1), level(127), white(370)],
    published: { state: 'ON', brightness: 127, color_temp: 370, color_mode: 'color_temp' },
  },
  {
    model: colorModel,
    reports: [power(1), level(127), color(0.4, 0.4)],
    published: { state: 'ON', brightness: 127, color_mode: 'xy', color: { x: 0.4, y: 0.4 } },
  },
  {
    model: colorModel,
    reports: [power(0), level(254), color(0.6, 0.38)],
    published: { state: 'OFF', brightness: 254, color_mode: 'xy', color: { x: 0.6, y: 0.38 } },
  },
  {
    model: colorModel,
    reports: [power(1), level(50), color(0.17, 0.7)],
    published: { state: 'ON', brightness: 50, color_mode: 'xy', color: { x: 0.17, y: 0.7 } },
  },
  {
    model: colorModel,
    reports: [power(1), level(50), color(0.1532, 0.0475)],
    published: { state: 'ON', brightness: 50, color_mode: 'xy', color: { x: 0.1532, y: 0.0475 } },
  },
  {
    model: colorModel,
    reports: [power(1), level(127), white(370), color(0.4, 0.4)],
    published: {
      state: 'ON',
      brightness: 127,
      color_temp: 271,
      color_mode: 'xy',
      color: { x: 0.4, y: 0.4 },
    },
    reason: bothReason,
  },
  {
    model: colorModel,
    reports: [power(1), level(127), color(0.4, 0.4), white(370)],
    published: {
      state: 'ON',
      brightness: 127,
      color_mode: 'color_temp',
      color: { x: 0.4599, y: 0.4106 },
      color_temp: 370,
    },
    reason: bothReason,
  },
  {
    model: colorModel,
    reports: [power(1), level(127), white(370), effect(1)],
    published: {
      state: 'ON',
      brightness: 127,
      color_temp: 370,
      color_mode: 'color_temp',
      effect: 'candle',
    },
    reason: effectReason,
  },
  {
    model: colorModel,
    reports: [power(1), level(127), white(370), effect(2)],
    published: {
      state: 'ON',
      brightness: 127,
      color_temp: 370,
      color_mode: 'color_temp',
      effect: 'fireplace',
    },
    reason: effectReason,
  },
  {
    model: colorModel,
    reports: [power(1), level(127), white(370), effect(3)],
    published: {
      state: 'ON',
      brightness: 127,
      color_temp: 370,
      color_mode: 'color_temp',
      effect: 'colorloop',
    },
    reason: effectReason,
  },
  {
    model: colorModel,
    reports: [power(1), level(127), color(0.4, 0.4), effect(14)],
    published: {
      state: 'ON',
      brightness: 127,
      color_mode: 'xy',
      color: { x: 0.4, y: 0.4 },
      effect: 'underwater',
    },
    reason: effectReason,
  },
];

const effectNamesByType: ReadonlyMap<unknown, string> = new Map([
  [1, 'candle'],
  [2, 'fire'],
  [3, 'prism'],
  [14, 'underwater'],
]);

/** What the light node says of a lamp that reported this. */
export function toOurState(reports: readonly Report[]): unknown {
  const members = reports.flatMap(({ data }) => Object.entries(toResourceMembers(data)));
  const lamp: Resource = { ...Object.fromEntries(members), type: 'light', id: id(11) };
  const light = getPlainLight(lamp);
  return formatLightState('zigbee2mqtt', light, { xy: getShownXy(lamp) });
}

function toResourceMembers(data: Members): Members {
  const { onOff, currentLevel, colorTemperature, currentX, currentY, effectType } = data;
  if (onOff !== undefined) return { on: { on: onOff === 1 } };
  if (currentLevel !== undefined) return { dimming: { brightness: Number(currentLevel) / 2.54 } };
  if (colorTemperature !== undefined)
    return { color_temperature: { mirek: colorTemperature, mirek_valid: true } };
  if (effectType !== undefined)
    return { effects_v2: { status: { effect: effectNamesByType.get(effectType) } } };
  const [x, y] = [currentX, currentY].map((value) => roundTo(Number(value) / 65_535, 4));
  return { color: { xy: { x, y } }, color_temperature: { mirek: null, mirek_valid: false } };
}
