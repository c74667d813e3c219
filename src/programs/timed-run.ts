import type { TimerHandle } from '../bridge/clock';
import type { Resource } from '../resources/resource';
import type { Members } from '../resources/members';
import type { LampStateReport } from './lamp-state-report';
import { mayReachLamp, RetryTimer, retryDelay } from './program-run';
import type { ProgramRequests, ProgramRun, ProgramRunContext } from './program-run';
import { listStatesBeforeProgram } from './program';

export interface TimedUpdate {
  /** Unique among the steps of the plan. */
  readonly key: number;
  readonly members: Members;
  /** Start of the next step, in ms since the start of the plan. */
  readonly until: number;
}

/** Times are in ms since the start. */
export interface TimedUpdatePlan {
  /** Infinity for an endless plan. */
  readonly duration: number;
  /**
   * Returns the last step after the end.
   *
   * @param isLate true if the steps before did not reach the bridge
   */
  at(elapsed: number, isLate: boolean): TimedUpdate;
  /** True if somebody else made this change; the program then ends. */
  isExternal(report: LampStateReport, elapsed: number): boolean;
  /** After a time without reports, the program may have caused this state. */
  mayShow(lamp: Resource, elapsed: number): boolean;
}

/** Minimum delay of a late step in ms; see `TimedUpdatePlan.at`. */
const lateAfter = 30_000;

/**
 * Sends the steps of a plan, each at its time, until the plan is over and all lamps have its last step.
 *
 * At most one step is in flight. After an outage, the run continues at the current time of the plan, measured by the
 * monotonic clock. A step counts when a lamp has accepted it. An unreachable lamp gets the current step when it
 * becomes reachable, or the last step after the end of the plan.
 */
export class TimedRun implements ProgramRun {
  readonly #restores: boolean;
  /** The plan can distinguish the earlier state of a lamp from an external change. */
  readonly #knowsStateBefore: boolean;
  readonly #retry: RetryTimer;
  #startedAt: number;
  #timer: TimerHandle | undefined;
  #isRunning = false;
  #isSending = false;
  #sentKey: number | undefined;
  /** End of the last step that reached the bridge, in ms since the start. */
  #doneUntil = 0;
  /** After a time without requests, the lamp may show anything. */
  #isBehind = false;
  /** Lamps that missed the last step still get it. */
  #hasEnded = false;
  #missed: ReadonlySet<string> = new Set();
  #isRepeating = false;

  constructor(
    private readonly context: ProgramRunContext,
    private readonly requests: ProgramRequests,
    private readonly plan: TimedUpdatePlan,
    elapsed: number,
  ) {
    const { home, program } = context;
    const { kind } = program.content;
    this.#restores = listStatesBeforeProgram(program).length > 0;
    this.#knowsStateBefore = this.#restores || (kind !== 'sequence' && kind !== 'alert');
    this.#retry = new RetryTimer(home.clock, () => void this.#repeatMissed());
    this.#startedAt = home.clock.now() - elapsed;
  }

  /**
   * On an idle bridge, the due step is sent before this method returns. After `suspend`, repeats the current step.
   */
  start(): void {
    const wasRunning = this.#isRunning;
    this.#isRunning = true;
    if (!wasRunning) this.#advance();
    if (this.#missed.size > 0) void this.#repeatMissed();
  }

  suspend(): void {
    this.#isRunning = false;
    this.#retry.cancel();
    this.context.home.clock.clearTimeout(this.#timer);
    this.#repeat();
  }

  onLampReady(rid: string): void {
    if (!this.#missed.has(rid)) return;
    this.#retry.reset();
    void this.#repeatMissed();
  }

  isExternal({ id }: Resource, report: LampStateReport): boolean {
    // The state of a lamp after a power failure is not a wish of the user.
    return !this.#missed.has(id) && this.plan.isExternal(report, this.#elapsed);
  }

  mayShow(lamp: Resource): boolean {
    return (
      this.context.program.hasBegun !== true ||
      this.#missed.has(lamp.id) ||
      this.plan.mayShow(lamp, this.#elapsed)
    );
  }

  skipTime(duration: number): void {
    this.#startedAt -= duration;
  }

  get #elapsed(): number {
    return this.context.home.clock.now() - this.#startedAt;
  }

  #advance(): void {
    if (this.#hasEnded || !this.#isRunning) return;
    const elapsed = this.#elapsed;
    const { duration } = this.plan;
    // Lamps that will be restored need not get the last step.
    const isDone = this.#restores || (!this.#isSending && this.#doneUntil >= duration);
    if (elapsed >= duration && isDone) return this.#end('over');
    if (elapsed < this.#doneUntil) return this.#wakeAfter(this.#doneUntil - elapsed);
    const isLate = this.#isBehind || elapsed - this.#doneUntil > lateAfter;
    const step = this.plan.at(elapsed, isLate);
    if (!this.#isSending && step.key !== this.#sentKey) void this.#send(step);
    if (elapsed < step.until) this.#wakeAfter(step.until - elapsed);
    else if (this.#doneUntil >= duration) this.#advance();
  }

  async #send({ key, members, until }: TimedUpdate): Promise<void> {
    if (Object.keys(members).length === 0) {
      this.#sentKey = key;
      this.#doneUntil = until;
      return;
    }
    this.#isSending = true;
    if (this.#knowsStateBefore) this.#begin();
    const refused: string[] = [];
    const { result, missed } = await this.requests.send(members, (rid) => refused.push(rid));
    if (result === 'sent') {
      this.#begin();
      this.#setMissed(missed);
    }
    if (refused.length > 0) this.context.onEnd(refused, 'refused');
    this.#isSending = false;
    if (this.#hasEnded) return;
    if (result === 'refused') return this.#end('refused');
    if (result === 'failed') {
      if (this.#isRunning) this.#wakeAfter(retryDelay);
      return;
    }
    if (result === 'sent') {
      this.#sentKey = key;
      this.#doneUntil = until;
      this.#isBehind = false;
    }
    this.#advance();
  }

  /** The lamp reaches the step from any state. */
  #repeat(): void {
    if (this.#doneUntil === 0) return;
    this.#isBehind = true;
    this.#sentKey = undefined;
    if (this.#doneUntil < this.plan.duration) this.#doneUntil = 0;
    this.#advance();
  }

  #wakeAfter(delay: number): void {
    const { clock } = this.context.home;
    clock.clearTimeout(this.#timer);
    const dueAt = clock.now() + Math.ceil(delay);
    this.#timer = clock.setTimeout(() => {
      this.context.onWake(clock.now() - dueAt);
      this.#advance();
    }, Math.ceil(delay));
  }

  #begin(): void {
    if (this.context.program.hasBegun !== true) this.context.onBegin();
  }

  #setMissed(missed: readonly string[]): void {
    const { home, program } = this.context;
    this.#missed = new Set(missed.filter((rid) => program.lamps.includes(rid)));
    const mayBeReached = [...this.#missed].some((rid) => mayReachLamp(home, rid));
    if (!mayBeReached) this.#retry.reset();
    else if (this.#isRunning) this.#retry.schedule();
  }

  async #repeatMissed(): Promise<void> {
    if (!this.#isRunning || this.#isRepeating) return;
    const { lamps } = this.context.program;
    const { duration } = this.plan;
    if (lamps.every((rid) => this.#missed.has(rid)) && this.#elapsed < duration)
      return this.#repeat();
    const { members } = this.plan.at(this.#elapsed, false);
    this.#isRepeating = true;
    const outcomes = await Promise.all(
      lamps
        .filter((rid) => this.#missed.has(rid))
        .map(async (rid) => ({ rid, ...(await this.requests.sendToLamp(rid, members)) })),
    );
    this.#isRepeating = false;
    const accepted = outcomes
      .filter(
        ({ result, missed }) => result === 'refused' || (result === 'sent' && missed.length === 0),
      )
      .map(({ rid }) => rid);
    this.#setMissed([...this.#missed].filter((rid) => !accepted.includes(rid)));
    if (this.#elapsed >= duration && accepted.length > 0) this.context.onEnd(accepted, 'over');
  }

  #end(end: 'over' | 'refused'): void {
    this.#hasEnded = true;
    this.context.home.clock.clearTimeout(this.#timer);
    const { program, onEnd } = this.context;
    const waiting = end === 'over' && !this.#restores ? this.#missed : new Set<string>();
    onEnd(
      program.lamps.filter((rid) => !waiting.has(rid)),
      end,
    );
  }
}
