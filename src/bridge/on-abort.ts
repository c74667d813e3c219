const callbacksBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * All callbacks of a signal share one listener: one per request costs more than all other work before sending.
 *
 * @param signal not aborted yet
 * @returns removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksBySignal.get(signal) ?? addAbortListener(signal);
  callbacks.add(callback);
  return () => void callbacks.delete(callback);
}

function addAbortListener(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  callbacksBySignal.set(signal, callbacks);
  const callCallbacks = (): void => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener('abort', callCallbacks, { once: true });
  return callbacks;
}
