import { ResourceStore, StoreBackedStateCache } from '../../../src/bridge/state';
import type { Resource } from '../../../src/resources/resource';

/** Stores the answer to a read of all resources. */
export function storeAll(store: ResourceStore, resources: readonly Resource[]): void {
  const pendingRead = store.beginRead();
  Array.from(store.applyAllByType(pendingRead, resources));
  store.endRead(pendingRead);
}

/** The last known state of a bridge with these resources. Reading it again finds the same. */
export function createStateCache(resources: readonly Resource[]): StoreBackedStateCache {
  const store = new ResourceStore();
  storeAll(store, resources);
  return new StoreBackedStateCache(store, () => Promise.resolve());
}
