import assert from 'node:assert/strict';
import { ResourceStore } from '../../../src/bridge/state/resource-store';
import { StateLoader } from '../../../src/bridge/state/state-loader';
import type { Resource } from '../../../src/resources';
import { createLamp, FakeBridge } from '../support/fake-bridge';

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

  it('is malformed where it is empty', async () => {
    await assert.rejects(load(), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
  });
});
