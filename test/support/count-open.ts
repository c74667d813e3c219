import type { BridgeClient } from '../../src/bridge';

/** How often something has begun, and how much of it has not ended. */
export interface OpenCount {
  begun: number;
  open: number;
}

/** Counts the subscriptions to the state of a client, and its watches, from now on. */
export function countOpen(client: BridgeClient): Record<'subscriptions' | 'watches', OpenCount> {
  const subscriptions = { begun: 0, open: 0 };
  const subscribe = client.onConnectionChange.bind(client);
  client.onConnectionChange = (listener) => countUntilEnd(subscriptions, subscribe(listener));
  const watches = { begun: 0, open: 0 };
  const watch = client.watch.bind(client);
  client.watch = (options) => {
    const started = watch(options);
    const stop = countUntilEnd(watches, () => started.stop());
    return { pollNow: () => started.pollNow(), stop };
  };
  return { subscriptions, watches };
}

function countUntilEnd(count: OpenCount, end: () => void): () => void {
  count.begun += 1;
  count.open += 1;
  return () => {
    count.open -= 1;
    end();
  };
}
