import { ResourceStore } from '../../../src/bridge/state';
import type { Resource } from '../../../src/resources/resource';

/** Stores the answer to a read of all resources. */
export function storeAll(store: ResourceStore, resources: readonly Resource[]): void {
  const pendingRead = store.beginRead();
  Array.from(store.applyAllByType(pendingRead, resources));
  store.endRead(pendingRead);
}

/** A store without resources. */
export const createStore = (
  read: () => Promise<void> = () => Promise.resolve(),
  getReadAt: () => Date | undefined = () => undefined,
): ResourceStore =>
  new ResourceStore({
    refresh: read,
    refetch: read,
    refreshType: read,
    get refreshedAt() {
      return getReadAt();
    },
  });

/** The last known state of a bridge with these resources. Reading it again finds the same. */
export function createStateCache(resources: readonly Resource[]): ResourceStore {
  const store = createStore();
  storeAll(store, resources);
  return store;
}
