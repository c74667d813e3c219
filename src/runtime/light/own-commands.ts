/** Ids of the nodes whose commands are sent with a signal. */
const senders = new WeakMap<AbortSignal, string>();

/** Records which node sends its commands with a signal. */
export const recordSender = (signal: AbortSignal, nodeId: string): void =>
  void senders.set(signal, nodeId);

/** @returns the id of the node that sends with a signal; undefined where that was not recorded */
export const findSender = (signal: AbortSignal | undefined): string | undefined =>
  signal && senders.get(signal);
