import type { OpenedBridge } from '../bridge/open-bridge-client';

/** What a node has started beside its answers to messages. */
interface StartedPart {
  stop(): void;
}

/** The open bridge and the handler, as all messages of a node use them until its bridge is replaced. */
export class PreparedAction<Handler> {
  readonly bridge: OpenedBridge;
  readonly execute: Handler;
  readonly #unsubscribe: () => void;
  readonly #parts: StartedPart[] = [];
  /** Changed here only; a field, since it is read for each message. */
  isStopped = false;

  /** @param unsubscribe ends the subscription to the state of the connection */
  constructor(bridge: OpenedBridge, execute: Handler, unsubscribe: () => void) {
    this.bridge = bridge;
    this.execute = execute;
    this.#unsubscribe = unsubscribe;
  }

  /**
   * Has something stopped with this, at once where this was stopped while it started.
   *
   * @param part undefined where nothing was started
   */
  stopWithBridge(part: StartedPart | undefined): void {
    if (part === undefined) return;
    if (this.isStopped) part.stop();
    else this.#parts.push(part);
  }

  stop(): void {
    this.isStopped = true;
    this.#unsubscribe();
    for (const part of this.#parts) part.stop();
  }
}
