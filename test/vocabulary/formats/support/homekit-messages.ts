import type { PlainLight } from '../../../../src/resources/types/light';
import { formatLightState } from '../../../../src/vocabulary/formats/light-formats';
import type { RealMessages } from './real-messages';

const set = (characteristic: string, value: boolean | number, words: unknown) => ({
  given: { characteristic, value },
  message: { topic: `lamp/${characteristic}`, payload: value },
  words,
});

const lights: readonly PlainLight[] = [
  { on: true },
  { on: false, brightness: 50 },
  { on: true, brightness: 100 },
  { on: true, brightness: 0.39 },
  { on: true, brightness: 49.6 },
  { on: true, brightness: 50, color: '#ff8800' },
  { on: true, brightness: 50, color: '#ff0002' },
  { on: true, brightness: 50, color: '#33669a' },
  { on: true, brightness: 50, kelvin: 2703 },
  { on: true, brightness: 50, kelvin: 6535 },
  { on: true, brightness: 50, kelvin: 9000 },
  { on: true, brightness: 50, kelvin: 1800 },
];

/** What somebody sets in the Home app. HomeKit keeps states within its ranges and steps. */
export const homekitMessages: RealMessages = {
  name: 'homekit',
  packages: ['redmatic-homekit@4.0.1', '@homebridge/hap-nodejs@2.2.3'],
  format: 'homekit',
  messages: [
    set('On', true, true),
    set('On', false, false),
    ...[0, 1, 40, 50.5, 99, 100].map((value) => set('Brightness', value, value)),
    ...[0, 32, 120, 359, 360].map((value) => set('Hue', value, { hue: value })),
    ...[0, 1, 50, 100].map((value) => set('Saturation', value, { saturation: value })),
    ...[153, 250, 454].map((value) => set('ColorTemperature', value, { mirek: value })),
    set('ColorTemperature', 140, { mirek: 140 }),
    set('ColorTemperature', 500, { mirek: 500 }),
  ],
  states: lights.map((light) => {
    const sent = formatLightState('homekit', light, {});
    return { sent, kept: sent };
  }),
};
