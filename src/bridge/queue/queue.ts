import { definitionOf } from '../../resources';
import { Hold } from './hold';
import { mergeWishes } from './merge-wishes';
import { afterWait } from '../time/clock';
import { onAbort } from './on-abort';
import { Pace } from './pace';
import { asksForPatience } from '../errors/errors';
import { abortedProblem, closedProblem, problemError } from '../errors/problem';
import { bodiesFull, expired, queueFull } from './queue-errors';
import { isImpatient, mayRepeatAfterFailure, mayRepeatAfterRefusal } from './repetition';
import { WaitingList, wishesOf } from './waiting-list';
import type { Clock, Timer } from '../time/clock';
import type { Outcome, Reply } from '../wire/exchange';
import type { Limits } from '../limits';
import type { Problem } from '../errors/problem';
import type { RepetitionFacts } from './repetition';
import type { BridgeRequest } from '../wire/request';
import type { Command, Entry, Place, Settled } from './waiting-list';

/** An attempt under way, as far as the queue cares. */
export interface Attempt {
  /** True once bytes may have reached the bridge. */
  readonly sent: boolean;
  /** Puts an end to it; the outcome is told at once. */
  end(problem: Problem): void;
}

/** What a queue works with. */
export interface QueueOptions {
  limits: Limits;
  clock: Clock;
  /** Sends one request, once, and tells the outcome exactly once. */
  send(request: BridgeRequest, outcome: Outcome): Attempt;
  /** Told of each reply, whatever its status. */
  replied(reply: Reply): void;
  /** Told of each problem that says something about the connection as a whole. */
  failed(problem: Problem): void;
}

interface UnderWay {
  readonly entry: Entry;
  /** True for the one request that tries whether the bridge can be used again. */
  readonly probe: boolean;
  attempt: Attempt | undefined;
}

/** Paces the requests to one bridge, merges what waits for one resource, repeats what may be repeated. */
export class CommandQueue {
  readonly #options: QueueOptions;
  readonly #waiting = new WaitingList();
  readonly #underWay = new Set<UnderWay>();
  readonly #pace: Pace;
  readonly #hold: Hold;
  #everReplied = false;
  #timer: Timer | undefined;
  #timerAt = Infinity;
  #closed = false;
  #drained: (() => void) | undefined;

  constructor(options: QueueOptions) {
    const { limits, clock } = options;
    this.#options = options;
    this.#pace = new Pace(limits, clock.now());
    this.#hold = new Hold(limits, clock);
  }

  /** Number of commands that wait. */
  get waiting(): number {
    return this.#waiting.commands;
  }

  /**
   * Sends a request as soon as its lane, its target and the bridge allow; on an idle bridge before it returns.
   *
   * @param signal gives the command up
   * @returns the reply, whatever its status
   * @throws {BridgeError} by rejection, when there is no reply
   */
  submit(request: BridgeRequest, signal?: AbortSignal): Promise<Settled> {
    return new Promise((resolve, reject) => {
      const queuedAt = this.#options.clock.now();
      const command: Command = { request, queuedAt, attempts: 0, lost: false, resolve, reject };
      if (this.#closed) reject(problemError(request, closedProblem));
      else if (signal === undefined) this.#enter(command);
      else if (signal.aborted) reject(problemError(request, abortedProblem));
      else this.#enterAbortable(command, signal);
    });
  }

  /**
   * Rejects what waits with ERR_BRIDGE_CLOSED and sends nothing more.
   *
   * @returns when nothing is under way any more, at the latest after `closeTimeout`
   */
  async close(): Promise<void> {
    this.#closed = true;
    const { clock, limits } = this.#options;
    for (const command of this.#waiting.takeAll()) reject(command, closedProblem);
    this.#arm(clock.now());
    for (const { attempt } of this.#underWay)
      if (attempt?.sent === false) attempt.end(closedProblem);
    if (this.#underWay.size === 0) return;
    await new Promise<void>((resolve) => {
      const callOff = afterWait(clock, limits.closeTimeout, () => resolve());
      this.#drained = () => {
        callOff();
        resolve();
      };
    });
    for (const { attempt } of this.#underWay) attempt?.end(closedProblem);
  }

  #enterAbortable(command: Command, signal: AbortSignal): void {
    const { resolve, reject: refuse } = command;
    const forget = onAbort(signal, () => this.#abort(command));
    command.resolve = (settled) => {
      forget();
      resolve(settled);
    };
    command.reject = (error) => {
      forget();
      refuse(error);
    };
    this.#enter(command);
  }

  #enter(command: Command): void {
    const { limits } = this.#options;
    const { request } = command;
    const size = this.#waiting.size + (request.body?.length ?? 0);
    if (this.#waiting.commands >= limits.waitingCommands) {
      return command.reject(queueFull(request, this.#waiting.commands));
    }
    if (size > limits.waitingSize) {
      return command.reject(bodiesFull(request, limits.waitingSize));
    }
    const place = placeOf(request);
    if (this.#waiting.merge(place, command)) return undefined;
    const entry = this.#waiting.entryFor(place, command);
    if (this.#waiting.requests === 0 && this.#goesAtOnce(entry, command.queuedAt)) return undefined;
    this.#waiting.add(entry);
    this.#pump();
    if (this.#waiting.requests <= limits.waitingRequests) return undefined;
    if (!this.#waiting.has(entry)) return undefined;
    this.#waiting.remove(entry);
    return command.reject(queueFull(request, this.#waiting.commands));
  }

  /** The short way of a command to an idle bridge, past the list of what waits. */
  #goesAtOnce(entry: Entry, now: number): boolean {
    if (!this.#mayGo(now) || !this.#pace.allows(entry, this.#underWay.size, now)) return false;
    this.#pace.started(entry, now);
    this.#send(entry);
    return true;
  }

  #pump(): void {
    const now = this.#options.clock.now();
    this.#expire(now);
    while (this.#mayGo(now)) {
      const entry = this.#pace.choose(this.#waiting, this.#underWay.size, now);
      if (entry === undefined) break;
      this.#waiting.take(entry);
      this.#pace.started(entry, now);
      this.#send(entry);
    }
    this.#arm(now);
  }

  #mayGo(now: number): boolean {
    if (this.#closed) return false;
    if (this.#hold.reason === undefined) return true;
    return now >= this.#hold.until && !this.#probing();
  }

  #probing(): boolean {
    for (const { probe } of this.#underWay) if (probe) return true;
    return false;
  }

  #send(entry: Entry): void {
    const underWay: UnderWay = {
      entry,
      probe: this.#hold.reason !== undefined,
      attempt: undefined,
    };
    this.#underWay.add(underWay);
    for (const command of entry.commands) command.attempts += 1;
    underWay.attempt = this.#options.send(requestOf(entry), {
      replied: (reply) => this.#replied(underWay, reply),
      failed: (problem) => this.#failed(underWay, problem),
    });
  }

  #replied(underWay: UnderWay, reply: Reply): void {
    this.#release(underWay);
    this.#everReplied = true;
    const { entry, probe } = underWay;
    const merged = entry.commands.size;
    this.#options.replied(reply);
    if (asksForPatience(reply.status)) {
      this.#hold.failed('busy', probe, reply.retryAfter);
      const facts = this.#facts(false);
      // The next probe is another target's, so that no single one of them uses up its attempts.
      this.#sendAgain(entry, !probe, (command) => mayRepeatAfterRefusal(command, facts));
    } else {
      this.#hold.succeeded(probe);
    }
    for (const command of entry.commands) {
      command.resolve({ reply, merged, repeated: command.lost });
    }
    this.#pump();
  }

  #failed(underWay: UnderWay, problem: Problem): void {
    this.#release(underWay);
    const { entry, probe } = underWay;
    const wasAway = this.#hold.reason === 'away';
    const facts = this.#facts(wasAway);
    if (problem.kind === 'lost') for (const command of entry.commands) command.lost = true;
    const again = this.#sendAgain(entry, true, (command) =>
      mayRepeatAfterFailure(command, problem, facts),
    );
    for (const command of entry.commands) reject(command, problem);
    // A kept connection may end just as it is used again: the first loss says nothing of the bridge.
    const [first] = again?.commands ?? [];
    const firstLoss = problem.kind === 'lost' && (first?.attempts ?? 1) === 1;
    if (!firstLoss || probe) this.#draw(problem, probe, wasAway);
    this.#pump();
  }

  /** Draws the conclusions of a problem for everything else that is asked of the bridge. */
  #draw(problem: Problem, probe: boolean, wasAway: boolean): void {
    const { kind } = problem;
    if (kind === 'ended' || kind === 'malformed') return;
    this.#options.failed(problem);
    if (kind === 'untrusted') {
      for (const command of this.#waiting.takeAll()) reject(command, problem);
      return;
    }
    this.#hold.failed('away', probe);
    if (!wasAway) return;
    for (const command of this.#waiting.takeAll(isImpatient)) reject(command, problem);
  }

  #facts(wasAway: boolean): RepetitionFacts {
    const { attempts } = this.#options.limits;
    return { attempts, everReplied: this.#everReplied, wasAway };
  }

  /** Puts those commands of an entry back that may be sent again; the others stay in it. */
  #sendAgain(
    entry: Entry,
    keepsTurn: boolean,
    may: (command: Command) => boolean,
  ): Entry | undefined {
    if (this.#closed) return undefined;
    const commands = new Set([...entry.commands].filter(may));
    if (commands.size === 0) return undefined;
    for (const command of commands) entry.commands.delete(command);
    const again = { ...entry, commands };
    this.#waiting.addAgain(again, keepsTurn);
    return again;
  }

  #release(underWay: UnderWay): void {
    this.#underWay.delete(underWay);
    this.#pace.ended(underWay.entry, this.#options.clock.now());
    if (this.#underWay.size === 0) this.#drained?.();
  }

  #abort(command: Command): void {
    if (this.#waiting.withdraw(command)) {
      reject(command, abortedProblem);
      this.#arm(this.#options.clock.now());
      return;
    }
    for (const { entry, attempt } of this.#underWay) {
      if (!entry.commands.has(command)) continue;
      if (entry.commands.size === 1) {
        attempt?.end(abortedProblem);
      } else {
        entry.commands.delete(command);
        reject(command, abortedProblem);
      }
      return;
    }
  }

  #expire(now: number): void {
    const { commandAge } = this.#options.limits;
    if (this.#waiting.oldest > now - commandAge) return;
    for (const command of this.#waiting.takeOlderThan(now - commandAge)) {
      command.reject(expired(command.request, commandAge, this.#hold.reason));
    }
  }

  /** Sets the one timer to when time alone changes something; it may ring early, never late. */
  #arm(now: number): void {
    const { clock } = this.#options;
    const at = this.#nextAt(now);
    if (this.#timer !== undefined && this.#timerAt <= at && at < Infinity) return;
    clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = at;
    if (at === Infinity) return;
    this.#timer = clock.setTimeout(
      () => {
        this.#timer = undefined;
        this.#pump();
      },
      Math.ceil(Math.max(0, at - now)),
    );
  }

  #nextAt(now: number): number {
    if (this.#waiting.requests === 0) return Infinity;
    const expiry = this.#waiting.oldest + this.#options.limits.commandAge;
    const paced = this.#pace.nextAt(this.#waiting, now);
    if (this.#hold.reason === undefined) return Math.min(expiry, paced);
    if (this.#probing()) return expiry;
    if (now < this.#hold.until) return Math.min(expiry, this.#hold.until);
    return Math.min(expiry, paced);
  }
}

const reject = (command: Command, problem: Problem): void =>
  command.reject(problemError(command.request, problem));

function placeOf({ operation, rtype, path, momentary }: BridgeRequest): Place {
  if (rtype === undefined || operation === 'list' || operation === 'get') {
    return { lane: 'reads', path, target: undefined, mergeable: false };
  }
  return {
    lane: definitionOf(rtype).lane,
    path,
    target: operation === 'create' ? undefined : path,
    mergeable: operation === 'update' && momentary !== true,
  };
}

/** The one request that carries the wishes of all commands of an entry. */
function requestOf({ commands }: Entry): BridgeRequest {
  const [first, ...others] = commands;
  if (first === undefined) throw new Error('Nobody waits for this request.');
  if (others.length === 0) return first.request;
  return { ...first.request, body: mergeWishes([...commands].map(wishesOf)) };
}
