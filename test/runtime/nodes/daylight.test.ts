import assert from 'node:assert/strict';
import type { LampUnderOtherProgram } from '../../../src/programs/daylight-follower';
import type { DaylightNodeReference, ProgramSpecification } from '../../../src/programs/program';
import {
  describeBusyLampsStatus,
  describeLampsOfOtherNodes,
} from '../../../src/runtime/nodes/daylight';
import { createTableCurve } from '../../../src/programs/daylight-curve';
import { previewDay } from '../../../src/runtime/nodes/daylight-preview';

const createBusyLamp = (rid: string, content: ProgramSpecification): LampUnderOtherProgram => ({
  rid,
  program: {
    target: { rid, rtype: 'light' },
    lamps: [rid],
    properties: ['brightness'],
    content,
    startedAt: 0,
  },
});

const followed = (rid: string, node: DaylightNodeReference): LampUnderOtherProgram =>
  createBusyLamp(rid, { kind: 'daylight', node });

describe('What a daylight node says of lamps that other programs set', () => {
  it('names the other daylight node, or what runs', () => {
    assert.deepEqual(describeBusyLampsStatus([followed('lamp', { id: 'n1', name: 'Sun\n' })]), {
      key: 'daylight.busyNamedDaylight',
      values: { node: 'Sun' },
    });
    const long = followed('lamp', { id: 'n1', name: 'The evening of the hall' });
    assert.deepEqual(describeBusyLampsStatus([long]).values, { node: 'The evening o…' });
    const unnamed = followed('lamp', { id: 'n1', name: '' });
    assert.equal(describeBusyLampsStatus([unnamed]).key, 'daylight.busyDaylight');
    const fade = createBusyLamp('lamp', { kind: 'fade', from: {}, to: {}, duration: 1 });
    assert.equal(describeBusyLampsStatus([fade, unnamed]).key, 'daylight.busyFade');
    assert.equal(describeBusyLampsStatus([]).key, 'daylight.busy');
  });

  it('is one sentence for each other daylight node, and none for what ends by itself', () => {
    const lamps = [
      followed('Wall', { id: 'n1', name: 'Sun' }),
      followed('Desk', { id: 'n2' }),
      followed('Floor', { id: 'n1', name: 'Sun' }),
      createBusyLamp('Shelf', { kind: 'fade', from: {}, to: {}, duration: 1 }),
    ];
    const rest =
      'This node takes over once that one is turned off or removed; for good, choose each lamp in one of the two only.';
    assert.deepEqual(
      describeLampsOfOtherNodes(lamps, (rid) => rid),
      [
        `The daylight node "Sun" already sets Floor and Wall. ${rest}`,
        `The daylight node n2 already sets Desk. ${rest}`,
      ],
    );
  });
});

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
