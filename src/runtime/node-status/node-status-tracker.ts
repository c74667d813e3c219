import type { ConnectionState } from '../../bridge';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { isOutage } from '../../bridge/polling/outage-monitor';
import type { NodeStatusWriter, StatusText } from './node-status-writer';

/** Chooses the status of a node from its activity, its last result and the state of the connection. */
export class NodeStatusTracker {
  readonly #writer: NodeStatusWriter;
  readonly #countPending: () => number;
  #connection: ConnectionState | undefined;
  /** Shows the status for no pending messages and a working connection. */
  #showCurrent: () => void;
  /** As `showCurrent`, without transient errors, which end when the bridge is connected again. */
  #showPersistent: () => void;

  /**
   * @param writer writes the status
   * @param countPending returns the number of messages that are not completed
   */
  constructor(writer: NodeStatusWriter, countPending: () => number) {
    this.#writer = writer;
    this.#countPending = countPending;
    this.#showCurrent = () => writer.showIdle();
    this.#showPersistent = this.#showCurrent;
  }

  /** Called when a message arrives. */
  begin(): void {
    if (!this.#showConnectionProblem()) this.#writer.showWorking(this.#countPending());
  }

  /** Called when a message was completed or a poll succeeded. */
  succeed(statusText: StatusText): void {
    this.#setPersistent(() => this.#writer.showResult(statusText));
    this.refresh();
  }

  /** Called when a message or poll failed, or the node has no bridge. */
  fail(error: Error): void {
    const show = (): void => this.#writer.showError(error);
    if (isTransient(error)) this.#showCurrent = show;
    else this.#setPersistent(show);
    this.refresh();
  }

  /** Called with the present state of the connection. */
  setConnection(state: ConnectionState): void {
    const { movedTo } = state;
    if (movedTo !== undefined && movedTo !== this.#connection?.movedTo) {
      this.#setPersistent(() =>
        this.#writer.showResult({ key: 'movedTo', values: { address: movedTo } }),
      );
    }
    if (state.kind === 'connected') this.#showCurrent = this.#showPersistent;
    this.#connection = state;
    this.refresh();
  }

  /** Shows the present status again, after a message that brought no new one. */
  refresh(): void {
    if (this.#showConnectionProblem()) return;
    if (this.#countPending() > 0) this.#writer.showWorking(this.#countPending());
    else this.#showCurrent();
  }

  stop(): void {
    this.#writer.stop();
  }

  #setPersistent(show: () => void): void {
    this.#showCurrent = show;
    this.#showPersistent = show;
  }

  #showConnectionProblem(): boolean {
    const state = this.#connection;
    return state !== undefined && this.#writer.showConnectionProblem(state, this.#countPending());
  }
}

/** True for an error of the connection, false for one of the command or the settings. */
const isTransient = (error: Error): boolean =>
  isBridgeError(error) &&
  (error.code === 'ERR_BRIDGE_EXPIRED' ||
    (error.code !== 'ERR_BRIDGE_NOT_CONFIGURED' && isOutage(error)));
