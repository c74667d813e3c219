/**
 * In ms. A second signal within this time is the same Ctrl-C: terminals signal the whole process group, and npm
 * forwards it.
 */
const repeatedSignalWindow = 1_000;

/**
 * Calls `stop` at the first Ctrl-C or SIGTERM; a later signal ends the process at once.
 *
 * @param onError called if `stop` rejects
 */
export function stopOnSignal(stop: () => Promise<void>, onError: (error: unknown) => void): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(
      () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
      repeatedSignalWindow,
    ).unref();
    stop().catch(onError);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}
