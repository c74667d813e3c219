import type { Clock, TimerHandle } from '../../bridge/time/clock';
import type { UpdateMembers } from '../program';
import type { ProgramSendResult } from '../program-home-access';
import { retryDelay } from './retry-timer';
import type { TimedUpdate, TimedUpdatePlan } from '../timed-update-plan';

/** What a run needs of the world. */
export interface TimedUpdatePlanRunOptions {
  clock: Clock;
  plan: TimedUpdatePlan;
  /** Time since the start of the plan, in ms. */
  elapsed: number;
  /** True where the plan is over when its last step has reached the bridge; false where its time alone counts. */
  needsLastStep: boolean;
  /** Sends members to the target. It never rejects. */
  send(members: UpdateMembers): Promise<ProgramSendResult>;
  /** Called with how late a timer is, in ms, before anything is sent. It may suspend the run. */
  onWake(delay: number): void;
  /** Called once, when the plan is over, or the bridge refused a step. */
  onEnd(end: 'over' | 'refused'): void;
}

/** A step that comes so many ms late makes up for it; see `TimedUpdatePlan.at`. */
const lateAfter = 30_000;

/**
 * Carries out a plan: at most one request under way, and after an outage goes on where the plan is by then. Its time is
 * that of the clock that nobody sets.
 */
export class TimedUpdatePlanRun {
  readonly #options: TimedUpdatePlanRunOptions;
  #startedAt: number;
  #timer: TimerHandle | undefined;
  #isSending = false;
  #sentKey: number | undefined;
  /** Until when the steps that reached the bridge last, in ms since the start. */
  #doneUntil = 0;
  /** True after a time in which nothing could be sent: the lamp may show anything. */
  #isBehind = false;
  #isRunning = false;
  #hasEnded = false;

  constructor(options: TimedUpdatePlanRunOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now() - options.elapsed;
  }

  /** Sends what is due, on an idle bridge before this returns; after `suspend` also what was sent already. */
  start(): void {
    if (this.#isRunning || this.#hasEnded) return;
    this.#isRunning = true;
    this.#advance();
  }

  /** Sends nothing until `start`. */
  suspend(): void {
    this.#isRunning = false;
    this.#options.clock.clearTimeout(this.#timer);
    this.repeat();
  }

  /** Has the present step sent again, with what brings the lamp there from anywhere. */
  repeat(): void {
    if (this.#doneUntil === 0) return;
    this.#isBehind = true;
    this.#sentKey = undefined;
    if (this.#doneUntil < this.#options.plan.duration) this.#doneUntil = 0;
    if (this.#isRunning) this.#advance();
  }

  /** Time since the start of the plan, in ms. */
  get elapsed(): number {
    return this.#options.clock.now() - this.#startedAt;
  }

  /** Time has passed of which the clock knows nothing, in ms. */
  skipTime(duration: number): void {
    this.#startedAt -= duration;
  }

  #advance(): void {
    if (this.#hasEnded || !this.#isRunning) return;
    const { elapsed } = this;
    const { plan, needsLastStep } = this.#options;
    const isOver = elapsed >= plan.duration;
    if (isOver && (!needsLastStep || (!this.#isSending && this.#doneUntil >= plan.duration))) {
      this.#end('over');
      return;
    }
    if (elapsed < this.#doneUntil) {
      this.#wakeAfter(this.#doneUntil - elapsed);
      return;
    }
    const isLate = this.#isBehind || elapsed - this.#doneUntil > lateAfter;
    const step = plan.at(elapsed, isLate);
    if (!this.#isSending && step.key !== this.#sentKey) this.#send(step);
    if (elapsed < step.until) this.#wakeAfter(step.until - elapsed);
    else if (this.#doneUntil >= plan.duration) this.#advance();
  }

  #send(step: TimedUpdate): void {
    if (Object.keys(step.members).length === 0) {
      this.#sentKey = step.key;
      this.#doneUntil = step.until;
      return;
    }
    this.#isSending = true;
    void this.#options.send(step.members).then((result) => this.#onSent(step, result));
  }

  #onSent({ key, until }: TimedUpdate, result: ProgramSendResult): void {
    this.#isSending = false;
    if (this.#hasEnded) return;
    if (result === 'refused') {
      this.#end('refused');
      return;
    }
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

  #wakeAfter(delay: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    const dueAt = clock.now() + Math.ceil(delay);
    this.#timer = clock.setTimeout(() => {
      this.#options.onWake(clock.now() - dueAt);
      this.#advance();
    }, Math.ceil(delay));
  }

  #end(end: 'over' | 'refused'): void {
    this.#hasEnded = true;
    this.suspend();
    this.#options.onEnd(end);
  }
}
