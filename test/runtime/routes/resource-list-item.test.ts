import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { toResourceListItem } from '../../../src/runtime/routes/reference';
import { createStateCache } from '../../bridge/support/stored-resources';

const room: Resource = {
  id: 'room',
  type: 'room',
  metadata: { name: 'Office' },
  children: [{ rid: 'device', rtype: 'device' }],
};
const device: Resource = {
  id: 'device',
  type: 'device',
  metadata: { name: 'Desk' },
  services: [{ rid: 'lamp', rtype: 'light' }],
};
const lamp: Resource = {
  id: 'lamp',
  type: 'light',
  owner: { rid: 'device', rtype: 'device' },
  metadata: { name: 'Desk' },
  on: { on: true },
};

function list(resource: Resource, others: readonly Resource[]): unknown {
  const stateCache = createStateCache([resource, ...others]);
  const { abilities, ...item } = toResourceListItem(stateCache, resource);
  assert.equal(abilities !== undefined, resource.type === 'light', 'of lamps alone');
  return item;
}

describe('A resource in the list of the editor', () => {
  it('has its name, its room and its state', () => {
    assert.deepEqual(list(lamp, [device, room]), {
      rid: 'lamp',
      rtype: 'light',
      name: 'Desk',
      room: { rid: 'room', name: 'Office' },
      owner: 'device',
      state: { on: true },
    });
  });

  it('has ids where the bridge gives no names, and no room where it is in none', () => {
    const { metadata: _lamp, ...namelessLamp } = lamp;
    const { metadata: _device, ...namelessDevice } = device;
    const { metadata: _room, ...namelessRoom } = room;
    assert.deepEqual(list(namelessLamp, [namelessDevice, namelessRoom]), {
      rid: 'lamp',
      rtype: 'light',
      name: 'lamp',
      room: { rid: 'room', name: 'room' },
      owner: 'device',
      state: { on: true },
    });
    assert.deepEqual(list(lamp, []), {
      rid: 'lamp',
      rtype: 'light',
      name: 'Desk',
      room: null,
      owner: 'device',
      state: { on: true },
    });
  });
});
