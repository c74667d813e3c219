import assert from 'node:assert/strict';
import {
  getBrightnessForTimeOfDay,
  getMirekForTimeOfDay,
} from '../../src/units/light-for-time-of-day';

/** What HueMagic 5.0.1 sends for "auto" at a local time, by the formulas of its source (`color.js`, `hue-light.js`). */
const sent = [
  { hour: 0, mirek: 500, brightness: 20 },
  { hour: 5, mirek: 452, brightness: 24 },
  { hour: 8, mirek: 312, brightness: 94 },
  { hour: 12, mirek: 212, brightness: 100 },
  { hour: 14, mirek: 199, brightness: 100 },
  { hour: 18, mirek: 249, brightness: 100 },
  { hour: 21, mirek: 352, brightness: 74 },
  { hour: 23, mirek: 452, brightness: 24 },
] as const;

describe('The light of the time of day', () => {
  for (const { hour, mirek, brightness } of sent) {
    it(`is what flows of HueMagic expect at ${hour}:00`, () => {
      const time = new Date(2_026, 0, 15, hour);
      assert.ok(Math.abs(getMirekForTimeOfDay(time) - mirek) <= 1);
      assert.ok(Math.abs(getBrightnessForTimeOfDay(time) - brightness) <= 1);
    });
  }
});
