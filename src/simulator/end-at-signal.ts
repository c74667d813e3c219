/** For so long, a second signal is the same Ctrl-C: terminals tell the whole group, npm tells once more. In ms. */
const sameSignal = 1_000;

/**
 * Ends something once, at Ctrl-C or SIGTERM; a later signal ends the process without waiting.
 *
 * @param fail called with the reason where the end fails
 */
export function endAtSignal(end: () => Promise<void>, fail: (error: unknown) => void): void {
  let ending = false;
  const onSignal = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal), sameSignal).unref();
    end().catch(fail);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}
