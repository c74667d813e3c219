import assert from 'node:assert/strict';
import { createTableCurve } from '../../../src/programs/daylight-curve';
import { previewDay } from '../../../src/runtime/nodes/daylight-preview';

const timeZone = 'Pacific/Auckland';
const curve = createTableCurve(
  [
    { minute: 6 * 60, kelvin: 2000 },
    { minute: 12 * 60, kelvin: 5000 },
  ],
  () => timeZone,
);

describe('The drawing of the day in a daylight dialog', () => {
  for (const [day, now] of [
    ['a winter day', '2026-06-22T12:30:00+12:00'],
    ['the day on which clocks go forward', '2026-09-27T12:30:00+13:00'],
    ['the day on which clocks go back', '2026-04-05T12:30:00+12:00'],
  ] as const) {
    it(`is that of the home's time zone, on ${day}`, () => {
      const { points, minute } = previewDay(curve, Date.parse(now), timeZone);
      assert.equal(minute, 12 * 60 + 30);
      assert.equal(points.find((point) => point.minute === 6 * 60)?.kelvin, 2000);
      assert.equal(points.find((point) => point.minute === 12 * 60)?.kelvin, 5000);
      assert.deepEqual([points[0]?.minute, points.at(-1)?.minute], [0, 1_440]);
    });
  }
});
