import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import type { Resource } from '../../../src/resources/resource';
import { resolvePollFilter, parsePollSettings } from '../../../src/runtime/nodes/poll';
import { FakeBridge, createReference, makeRid } from '../../bridge/support/fake-bridge';
import { createFakeHealth } from '../../bridge/support/fake-health';
import { FakeClock } from '../../bridge/support/fake-clock';

const createLight = (number: number, device: number): Resource => ({
  type: 'light',
  id: makeRid(number),
  owner: createReference('device', device),
});

/** Two lamps of the kitchen and one of the hall; a zone lists a device of the kitchen and the lamp of the hall. */
const home: readonly Resource[] = [
  {
    type: 'room',
    id: makeRid(1),
    metadata: { name: 'Kitchen' },
    children: [createReference('device', 11), createReference('device', 12)],
  },
  {
    type: 'room',
    id: makeRid(2),
    metadata: { name: 'Hall' },
    children: [createReference('device', 13)],
  },
  {
    type: 'zone',
    id: makeRid(3),
    metadata: { name: 'Way out' },
    children: [createReference('device', 11), createReference('light', 23)],
  },
  ...[11, 12, 13].map((number) => ({ type: 'device', id: makeRid(number) })),
  createLight(21, 11),
  createLight(22, 12),
  createLight(23, 13),
];

describe('A poll node for a room or a zone', () => {
  for (const [group, lamps] of [
    ['Kitchen', [21, 22]],
    ['Hall', [23]],
    ['Way out', [21, 23]],
    [makeRid(3), [21, 23]],
  ] as const) {
    it(`watches all lamps of ${group}, listed themselves or by their device, and no other`, async () => {
      const [bridge, clock] = [new FakeBridge(home), new FakeClock()];
      const state = new StateSynchronizer({
        reader: bridge,
        health: createFakeHealth(bridge, clock),
        limits: defaultLimits,
        clock,
        onWarning: (warning) => assert.fail(warning),
        onModeChange: () => undefined,
      });
      await state.stateCache.refresh();
      const def = { id: 'node', type: 'bridge-poll', name: '', z: 'tab' };
      const settings = parsePollSettings({ ...def, rtype: 'light', room: group });
      const filter = resolvePollFilter(state.stateCache, settings, []);
      assert.ok(filter.ok);
      const selected = state.stateCache.byType('light').filter((light) => filter.value(light));
      assert.deepEqual(
        selected.map(({ id }) => id),
        lamps.map((number) => makeRid(number)),
      );
      state.close();
    });
  }
});
