import { BridgeError } from '../errors/bridge-error';
import { onAbort } from '../queue/on-abort';
import type { ResourceChangeEvent } from '../state/resource-change';
import type { ResourceOf, ResourceType } from '../../resources';
import type { ChangeIterationOptions, ChangeIterable, Watch, WatchOptions } from './watch';

/**
 * @param closing ends the iteration, as the signal of the options does
 * @param maxBuffered maximum changes that wait for the consumer
 * @throws {BridgeError} the error of `startWatch`
 */
export function iterateChanges<Type extends ResourceType>(
  rtype: Type,
  { signal, ...options }: ChangeIterationOptions,
  startWatch: (options: WatchOptions<Type>) => Watch,
  closing: AbortSignal,
  maxBuffered: number,
): ChangeIterable<Type> {
  return new ChangeIterator<ResourceChangeEvent<ResourceOf<Type>>>(
    (onChange) => startWatch({ ...options, rtype, onChange }),
    signal === undefined ? [closing] : [closing, signal],
    maxBuffered,
  );
}

/**
 * The watch runs until the iteration ends. After an abort, waiting changes are still delivered; after `return`
 * (called by `break`), they are not. If too many changes wait, they are delivered, and the iteration fails with
 * ERR_BRIDGE_QUEUE_FULL.
 */
class ChangeIterator<Change> implements AsyncIterableIterator<Change, undefined> {
  readonly #watch: Watch;
  readonly #removeAbortCallbacks: readonly (() => void)[];
  #buffer: Change[] = [];
  #pending: ((result: IteratorResult<Change, undefined>) => void)[] = [];
  #ended = false;
  #overflow: BridgeError | undefined;

  constructor(
    startWatch: (onChange: (change: Change) => void) => Watch,
    signals: readonly AbortSignal[],
    private readonly maxBuffered: number,
  ) {
    this.#watch = startWatch((change) => this.#push(change));
    this.#removeAbortCallbacks = signals.map((signal) => onAbort(signal, () => this.#end()));
    if (signals.some(({ aborted }) => aborted)) this.#end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws {BridgeError} ERR_BRIDGE_QUEUE_FULL, once, if the consumer was too slow */
  next(): Promise<IteratorResult<Change, undefined>> {
    const change = this.#buffer.shift();
    if (change !== undefined) return Promise.resolve({ done: false, value: change });
    const overflow = this.#overflow;
    this.#overflow = undefined;
    if (overflow !== undefined) return Promise.reject(overflow);
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#pending.push(resolve);
    });
  }

  return(): Promise<IteratorResult<Change, undefined>> {
    this.#buffer = [];
    this.#overflow = undefined;
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  #push(change: Change): void {
    const resolve = this.#pending.shift();
    if (resolve !== undefined) return resolve({ done: false, value: change });
    if (this.#buffer.length < this.maxBuffered) return void this.#buffer.push(change);
    this.#overflow = new BridgeError(
      'ERR_BRIDGE_QUEUE_FULL',
      `The program takes changes more slowly than they come: ${this.maxBuffered} wait, and the next one was not kept. Iterate anew from the present state, and do slow work outside the loop.`,
    );
    this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watch.stop();
    for (const remove of this.#removeAbortCallbacks) remove();
    for (const resolve of this.#pending.splice(0)) resolve({ done: true, value: undefined });
  }
}
