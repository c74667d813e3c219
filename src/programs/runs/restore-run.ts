import { WorkSlices } from '../../bridge/time/work-slices';
import type { Resource } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';
import type { RestoreSpecification } from '../program';
import type { ProgramRequests, ProgramRun, ProgramRunContext } from './program-run';
import { describeLeftOut, toRestoringUpdates } from '../restore-lamps';
import { RetryTimer } from './program-run';
import { mayShowSequenceStep } from './sequence-plan';

/** Restores lamps one by one, until each has accepted its state or was removed. */
export class RestoreRun implements ProgramRun {
  readonly #retry: RetryTimer;
  readonly #inProgress = new Set<string>();
  readonly #missed = new Set<string>();
  #isRunning = false;

  constructor(
    private readonly context: ProgramRunContext,
    private readonly requests: ProgramRequests,
    private readonly content: RestoreSpecification,
  ) {
    this.#retry = new RetryTimer(context.home.clock, () => void this.#restoreAll());
  }

  start(): void {
    this.#isRunning = true;
    void this.#restoreAll();
  }

  suspend(): void {
    this.#isRunning = false;
    this.#retry.cancel();
  }

  onLampReady(rid: string): void {
    if (!this.#missed.has(rid)) return;
    this.#retry.reset();
    void this.#restoreAll();
  }

  isExternal(lamp: Resource, { own, changed }: LampStateReport): boolean {
    return (
      !own &&
      !this.#missed.has(lamp.id) &&
      changed.some((path) => /^(?:on|dimming|color)/.test(path)) &&
      !this.mayShow(lamp)
    );
  }

  mayShow(lamp: Resource): boolean {
    const { steps, before } = this.content;
    return (
      steps.length === 0 || this.#missed.has(lamp.id) || mayShowSequenceStep(lamp, steps, before)
    );
  }

  async #restoreAll(): Promise<void> {
    const slices = new WorkSlices();
    for (const before of this.content.before) {
      if (!this.#isRunning) return;
      if (!this.#isLeft(before.id) || this.#inProgress.has(before.id)) continue;
      void this.#restoreLamp(before);
      await slices.next();
    }
  }

  async #restoreLamp(before: Resource): Promise<void> {
    const { home, onEnd } = this.context;
    const rid = before.id;
    const { updates, leftOut } = toRestoringUpdates(before, home.getLamp(rid));
    if (leftOut.length > 0 && !this.#missed.has(rid))
      home.warn(describeLeftOut(home.nameOf(rid), leftOut));
    this.#inProgress.add(rid);
    for (const members of updates) {
      const { result, missed } = await this.requests.sendToLamp(rid, members);
      if (!this.#isLeft(rid)) break;
      // The bridge may accept the next update, for example off.
      if (result === 'refused' || (result === 'sent' && missed.length === 0)) continue;
      this.#inProgress.delete(rid);
      if (missed.length > 0) this.#missed.add(rid);
      if (result === 'withdrawn' && this.#isRunning) await this.#restoreLamp(before);
      else if (this.#isRunning) this.#retry.schedule();
      return;
    }
    this.#inProgress.delete(rid);
    if (this.#isLeft(rid)) onEnd([rid], 'over');
  }

  #isLeft(rid: string): boolean {
    return this.context.program.lamps.includes(rid);
  }
}
