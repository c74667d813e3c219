import type { BridgeClient } from '../../src/bridge';

export interface OpenCount {
  begun: number;
  open: number;
}

/** Listeners of the connection, of writes and of changes, and watches. */
type OpenKind = 'subscriptions' | 'watches' | 'writeListeners' | 'observations';

/** Counts from the call on. */
export function countOpen(client: BridgeClient): Record<OpenKind, OpenCount> {
  const createCount = (): OpenCount => ({ begun: 0, open: 0 });
  const subscriptions = createCount();
  const subscribe = client.onConnectionChange.bind(client);
  client.onConnectionChange = (listener) => countUntilEnd(subscriptions, subscribe(listener));
  const writeListeners = createCount();
  const onWrite = client.onWrite.bind(client);
  client.onWrite = (listener) => countUntilEnd(writeListeners, onWrite(listener));
  const observations = createCount();
  const observe = client.observe.bind(client);
  client.observe = (observation) => countUntilEnd(observations, observe(observation));
  const watches = createCount();
  const watch = client.watch.bind(client);
  client.watch = (options) => {
    const started = watch(options);
    const stop = countUntilEnd(watches, () => started.stop());
    return { pollNow: () => started.pollNow(), stop };
  };
  return { subscriptions, watches, writeListeners, observations };
}

/** @param count as `countOpen` returns it */
export const sumOpen = (count: ReturnType<typeof countOpen>): number =>
  Object.values(count).reduce((sum, { open }) => sum + open, 0);

function countUntilEnd(count: OpenCount, end: () => void): () => void {
  count.begun += 1;
  count.open += 1;
  let isOpen = true;
  return () => {
    if (isOpen) count.open -= 1;
    isOpen = false;
    end();
  };
}
