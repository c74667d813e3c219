import type { Clock, TimerHandle } from '../../bridge/time/clock';
import type { ProgramSendResult } from '../program-home-access';
import { retryDelay } from './retry-timer';
import type { TimedUpdate, TimedUpdatePlan } from '../timed-update-plan';
import type { Members } from '../../resources';

interface TimedUpdatePlanRunOptions {
  clock: Clock;
  plan: TimedUpdatePlan;
  elapsed: number;
  /** True if the plan ends only after the bridge got its last step. */
  needsLastStep: boolean;
  send(members: Members): Promise<ProgramSendResult>;
  /** Called with the delay of a late timer in ms, before anything is sent. It may suspend the run. */
  onWake(delay: number): void;
  onEnd(end: 'over' | 'refused'): void;
}

/** Minimum delay of a late step in ms; see `TimedUpdatePlan.at`. */
const lateAfter = 30_000;

/**
 * Carries out a plan with at most one request in flight. After an outage, it continues at the current time of the
 * plan, measured by the monotonic clock.
 */
export class TimedUpdatePlanRun {
  #startedAt: number;
  #timer: TimerHandle | undefined;
  #isSending = false;
  #sentKey: number | undefined;
  /** End of the last step that reached the bridge, in ms since the start. */
  #doneUntil = 0;
  /** True after a time without requests: the lamp may show anything. */
  #isBehind = false;
  #isRunning = false;
  #hasEnded = false;

  constructor(private readonly options: TimedUpdatePlanRunOptions) {
    this.#startedAt = options.clock.now() - options.elapsed;
  }

  /** Sends the due step, on an idle bridge before this method returns. After `suspend`, repeats the current step. */
  start(): void {
    if (this.#isRunning || this.#hasEnded) return;
    this.#isRunning = true;
    this.#advance();
  }

  suspend(): void {
    this.#isRunning = false;
    this.options.clock.clearTimeout(this.#timer);
    this.repeat();
  }

  /** Sends the current step again, so that the lamp reaches it from any state. */
  repeat(): void {
    if (this.#doneUntil === 0) return;
    this.#isBehind = true;
    this.#sentKey = undefined;
    if (this.#doneUntil < this.options.plan.duration) this.#doneUntil = 0;
    if (this.#isRunning) this.#advance();
  }

  get elapsed(): number {
    return this.options.clock.now() - this.#startedAt;
  }

  /** Advances the plan by a time in ms that the clock did not count. */
  skipTime(duration: number): void {
    this.#startedAt -= duration;
  }

  #advance(): void {
    if (this.#hasEnded || !this.#isRunning) return;
    const { elapsed } = this;
    const { plan, needsLastStep } = this.options;
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
    void this.options.send(step.members).then((result) => this.#onSent(step, result));
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
    const { clock } = this.options;
    clock.clearTimeout(this.#timer);
    const dueAt = clock.now() + Math.ceil(delay);
    this.#timer = clock.setTimeout(() => {
      this.options.onWake(clock.now() - dueAt);
      this.#advance();
    }, Math.ceil(delay));
  }

  #end(end: 'over' | 'refused'): void {
    this.#hasEnded = true;
    this.suspend();
    this.options.onEnd(end);
  }
}
