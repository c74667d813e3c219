import type { ConnectionState } from '../bridge';
import type { Status, Word } from './status';

/** Status of a node: what it does, or what keeps the bridge from answering. */
export class WorkStatus {
  readonly #status: Status;
  readonly #waiting: () => number;
  #connection: ConnectionState | undefined;
  #rest: () => void;

  /**
   * @param status where it is shown
   * @param waiting number of messages that wait for their answer
   */
  constructor(status: Status, waiting: () => number) {
    this.#status = status;
    this.#waiting = waiting;
    this.#rest = () => status.idle();
  }

  /** A message came in. */
  begin(): void {
    if (!this.#showTrouble()) this.#status.working(this.#waiting());
  }

  /** A message was answered well. */
  succeed(word: Word): void {
    this.#rest = () => this.#status.result(word);
    this.#settle();
  }

  /** A message was answered with an error, or the node has no bridge. */
  fail(error: Error): void {
    this.#rest = () => this.#status.failed(error);
    this.#settle();
  }

  /** The connection stands like this now. */
  connection(state: ConnectionState): void {
    const { movedTo } = state;
    if (movedTo !== undefined && movedTo !== this.#connection?.movedTo) {
      this.#rest = () => this.#status.result({ key: 'movedTo', values: { address: movedTo } });
    }
    this.#connection = state;
    this.#settle();
  }

  stop(): void {
    this.#status.stop();
  }

  #settle(): void {
    if (this.#showTrouble()) return;
    if (this.#waiting() > 0) this.#status.working(this.#waiting());
    else this.#rest();
  }

  #showTrouble(): boolean {
    const state = this.#connection;
    return state !== undefined && this.#status.trouble(state);
  }
}
