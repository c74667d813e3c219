import type { ConnectionState } from '../bridge';
import { isBridgeError } from '../bridge/errors/errors';
import { isOutage } from '../bridge/watching/outage';
import type { Status, Word } from './status';

/** Status of a node: what it does, or what keeps the bridge from answering. */
export class WorkStatus {
  readonly #status: Status;
  readonly #waiting: () => number;
  #connection: ConnectionState | undefined;
  /** What is shown while nothing is under way and the bridge answers. */
  #rest: () => void;
  /** The same without an error that is over once the bridge answers again. */
  #lasting: () => void;

  /**
   * @param status where it is shown
   * @param waiting number of messages that wait for their answer
   */
  constructor(status: Status, waiting: () => number) {
    this.#status = status;
    this.#waiting = waiting;
    this.#rest = () => status.idle();
    this.#lasting = this.#rest;
  }

  /** A message came in. */
  begin(): void {
    if (!this.#showTrouble()) this.#status.working(this.#waiting());
  }

  /** A message was answered, or a look at the bridge went well. */
  succeed(word: Word): void {
    this.#keep(() => this.#status.result(word));
    this.settle();
  }

  /** A message was answered with an error, or the node has no bridge. */
  fail(error: Error): void {
    const show = (): void => this.#status.failed(error);
    if (passes(error)) this.#rest = show;
    else this.#keep(show);
    this.settle();
  }

  /** The connection stands like this now. */
  connection(state: ConnectionState): void {
    const { movedTo } = state;
    if (movedTo !== undefined && movedTo !== this.#connection?.movedTo) {
      this.#keep(() => this.#status.result({ key: 'movedTo', values: { address: movedTo } }));
    }
    if (state.kind === 'connected') this.#rest = this.#lasting;
    this.#connection = state;
    this.settle();
  }

  /** A message was answered without news for the status: shows what is so now. */
  settle(): void {
    if (this.#showTrouble()) return;
    if (this.#waiting() > 0) this.#status.working(this.#waiting());
    else this.#rest();
  }

  stop(): void {
    this.#status.stop();
  }

  #keep(show: () => void): void {
    this.#rest = show;
    this.#lasting = show;
  }

  #showTrouble(): boolean {
    const state = this.#connection;
    return state !== undefined && this.#status.trouble(state, this.#waiting());
  }
}

/** True for an error that tells of the connection, and not of what was asked or set. */
const passes = (error: Error): boolean =>
  isBridgeError(error) &&
  (error.code === 'ERR_BRIDGE_EXPIRED' ||
    (error.code !== 'ERR_BRIDGE_NOT_CONFIGURED' && isOutage(error)));
