import { WorkSlices } from '../../bridge/time/work-slices';
import type { Resource } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';
import type { RestoreSpecification } from '../program';
import type { ProgramHomeAccess } from '../program-home-access';
import type { ProgramRequests } from './program-requests';
import type { ProgramRun } from './program-run';
import { describeLeftOut, toRestoringUpdates } from '../restore-lamps';
import { RetryTimer } from './retry-timer';
import { mayShowSteps } from '../shown-steps';

interface ReturningRunOptions {
  readonly home: ProgramHomeAccess;
  readonly requests: ProgramRequests;
  readonly content: RestoreSpecification;
  readonly listLamps: () => readonly string[];
  readonly onReturned: (rid: string) => void;
}

/** Restores the lamps one by one, until each has accepted its state or was removed. */
export class ReturningRun implements ProgramRun {
  readonly #options: ReturningRunOptions;
  readonly #retry: RetryTimer;
  readonly #underWay = new Set<string>();
  readonly #missed = new Set<string>();
  #isRunning = false;

  constructor(options: ReturningRunOptions) {
    this.#options = options;
    this.#retry = new RetryTimer(options.home.clock, () => void this.#returnAll());
  }

  start(): void {
    this.#isRunning = true;
    void this.#returnAll();
  }

  suspend(): void {
    this.#isRunning = false;
    this.#retry.stop();
    this.#options.requests.withdraw();
  }

  onLampsTaken(taken: readonly string[]): void {
    this.#options.requests.withdraw(taken);
  }

  onLampReady(rid: string): void {
    if (!this.#missed.has(rid)) return;
    this.#retry.reset();
    void this.#returnAll();
  }

  isForeign(lamp: Resource, { own, changed }: LampStateReport): boolean {
    return (
      !own &&
      !this.#missed.has(lamp.id) &&
      changed.some((path) => /^(?:on|dimming|color)/.test(path)) &&
      !this.mayShow(lamp)
    );
  }

  mayShow(lamp: Resource): boolean {
    const { steps, before } = this.#options.content;
    return steps.length === 0 || this.#missed.has(lamp.id) || mayShowSteps(lamp, steps, before);
  }

  skipTime(): void {
    // A restore does not depend on time.
  }

  async #returnAll(): Promise<void> {
    const slices = new WorkSlices();
    for (const before of this.#options.content.before) {
      if (!this.#isRunning) return;
      if (!this.#isLeft(before.id) || this.#underWay.has(before.id)) continue;
      void this.#returnLamp(before);
      await slices.next();
    }
  }

  async #returnLamp(before: Resource): Promise<void> {
    const { home, requests, onReturned } = this.#options;
    const rid = before.id;
    const { updates, leftOut } = toRestoringUpdates(before, home.getLamp(rid));
    if (leftOut.length > 0 && !this.#missed.has(rid))
      home.warn(describeLeftOut(home.nameOf(rid), leftOut));
    this.#underWay.add(rid);
    for (const members of updates) {
      const { result, missed } = await requests.sendToLamp(rid, members);
      if (!this.#isLeft(rid)) break;
      // The bridge may accept the next update, for example off.
      if (result === 'refused' || (result === 'sent' && missed.length === 0)) continue;
      this.#underWay.delete(rid);
      if (missed.length > 0) this.#missed.add(rid);
      if (result === 'withdrawn' && this.#isRunning) await this.#returnLamp(before);
      else if (this.#isRunning) this.#retry.schedule();
      return;
    }
    this.#underWay.delete(rid);
    if (this.#isLeft(rid)) onReturned(rid);
  }

  #isLeft(rid: string): boolean {
    return this.#options.listLamps().includes(rid);
  }
}
