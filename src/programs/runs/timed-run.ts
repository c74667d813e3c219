import type { Resource, Members } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';
import type { ProgramSendResult } from '../program-home-access';
import { mayReachLamp } from './program-requests';
import type { ProgramRequests } from './program-requests';
import type { ProgramRun, ProgramRunContext } from './program-run';
import { RetryTimer } from './retry-timer';
import { listStatesBeforeProgram } from '../states-before-program';
import type { TimedUpdatePlan } from '../timed-update-plan';
import { TimedUpdatePlanRun } from './timed-update-plan-run';

/**
 * Runs a plan on lamps. A step counts when a lamp has accepted it. An unreachable lamp gets the current step when it
 * becomes reachable, or the last step after the end of the plan.
 */
export class TimedRun implements ProgramRun {
  readonly #restores: boolean;
  /** True if the plan can distinguish the earlier state of a lamp from an external change. */
  readonly #knowsStateBefore: boolean;
  readonly #timed: TimedUpdatePlanRun;
  readonly #retry: RetryTimer;
  #missed: ReadonlySet<string> = new Set();
  #isRunning = false;
  #isRepeating = false;

  constructor(
    private readonly context: ProgramRunContext,
    private readonly requests: ProgramRequests,
    private readonly plan: TimedUpdatePlan,
    elapsed: number,
  ) {
    const { home, program, onWake } = context;
    const { kind } = program.content;
    this.#restores = listStatesBeforeProgram(program).length > 0;
    this.#knowsStateBefore = this.#restores || (kind !== 'sequence' && kind !== 'alert');
    this.#retry = new RetryTimer(home.clock, () => void this.#repeatMissed());
    this.#timed = new TimedUpdatePlanRun({
      clock: home.clock,
      plan,
      elapsed,
      needsLastStep: !this.#restores,
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
  }

  onLampReady(rid: string): void {
    if (!this.#missed.has(rid)) return;
    this.#retry.reset();
    void this.#repeatMissed();
  }

  isExternal({ id }: Resource, report: LampStateReport): boolean {
    // The state of a lamp after a power failure is not a wish of the user.
    return !this.#missed.has(id) && this.plan.isExternal(report, this.#timed.elapsed);
  }

  mayShow(lamp: Resource): boolean {
    return (
      this.context.program.hasBegun !== true ||
      this.#missed.has(lamp.id) ||
      this.plan.mayShow(lamp, this.#timed.elapsed)
    );
  }

  skipTime(duration: number): void {
    this.#timed.skipTime(duration);
  }

  async #send(members: Members): Promise<ProgramSendResult> {
    if (this.#knowsStateBefore) this.#begin();
    const refused: string[] = [];
    const { result, missed } = await this.requests.send(members, (rid) => refused.push(rid));
    if (result === 'sent') {
      this.#begin();
      this.#setMissed(missed);
    }
    if (refused.length > 0) this.context.onEnd(refused, 'refused');
    return result;
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
    if (lamps.every((rid) => this.#missed.has(rid)) && this.#timed.elapsed < duration)
      return this.#timed.repeat();
    const { members } = this.plan.at(this.#timed.elapsed, false);
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
    if (this.#timed.elapsed >= duration && accepted.length > 0)
      this.context.onEnd(accepted, 'over');
  }

  #onPlanEnd(end: 'over' | 'refused'): void {
    const { program, onEnd } = this.context;
    // Lamps that will be restored need not get the last step.
    const waiting = end === 'over' && !this.#restores ? this.#missed : new Set<string>();
    onEnd(
      program.lamps.filter((rid) => !waiting.has(rid)),
      end,
    );
  }
}
