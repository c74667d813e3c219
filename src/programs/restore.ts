import { WorkSlices } from '../bridge/slices';
import type { Resource } from '../resources/resource';
import { getNestedMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { LampStateReport } from './lamp-state-report';
import type { RestoreSpecification } from './program';
import { RetryTimer } from './program-run';
import type { ProgramRequests, ProgramRun, ProgramRunContext } from './program-run';
import { mayShowSequenceStep } from './sequence';
import { parseLightCommand } from '../vocabulary/light/command';

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

/** In ms. */
const restoreTransition = 400;

interface RestoringUpdates {
  readonly updates: readonly Members[];
  /** Words for properties that the lamp does not have any more, for example `effect`. They are not restored. */
  readonly leftOut: readonly string[];
}

/**
 * A lamp that was off first gets its brightness and colour for the next on, because it accepts nothing else while it
 * is off.
 *
 * @param present the current state; undefined if unknown
 * @param restoreDuration transition in ms
 */
export function toRestoringUpdates(
  before: Resource,
  present: Resource | undefined,
  restoreDuration = restoreTransition,
): RestoringUpdates {
  const lit = { ...before, on: { on: true } };
  if (getNestedMember(before, 'on', 'on') !== false)
    return toLitUpdates(lit, present, restoreDuration);
  const off = { on: { on: false }, dynamics: { duration: 0 } };
  if (getNestedMember(present, 'on', 'on') !== true) return { updates: [off], leftOut: [] };
  const { updates, leftOut } = toLitUpdates(lit, present, 0);
  return { updates: [...updates, off], leftOut };
}

/** Members of a state by the word in a problem. Other words name the member itself. */
const membersByWord: ReadonlyMap<string, readonly string[]> = new Map([
  ['effect', ['effects', 'effects_v2']],
  ['brightness', ['dimming']],
  ['mirek', ['color_temperature']],
]);

function toLitUpdates(
  state: Resource,
  present: Resource | undefined,
  transition: number,
): RestoringUpdates {
  const rest: Resource = { ...state };
  const leftOut: string[] = [];
  for (;;) {
    const command = parseLightCommand(rest, present, 'light', { at: '', transition });
    if (command.ok) return { updates: [command.value.body.members], leftOut };
    const word = /[a-z_]+/.exec(command.problem.path)?.[0] ?? '';
    const members = (membersByWord.get(word) ?? [word]).filter((name) => rest[name] !== undefined);
    if (members.length === 0 || members.includes('on')) return { updates: [], leftOut };
    for (const name of members) delete rest[name];
    leftOut.push(word);
  }
}

export const describeLeftOut = (name: string, leftOut: readonly string[]): string =>
  `${name} was restored without its ${leftOut.join(' and ')}, which it no longer has.`;
