import assert from 'node:assert/strict';
import { ResourceStore } from '../../../src/bridge/state';
import { StateLoader } from '../../../src/bridge/load-state';
import type { Resource } from '../../../src/resources/resource';
import { createLamp, createStatusError, FakeBridge } from '../support/fake-bridge';

const lamp = createLamp(1, 10);
const device: Resource = { id: 'one', type: 'device' };
const { signal } = new AbortController();

describe('A list of everything that a bridge holds', () => {
  let bridge: FakeBridge;
  let store: ResourceStore;
  let load: () => Promise<void>;
  beforeEach(() => {
    bridge = new FakeBridge([]);
    store = new ResourceStore();
    const loader = new StateLoader(bridge, store, (warning) => assert.equal(warning, undefined));
    load = () => loader.load(signal, () => undefined);
  });
  const replaceHome = (resources: readonly Resource[]): void => {
    bridge.resources.clear();
    for (const resource of resources) bridge.setResource(resource);
  };

  it('is malformed where it lacks the bridge and all devices that it held before, and deletes nothing', async () => {
    replaceHome([device, lamp]);
    await load();
    for (const rest of [[], [lamp]]) {
      replaceHome(rest);
      await assert.rejects(load(), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
    }
    assert.deepEqual([...store.all()], [device, lamp]);
  });

  it('may lack the bridge and the devices from the start', async () => {
    replaceHome([lamp]);
    await load();
    replaceHome([createLamp(1, 20)]);
    await load();
    assert.deepEqual([...store.all()], [createLamp(1, 20)]);
  });

  it('has no changes the first time, and later also types that it did not have', async () => {
    const changes: unknown[] = [];
    const loader = new StateLoader(bridge, store, () => undefined);
    const loadChanges = (): Promise<void> =>
      loader.load(signal, (found) => changes.push(...found.map(({ resource }) => resource.type)));
    replaceHome([device]);
    await loadChanges();
    assert.deepEqual(changes, []);
    replaceHome([device, lamp]);
    await loadChanges();
    assert.deepEqual(changes, ['light']);
  });

  it('is malformed where it is empty', async () => {
    await assert.rejects(load(), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
  });
});

describe('What a bridge holds, read type by type', () => {
  const loadWith = async (resources: readonly Resource[]): Promise<readonly string[]> => {
    const bridge = new FakeBridge(resources);
    bridge.treeFailure = createStatusError(404, 'ERR_BRIDGE_NOT_FOUND');
    const loader = new StateLoader(bridge, new ResourceStore(), () => undefined);
    await loader.load(signal, () => undefined);
    return bridge.reads;
  };

  it('includes the types of newer bridges that other resources refer to', async () => {
    const reads = await loadWith([
      { id: 'one', type: 'device', services: [{ rid: 'two', rtype: 'warp_drive' }] },
      { id: 'room', type: 'room', children: [{ rid: 'three', rtype: 'warp_core' }] },
      { id: 'area', type: 'zone', resources: [{ rid: 'four', rtype: 'warp_field' }, null] },
    ]);
    for (const rtype of ['warp_drive', 'warp_core', 'warp_field'])
      assert.equal(reads.filter((read) => read === rtype).length, 1, rtype);
  });

  it('includes at most 64 of them', async () => {
    const services = Array.from({ length: 100 }, (_, number) => ({ rtype: `new_type_${number}` }));
    const reads = await loadWith([{ id: 'one', type: 'device', services }]);
    assert.equal(reads.filter((read) => read.startsWith('new_type_')).length, 64);
  });
});
