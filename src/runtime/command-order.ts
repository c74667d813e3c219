import { BridgeError, defaultLimits } from '../bridge';
import type { Limits } from '../bridge';

/** A command whose time in the order has to be found. */
export interface OrderedCommand<T> {
  rid: string;
  /** On or off, as the command leaves the resource; undefined where it says nothing about that. */
  state: boolean | undefined;
  /** Gives up waiting for its turn. */
  signal: AbortSignal;
  /** Hands it to the client. */
  issue: () => Promise<T>;
}

interface UnderWay {
  state: boolean | undefined;
  answer: Promise<unknown>;
}

/**
 * Keeps the commands for each resource in the order in which their messages came. A plain command goes to the client
 * at once. One that depends on what the bridge holds takes a turn, and whatever comes after it waits for that.
 */
export class CommandOrder {
  readonly #underWay = new Map<string, Set<UnderWay>>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #limits: Pick<Limits, 'waitingCommands' | 'commandAge'>;
  readonly #now: () => number;
  #waiting = 0;

  /**
   * @param limits how many may wait for turns before theirs, and how long
   * @param now time in ms, from whatever beginning
   */
  constructor(
    limits: Pick<Limits, 'waitingCommands' | 'commandAge'> = defaultLimits,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Issues a plain command: at once, or as soon as the turns before it have ended. */
  send<T>(command: OrderedCommand<T>): Promise<T> {
    return this.#turns.has(command.rid) ? this.#sendBehind(command) : this.issue(command);
  }

  /** Issues a command at once; only for the one whose turn it is. */
  issue<T>({ rid, state, issue }: OrderedCommand<T>): Promise<T> {
    const answer = issue();
    const command = { state, answer };
    const commands = this.#underWay.get(rid) ?? new Set<UnderWay>();
    this.#underWay.set(rid, commands.add(command));
    const forget = (): void => {
      commands.delete(command);
      if (commands.size === 0) this.#underWay.delete(rid);
    };
    answer.then(forget, forget);
    return answer;
  }

  /**
   * Runs what depends on what the bridge holds: one after another for each resource.
   *
   * @throws {BridgeError} ERR_BRIDGE_QUEUE_FULL, ERR_BRIDGE_EXPIRED; the reason of the signal; what the work throws
   */
  inTurn<T>(rid: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(rid);
    const turn = before === undefined ? work() : this.#after(before, signal, work);
    this.#turns.set(rid, turn);
    const forget = (): void => {
      if (this.#turns.get(rid) === turn) this.#turns.delete(rid);
    };
    turn.then(forget, forget);
    return turn;
  }

  /** The state that the last command under way brings, where one says it. */
  stateUnderWay(rid: string): boolean | undefined {
    let last: boolean | undefined;
    for (const { state } of this.#underWay.get(rid) ?? []) last = state ?? last;
    return last;
  }

  /** Waits until every command that was issued for a resource has its answer. */
  async answered(rid: string): Promise<void> {
    const answers = [...(this.#underWay.get(rid) ?? [])].map(({ answer }) => answer);
    await Promise.allSettled(answers);
  }

  async #sendBehind<T>(command: OrderedCommand<T>): Promise<T> {
    // Its turn ends with its being issued, so that those that follow can still be merged with it.
    const { answer } = await this.inTurn(command.rid, command.signal, async () => ({
      answer: this.issue(command),
    }));
    return answer;
  }

  async #after<T>(
    before: Promise<unknown>,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const { waitingCommands, commandAge } = this.#limits;
    if (this.#waiting >= waitingCommands) throw tooMany(this.#waiting);
    const since = this.#now();
    this.#waiting += 1;
    try {
      await before;
    } catch {
      // Whoever sent the command before hears of it; this one has its turn all the same.
    } finally {
      this.#waiting -= 1;
    }
    signal.throwIfAborted();
    if (this.#now() - since > commandAge) throw tooOld(commandAge);
    return work();
  }
}

const tooMany = (waiting: number): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_QUEUE_FULL',
    `Could not take the command: ${waiting} others already wait for commands before them. Nothing was sent. Send less often, or send on only when the one before was answered.`,
  );

const tooOld = (age: number): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_EXPIRED',
    `Could not send the command: it waited longer than ${age} ms for the commands before it. It will not be sent any more. Send it again if it is still wanted.`,
  );
