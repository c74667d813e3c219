import type { Clock, TimerHandle } from '../bridge/time/clock';
import type { UpdateMembers } from './program';
import type { TimedUpdate, TimedUpdatePlan } from './timed-update-plan';

/** How sending ended: taken by the bridge, to be tried again, or refused for good. */
export type ProgramSendResult = 'sent' | 'failed' | 'refused';

/** What a run needs of the world. */
export interface TimedUpdatePlanRunOptions {
  clock: Clock;
  plan: TimedUpdatePlan;
  /** When the plan began, in ms of the clock; it may lie in the past. */
  startedAt: number;
  /** Sends members to the target. It never rejects. */
  send(members: UpdateMembers): Promise<ProgramSendResult>;
  /** Called once, when the plan is over and its last step has reached the bridge, or the bridge refused a step. */
  onEnd(end: 'over' | 'refused'): void;
}

/** Wait before a request is tried again that did not reach the bridge, in ms. */
export const retryDelay = 5_000;

/** A step that comes so many ms late makes up for it; see `TimedUpdatePlan.at`. */
const lateAfter = 30_000;

/**
 * Carries out a plan: at most one request under way, and after an outage goes on where the plan is by then.
 */
export class TimedUpdatePlanRun {
  readonly #options: TimedUpdatePlanRunOptions;
  #timer: TimerHandle | undefined;
  #isSending = false;
  #sentKey: number | undefined;
  /** Until when the steps that reached the bridge last, in ms since the start. */
  #doneUntil = 0;
  #hasEnded = false;

  constructor(options: TimedUpdatePlanRunOptions) {
    this.#options = options;
  }

  /** Sends what is due. On an idle bridge the request is sent before this returns. */
  start(): void {
    this.#advance();
  }

  /** Ends the run where it is; nothing is called afterwards. */
  stop(): void {
    this.#hasEnded = true;
    this.#options.clock.clearTimeout(this.#timer);
  }

  /** Time since the start of the plan, in ms. */
  get elapsed(): number {
    return this.#options.clock.now() - this.#options.startedAt;
  }

  #advance(): void {
    if (this.#hasEnded) return;
    const { elapsed } = this;
    const { plan } = this.#options;
    const isOver = elapsed >= plan.duration;
    if (isOver && !this.#isSending && this.#doneUntil >= plan.duration) {
      this.#end('over');
      return;
    }
    if (elapsed < this.#doneUntil) {
      this.#wakeAfter(this.#doneUntil - elapsed);
      return;
    }
    const step = plan.at(elapsed, elapsed - this.#doneUntil > lateAfter);
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
      this.#wakeAfter(retryDelay);
      return;
    }
    this.#sentKey = key;
    this.#doneUntil = until;
    this.#advance();
  }

  #wakeAfter(delay: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => this.#advance(), Math.ceil(delay));
  }

  #end(end: 'over' | 'refused'): void {
    this.stop();
    this.#options.onEnd(end);
  }
}
