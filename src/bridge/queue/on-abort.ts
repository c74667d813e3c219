const calls = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal is aborted. However many wait for the same signal, it has one listener: adding one for
 * each request would cost more than the request's whole way to the wire.
 *
 * @param signal not aborted yet
 * @returns forgets the call
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  const waiting = calls.get(signal) ?? listenTo(signal);
  waiting.add(call);
  return () => void waiting.delete(call);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  calls.set(signal, waiting);
  const callAll = (): void => {
    for (const call of waiting) call();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return waiting;
}
