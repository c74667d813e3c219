import { BridgeError, defaultLimits } from '../../bridge';
import type { ClientLimits } from '../../bridge';

/** A command for one resource. */
export interface ResourceCommand<T> {
  rid: string;
  /** On or off after the command; undefined where it does not change that. */
  resultingState: boolean | undefined;
  /** Cancels the command while it waits. */
  signal: AbortSignal;
  /** Passes it to the client. */
  issue: () => Promise<T>;
}

interface PendingCommand {
  resultingState: boolean | undefined;
  completion: Promise<unknown>;
}

/**
 * Keeps the commands for each resource in the order of their messages. A command that does not depend on the
 * present state is issued at once. One that does runs exclusively: later ones for its resource wait for it.
 */
export class KeyedMutex {
  readonly #pending = new Map<string, Set<PendingCommand>>();
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #limits: Pick<ClientLimits, 'maxQueuedCommands' | 'maxQueueTime'>;
  readonly #now: () => number;
  #waitingCount = 0;

  /**
   * @param limits how many commands may wait, and how long in ms
   * @param now monotonic time in ms
   */
  constructor(
    limits: Pick<ClientLimits, 'maxQueuedCommands' | 'maxQueueTime'> = defaultLimits,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Issues a command at once, or after the exclusive tasks before it. */
  issueInOrder<T>(command: ResourceCommand<T>): Promise<T> {
    return this.#tails.has(command.rid) ? this.#issueAfterTail(command) : this.issue(command);
  }

  /** Issues a command at once; inside `runExclusive` only. */
  issue<T>({ rid, resultingState, issue }: ResourceCommand<T>): Promise<T> {
    const completion = issue();
    const command = { resultingState, completion };
    const commands = this.#pending.get(rid) ?? new Set<PendingCommand>();
    this.#pending.set(rid, commands.add(command));
    const remove = (): void => {
      commands.delete(command);
      if (commands.size === 0) this.#pending.delete(rid);
    };
    completion.then(remove, remove);
    return completion;
  }

  /**
   * Runs tasks one after another for each resource.
   *
   * @throws {BridgeError} ERR_BRIDGE_QUEUE_FULL, ERR_BRIDGE_EXPIRED; the reason of the signal; what the task throws
   */
  runExclusive<T>(rid: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(rid);
    const tail = previous === undefined ? task() : this.#runAfter(previous, signal, task);
    this.#tails.set(rid, tail);
    const remove = (): void => {
      if (this.#tails.get(rid) === tail) this.#tails.delete(rid);
    };
    tail.then(remove, remove);
    return tail;
  }

  /** On or off after the commands that are pending; undefined where none of them changes that. */
  pendingState(rid: string): boolean | undefined {
    let last: boolean | undefined;
    for (const { resultingState } of this.#pending.get(rid) ?? []) last = resultingState ?? last;
    return last;
  }

  /** Waits until all issued commands for a resource are completed. */
  async waitForPending(rid: string): Promise<void> {
    const completions = [...(this.#pending.get(rid) ?? [])].map(({ completion }) => completion);
    await Promise.allSettled(completions);
  }

  async #issueAfterTail<T>(command: ResourceCommand<T>): Promise<T> {
    // Release the mutex once it is issued, so that the queue can merge later commands with it.
    const { completion } = await this.runExclusive(command.rid, command.signal, async () => ({
      completion: this.issue(command),
    }));
    return completion;
  }

  async #runAfter<T>(
    previous: Promise<unknown>,
    signal: AbortSignal,
    task: () => Promise<T>,
  ): Promise<T> {
    const { maxQueuedCommands, maxQueueTime } = this.#limits;
    if (this.#waitingCount >= maxQueuedCommands) throw queueFullError(this.#waitingCount);
    const waitingSince = this.#now();
    this.#waitingCount += 1;
    try {
      await previous;
    } catch {
      // The caller of the previous task gets its error; this one runs in any case.
    } finally {
      this.#waitingCount -= 1;
    }
    signal.throwIfAborted();
    if (this.#now() - waitingSince > maxQueueTime) throw expiredError(maxQueueTime);
    return task();
  }
}

const queueFullError = (waiting: number): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_QUEUE_FULL',
    `Could not take the command: ${waiting} others already wait for commands before them. Nothing was sent. Send less often, or send on only when the one before was answered.`,
  );

const expiredError = (age: number): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_EXPIRED',
    `Could not send the command: it waited longer than ${age} ms for the commands before it. It will not be sent any more. Send it again if it is still wanted.`,
  );
