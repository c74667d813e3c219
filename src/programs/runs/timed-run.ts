import type { Resource, Members } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';
import type { ProgramHomeAccess, ProgramSendResult } from '../program-home-access';
import { mayReachLamp } from './program-requests';
import type { ProgramRequests } from './program-requests';
import type { ProgramRun } from './program-run';
import { RetryTimer } from './retry-timer';
import type { TimedUpdatePlan } from '../timed-update-plan';
import { TimedUpdatePlanRun } from './timed-update-plan-run';

interface TimedRunOptions {
  readonly home: ProgramHomeAccess;
  readonly requests: ProgramRequests;
  readonly plan: TimedUpdatePlan;
  readonly elapsed: number;
  readonly restores: boolean;
  /** True if the plan can distinguish the earlier state of a lamp from an external change. */
  readonly knowsStateBefore: boolean;
  readonly listLamps: () => readonly string[];
  /** Called before the first request, or after the first accepted request if the earlier states are unknown. */
  readonly onBegin: () => void;
  /** Called with the delay of a late timer in ms, before anything is sent. */
  readonly onWake: (delay: number) => void;
  readonly onEnd: (lamps: readonly string[], end: 'over' | 'refused') => void;
}

/**
 * Runs a plan on lamps. A step counts when a lamp has accepted it. An unreachable lamp gets the current step when it
 * becomes reachable, or the last step after the end of the plan.
 */
export class TimedRun implements ProgramRun {
  readonly #timed: TimedUpdatePlanRun;
  readonly #retry: RetryTimer;
  #missed: ReadonlySet<string> = new Set();
  #hasBegun: boolean;
  #isRunning = false;
  #isRepeating = false;

  constructor(
    private readonly options: TimedRunOptions,
    hasBegun: boolean,
  ) {
    const { home, plan, elapsed, restores, onWake } = options;
    this.#hasBegun = hasBegun;
    this.#retry = new RetryTimer(home.clock, () => void this.#repeatMissed());
    this.#timed = new TimedUpdatePlanRun({
      clock: home.clock,
      plan,
      elapsed,
      needsLastStep: !restores,
      send: (members) => this.#send(members),
      onWake,
      onEnd: (end) => this.#onPlanEnd(end),
    });
  }

  start(): void {
    this.#isRunning = true;
    this.#timed.start();
    if (this.#missed.size > 0) void this.#repeatMissed();
  }

  suspend(): void {
    this.#isRunning = false;
    this.#retry.cancel();
    this.#timed.suspend();
    this.options.requests.withdraw();
  }

  onLampsRemoved(removed: readonly string[]): void {
    const lamps = this.options.listLamps();
    this.#missed = new Set([...this.#missed].filter((rid) => lamps.includes(rid)));
    this.options.requests.withdraw(removed);
  }

  onLampReady(rid: string): void {
    if (!this.#missed.has(rid)) return;
    this.#retry.reset();
    void this.#repeatMissed();
  }

  isExternal({ id }: Resource, report: LampStateReport): boolean {
    // The state of a lamp after a power failure is not a wish of the user.
    return !this.#missed.has(id) && this.options.plan.isExternal(report, this.#timed.elapsed);
  }

  mayShow(lamp: Resource): boolean {
    const { plan } = this.options;
    return !this.#hasBegun || this.#missed.has(lamp.id) || plan.mayShow(lamp, this.#timed.elapsed);
  }

  skipTime(duration: number): void {
    this.#timed.skipTime(duration);
  }

  async #send(members: Members): Promise<ProgramSendResult> {
    const { requests, knowsStateBefore, onEnd } = this.options;
    if (knowsStateBefore) this.#begin();
    const refused: string[] = [];
    const { result, missed } = await requests.send(members, (rid) => refused.push(rid));
    if (result === 'sent') {
      this.#begin();
      this.#setMissed(missed);
    }
    if (refused.length > 0) onEnd(refused, 'refused');
    return result;
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.options.onBegin();
  }

  #setMissed(missed: readonly string[]): void {
    const { home, listLamps } = this.options;
    const lamps = listLamps();
    this.#missed = new Set(missed.filter((rid) => lamps.includes(rid)));
    const mayBeReached = [...this.#missed].some((rid) => mayReachLamp(home, rid));
    if (!mayBeReached) this.#retry.reset();
    else if (this.#isRunning) this.#retry.schedule();
  }

  async #repeatMissed(): Promise<void> {
    if (!this.#isRunning || this.#isRepeating) return;
    const { plan, requests, listLamps } = this.options;
    if (listLamps().every((rid) => this.#missed.has(rid)) && this.#timed.elapsed < plan.duration) {
      this.#timed.repeat();
      return;
    }
    const { members } = plan.at(this.#timed.elapsed, false);
    this.#isRepeating = true;
    const rids = [...this.#missed];
    const outcomes = await Promise.all(rids.map((rid) => requests.sendToLamp(rid, members)));
    this.#isRepeating = false;
    const isAccepted = (rid: string): boolean => {
      const outcome = outcomes[rids.indexOf(rid)];
      return (
        outcome?.result === 'refused' || (outcome?.result === 'sent' && outcome.missed.length === 0)
      );
    };
    const accepted = rids.filter(isAccepted);
    this.#setMissed([...this.#missed].filter((rid) => !accepted.includes(rid)));
    if (this.#timed.elapsed >= plan.duration && accepted.length > 0)
      this.options.onEnd(accepted, 'over');
  }

  #onPlanEnd(end: 'over' | 'refused'): void {
    const { restores, listLamps, onEnd } = this.options;
    const lamps = listLamps();
    // Lamps that will be restored need not get the last step.
    const waiting = end === 'over' && !restores ? this.#missed : new Set<string>();
    onEnd(
      lamps.filter((rid) => !waiting.has(rid)),
      end,
    );
  }
}
