import type { PlainLight } from '../../../../src/resources/types/light';
import { formatLightState } from '../../../../src/vocabulary/formats/light-formats';
import type { RealMessage, RealMessages } from './real-messages';

const values: readonly (readonly [value: string, words: unknown])[] = [
  ['ON', true],
  ['OFF', false],
  ['50', 50],
  ['0', 0],
  ['12.5', 12.5],
  ['120,100,50', { hue: 120, saturation: 100, brightness: 50 }],
  ['38.54,53.73,50', { hue: 38.54, saturation: 53.73, brightness: 50 }],
  ['120,100,0', false],
  ['2700 K', { kelvin: 2700 }],
  ['370 mired', { mirek: 370 }],
  ['370.37 mired', { mirek: 370 }],
  ['INCREASE', '+10'],
  ['DECREASE', '-10'],
  ['UNDEF', 'nothing'],
];

const lights: readonly PlainLight[] = [
  { on: true },
  { on: false, brightness: 50 },
  { on: true, brightness: 50 },
  { on: true, brightness: 0.39 },
  { on: true, brightness: 50, color: '#ff8800' },
  { on: true, brightness: 50, kelvin: 2703 },
];

const wrap = (state: string) => ({ state, item: 'Lamp', timestamp: 0, type: 'ItemStateEvent' });

export const openhabMessages: RealMessages = {
  name: 'openhab',
  packages: ['node-red-contrib-openhab3@1.4.9', 'node-red-contrib-openhab-v2@2.0.3'],
  format: 'openhab',
  messages: [
    ...values.map(([value, words]): RealMessage => ({
      given: { node: 'in2', value },
      message: { payload: value },
      words,
    })),
    { given: { node: 'in2', value: 'NULL' }, message: null, words: 'nothing' },
    ...['ON', '120,100,50'].map((value): RealMessage => ({
      given: { node: 'v2', value },
      message: { payload: wrap(value) },
      words: value === 'ON' ? true : { hue: 120, saturation: 100, brightness: 50 },
    })),
    { given: { node: 'v2', value: 'NULL' }, message: { payload: wrap('NULL') }, words: 'nothing' },
  ],
  states: lights.map((light) => {
    const sent = formatLightState('openhab', light, {});
    return { sent, kept: sent };
  }),
};
