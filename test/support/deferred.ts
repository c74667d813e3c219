import { EventEmitter, once } from 'node:events';

/** A promise that is resolved from outside. */
export interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
}

export function createDeferred(): Deferred {
  const events = new EventEmitter();
  return {
    promise: once(events, 'open').then(() => undefined),
    resolve: () => events.emit('open'),
  };
}
