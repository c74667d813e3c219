import type { ResourceType } from '../../resources';
import type { ChangeCause, ResourceChange } from '../state/changes';
import { pause } from '../time/clock';
import type { Clock, Timer } from '../time/clock';
import { BridgeError, isBridgeError } from '../errors/errors';
import type { Limits } from '../limits';
import type { RawAnswer, ResourceReader } from '../state/resource-reader';
import type { Reading, ResourceStore } from '../state/resource-store';
import type { TypeWatchers, Watcher } from './watchers';

/** What the pollers of all types share. */
export interface PollerHost {
  readonly reader: ResourceReader;
  readonly store: ResourceStore;
  readonly clock: Clock;
  readonly limits: Limits;
  /** True while an event stream tells of changes, so that polling is only a check. */
  readonly live: boolean;
  /** True while the bridge is away, so that nobody polls on their own. */
  readonly away: boolean;
  /** How often contact with the bridge was lost so far, by whatever request. */
  readonly losses: number;
  tell(changes: readonly ResourceChange[], cause: ChangeCause, since: number): void;
  /** A poll found something that a living event stream should have told. */
  missed(): void;
  /** The bridge answered a poll. */
  answered(): void;
  /** A poll failed; returns true when the bridge as a whole is away, not only this type. */
  failed(error: BridgeError): boolean;
}

/** Polls one resource type for all who watch it: one request at a time, at the shortest interval asked for. */
export class TypePoller {
  readonly #abort = new AbortController();
  #timer: Timer | undefined;
  #plannedFor = Infinity;
  #lastTick = -Infinity;
  #lastStart = -Infinity;
  /** Date of the same moment, which counts while the machine sleeps. */
  #lastStartDate = -Infinity;
  /** When the poll began whose answer was taken in last. */
  #lastLook: number;
  #lastLookDate: number;
  #underWay: Promise<BridgeError | undefined> | undefined;
  #following: Promise<BridgeError | undefined> | undefined;
  #lastBody: Buffer | undefined;
  #lastRevision = -1;
  #failures = 0;
  /** Losses of contact up to the last answer. */
  #losses = 0;
  /** The next comparison spans a time in which nobody looked. */
  #gap = true;
  /** The next wait is cut short at random, so that the ticks of different types spread. */
  #inStep = true;

  constructor(
    readonly rtype: ResourceType,
    readonly watchers: TypeWatchers,
    private readonly host: PollerHost,
  ) {
    this.#lastLook = host.clock.now();
    this.#lastLookDate = host.clock.date();
    this.#losses = host.losses;
  }

  /** When the poll began whose answer was taken in last, in ms of the clock. */
  get lastLook(): number {
    return this.#lastLook;
  }

  /** True when what is found now has happened since the last look, and not long ago. */
  get isRegular(): boolean {
    const { live, losses, clock, limits } = this.host;
    if (live || this.#gap || losses !== this.#losses) return false;
    return clock.date() - this.#lastLookDate <= this.#interval() + limits.lateAnswer;
  }

  /**
   * Polls for a watcher that wants to know now.
   *
   * @throws {BridgeError} when the bridge could not be read
   */
  async pollNow(watcher: Watcher): Promise<void> {
    watcher.due = -Infinity;
    const error = await this.#fresh();
    if (error !== undefined) throw error;
  }

  /** Polls as part of looking for a bridge that is away; the host hears of the outcome. */
  probe(): void {
    void this.#start();
  }

  /** Ticks soon, but no sooner than the last poll allows. */
  soon(delay: number): void {
    const { clock, limits } = this.host;
    const at = Math.max(clock.now() + delay, this.#lastStart + limits.shortestPoll);
    if (at < this.#plannedFor) this.#plan(at);
  }

  /** Stops ticking until {@link resume}; what changes meanwhile is found after a gap. */
  suspend(): void {
    this.#gap = true;
    this.#cancel();
  }

  resume(delay: number): void {
    this.#gap = true;
    this.#inStep = true;
    this.#cancel();
    this.soon(delay);
  }

  stop(): void {
    this.#abort.abort();
    this.#cancel();
  }

  #cancel(): void {
    this.host.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#plannedFor = Infinity;
  }

  #plan(at: number): void {
    this.#cancel();
    if (this.#abort.signal.aborted) return;
    const { clock } = this.host;
    this.#plannedFor = at;
    this.#timer = clock.setTimeout(() => this.#tick(), Math.max(0, at - clock.now()));
  }

  #planNext(): void {
    if (this.host.away || this.watchers.size === 0) return;
    const { clock, limits } = this.host;
    let wait = this.#interval();
    if (this.#inStep) wait = Math.max(wait * (0.5 + clock.random() / 2), limits.shortestPoll);
    this.#inStep = false;
    this.#plan(Math.max(this.#lastTick + wait, clock.now()));
  }

  #interval(): number {
    const { limits, live } = this.host;
    const asked = this.watchers.shortestInterval;
    if (this.#failures > 0) {
      return Math.max(asked, Math.min(asked * 2 ** this.#failures, limits.typeCheck));
    }
    if (!live) return asked;
    return Math.min(limits.streamCheck, this.watchers.shortestPollInterval);
  }

  #tick(): void {
    this.#timer = undefined;
    this.#plannedFor = Infinity;
    const { clock, live, store, limits } = this.host;
    this.#lastTick = clock.now();
    const checkDue = this.#lastStart + limits.streamCheck - limits.shortestPoll / 2;
    if (!live || this.#gap || clock.now() >= checkDue) {
      void this.#start();
      return;
    }
    this.watchers.polled(store.byType(this.rtype), (rid) => store.get(rid), clock.now());
    this.#planNext();
  }

  /** A poll that starts after this call, shared by all who call meanwhile. */
  async #fresh(): Promise<BridgeError | undefined> {
    const { clock, limits } = this.host;
    if (this.#following !== undefined) return this.#following;
    const spacing = this.#lastStart + limits.pollSpacing - clock.now();
    if (this.#underWay === undefined && spacing <= 0) return this.#start();
    this.#following = this.#afterwards();
    return this.#following;
  }

  async #afterwards(): Promise<BridgeError | undefined> {
    const { clock, limits } = this.host;
    await this.#underWay;
    const spacing = this.#lastStart + limits.pollSpacing - clock.now();
    const waited = await pause(clock, Math.max(0, spacing), this.#abort.signal);
    this.#following = undefined;
    return waited ? this.#start() : stopped(this.rtype);
  }

  async #start(): Promise<BridgeError | undefined> {
    this.#underWay ??= this.#read().finally(() => {
      this.#underWay = undefined;
      this.#planNext();
    });
    return this.#underWay;
  }

  async #read(): Promise<BridgeError | undefined> {
    const { clock, store, reader } = this.host;
    const { signal } = this.#abort;
    if (signal.aborted) return stopped(this.rtype);
    this.#lastStart = clock.now();
    this.#lastStartDate = clock.date();
    const reading = store.beginReading();
    try {
      const answer = await reader.readCollection(this.rtype, signal);
      if (signal.aborted) return stopped(this.rtype);
      this.#takeIn(reading, answer);
      this.#lastLook = this.#lastStart;
      this.#lastLookDate = this.#lastStartDate;
      return undefined;
    } catch (error) {
      const failure = isBridgeError(error) ? error : unreadable(this.rtype, error);
      if (!signal.aborted) this.#fail(failure);
      return failure;
    } finally {
      store.endReading(reading);
    }
  }

  #takeIn(reading: Reading, answer: RawAnswer): void {
    const { clock, store } = this.host;
    const overtaken = store.isOvertaken(reading, this.rtype);
    const unchanged =
      this.#lastBody !== undefined &&
      this.#lastRevision === store.revision(this.rtype) &&
      this.#lastBody.equals(answer.body);
    const changes = unchanged ? [] : store.applyCollection(reading, this.rtype, answer.resources());
    // What was not compared, since newer news came meanwhile, must be when the next body comes.
    this.#lastBody = overtaken || reading.touched.size > 0 ? undefined : answer.body;
    this.#lastRevision = store.revision(this.rtype);
    this.#failures = 0;
    this.host.answered();
    this.watchers.recovered();
    this.host.tell(changes, this.isRegular ? 'poll' : 'gap', this.#lastLook);
    if (this.host.live && !this.#gap && changes.length > 0) this.host.missed();
    this.#gap = false;
    this.#losses = this.host.losses;
    this.watchers.polled(store.byType(this.rtype), (rid) => store.get(rid), clock.now());
  }

  #fail(error: BridgeError): void {
    this.#gap = true;
    if (this.host.failed(error)) return;
    this.#failures += 1;
    this.watchers.failed(error);
  }
}

const unreadable = (rtype: ResourceType, error: unknown): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_MALFORMED_ANSWER',
    `The ${rtype} resources could not be taken in: ${String(error)}. Please report this.`,
    { operation: 'list', rtype },
  );

const stopped = (rtype: ResourceType): BridgeError =>
  new BridgeError('ERR_BRIDGE_CLOSED', `The ${rtype} poll was stopped before it was answered`, {
    operation: 'list',
    rtype,
  });
