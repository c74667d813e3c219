import assert from 'node:assert/strict';
import { ResourceStore } from '../../../src/bridge/state/resource-store';
import { StoreBackedMirror } from '../../../src/bridge/state/mirror';
import { getNestedMember } from '../../../src/resources';
import type { Resource } from '../../../src/resources';
import { showUnreachableLampAsOff } from '../../../src/runtime/watching/unreachable-lamps';
import { makeRid } from '../../bridge/support/fake-bridge';

const refer = (rtype: string, number: number): object => ({ rid: makeRid(number), rtype });

const createLamp = (number: number, on: boolean, status: string): Resource[] => [
  {
    id: makeRid(number),
    type: 'device',
    services: [refer('light', number + 1), refer('zigbee_connectivity', number + 2)],
  },
  { id: makeRid(number + 1), type: 'light', owner: refer('device', number), on: { on } },
  {
    id: makeRid(number + 2),
    type: 'zigbee_connectivity',
    owner: refer('device', number),
    status,
  },
];

const group: Resource = {
  id: makeRid(52),
  type: 'grouped_light',
  owner: refer('room', 51),
  on: { on: true },
};

/** Whether each lamp and the group of them count as on. */
function countOn(...lamps: readonly (readonly [on: boolean, status: string])[]): unknown {
  const store = new ResourceStore();
  store.applyAll(store.beginRead(), [
    ...lamps.flatMap(([on, status], index) => createLamp(index * 10, on, status)),
    {
      id: makeRid(51),
      type: 'room',
      children: lamps.map((_, index) => refer('device', index * 10)),
      services: [refer('grouped_light', 52)],
    },
    group,
  ]);
  const mirror = new StoreBackedMirror(store, () => Promise.resolve());
  const isOn = (resource: Resource): unknown =>
    getNestedMember(showUnreachableLampAsOff(mirror, resource), 'on', 'on');
  return { lamps: mirror.byType('light').map(isOn), group: isOn(group) };
}

describe('A lamp that cannot be reached', () => {
  it('counts as off, and its group while no other lamp is lit', () => {
    const lost = [true, 'connectivity_issue'] as const;
    assert.deepEqual(countOn(lost, [false, 'connected']), { lamps: [false, false], group: false });
    assert.deepEqual(countOn(lost, [true, 'connected']), { lamps: [false, true], group: true });
  });

  it('is one whose radio says so: what is not known counts as it is reported', () => {
    assert.deepEqual(countOn([true, 'pending_discovery']), { lamps: [true], group: true });
  });
});
