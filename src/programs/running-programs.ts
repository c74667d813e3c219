import type { TimerHandle } from '../bridge/time/clock';
import { getNestedMember } from '../resources/values/member-access';
import type { Resource } from '../resources';
import { createFadePlan } from './fade-plan';
import { toLampStateReport } from './lamp-state-report';
import type {
  LampProperty,
  UpdateMembers,
  StoredProgram,
  ProgramStarterNode,
  ProgramTarget,
} from './program';
import type { ProgramHomeAccess } from './program-home-access';
import { isEndedByCommand, setsAnyOf, withoutProperties } from './program-overlap';
import {
  inheritStatesToRestore,
  listStatesBeforeProgram,
  restoreStatesAfterProgram,
} from './restore-states-after-program';
import { createSequencePlan } from './sequence-plan';
import type { TimedUpdatePlan } from './timed-update-plan';
import { retryDelay, TimedUpdatePlanRun } from './timed-update-plan-run';
import { findPropertiesSetByCommand } from './properties-set-by-command';
import type { PropertiesSetByCommand } from './properties-set-by-command';

/** Why a program ended. */
export type ProgramEnd =
  | 'over'
  | 'stopped'
  | 'command'
  | 'changed'
  | 'replaced'
  | 'deployed'
  | 'refused'
  | 'deleted'
  | 'closed';

/** Ends after which lamps return to what they were before, where the program says so. */
const restoringEnds: ReadonlySet<ProgramEnd> = new Set(['over', 'stopped', 'deployed']);

/** Is called when something happens to the lamps of a bridge; always after the programs have taken note of it. */
export interface LampActivityListener {
  /** A command of somebody else acts on lamps. */
  onCommand(lamps: ReadonlySet<string>, touched: PropertiesSetByCommand): void;
  onLampChanged(lamp: Resource, changed: readonly string[]): void;
  /** Lamps can be reached again, or no longer. */
  onConnectivityChanged(lamps: readonly string[]): void;
  /** A program has ended, and its lamps have returned to what they were where it says so. */
  onEnd(program: StoredProgram, end: ProgramEnd): void;
}

/** A program that runs, with what carries it out. */
interface Running {
  program: StoredProgram;
  /** Aborts its requests; also how its own requests are recognised. */
  readonly aborting: AbortController;
  run?: { timed: TimedUpdatePlanRun; plan: TimedUpdatePlan };
  /** Of a program that waits for a lamp: its request is under way. */
  isApplying?: boolean;
  /** Of a program that waits for a lamp: when its request is tried again. */
  retry?: TimerHandle;
}

/** A write that somebody asks of the same client. */
export interface CompetingWrite {
  rid: string;
  members: UpdateMembers | undefined;
  signal: AbortSignal | undefined;
}

/**
 * The programs that run on the lamps of one bridge, at most one for a property of a lamp. It knows nothing of how
 * requests are sent or changes are learnt.
 */
export class RunningPrograms {
  readonly #home: ProgramHomeAccess;
  readonly #running = new Set<Running>();
  readonly #ownSignals = new WeakSet<AbortSignal>();
  readonly #listeners = new Set<LampActivityListener>();
  #isClosed = false;

  constructor(home: ProgramHomeAccess) {
    this.#home = home;
  }

  /** What runs, oldest first. */
  list(): readonly StoredProgram[] {
    return this.#all().map(({ program }) => program);
  }

  /** Number of commands a second that sequences already send to lamps or to groups. */
  usedRate(rtype: ProgramTarget['rtype']): number {
    return this.list().reduce((sum, { target, content }) => {
      if (target.rtype !== rtype || !('steps' in content)) return sum;
      const time = content.steps.reduce((whole, { duration }) => whole + duration, 0);
      return sum + (1_000 * content.steps.length) / time;
    }, 0);
  }

  /** @returns removes the listener */
  subscribe(listener: LampActivityListener): () => void {
    this.#listeners.add(listener);
    this.#reportChange();
    return () => {
      this.#listeners.delete(listener);
      this.#reportChange();
    };
  }

  /** False while nothing depends on the changes of lamps. */
  get needsChanges(): boolean {
    return this.#running.size > 0 || this.#listeners.size > 0;
  }

  /** The program that sets one of the properties of a lamp; undefined where none does. */
  findProgram(lamp: string, properties: readonly LampProperty[]): StoredProgram | undefined {
    const [lamps, sought] = [new Set([lamp]), new Set(properties)];
    return this.list().find((program) => setsAnyOf(program, lamps, sought));
  }

  /**
   * Starts a program in the place of what sets the same properties of the same lamps. It is sent at once when it is due.
   * One that was kept while its lamps returned to what they were goes on with that. Nothing starts after `close`.
   *
   * @param plan of a program whose content does not say it
   */
  start(started: StoredProgram, plan = createPlan(started)): void {
    if (this.#isClosed) return;
    const program = inheritStatesToRestore(started, this.list());
    this.#endOverlapping(program);
    const running = this.#add(program);
    if (program.isRestoring === true) void this.#restore(running, 'stopped');
    else if (plan === undefined) this.#applyIfLit(program.lamps);
    else this.#startTimed(running, plan);
    this.#reportChange();
  }

  /** Ends what a write of somebody else sets. */
  observeWrite({ rid, members, signal }: CompetingWrite): void {
    if (this.#running.size === 0 && this.#listeners.size === 0) return;
    if (signal !== undefined && this.#ownSignals.has(signal)) return;
    const touched = findPropertiesSetByCommand(members);
    const lamps = new Set(this.#home.findLamps(rid));
    for (const running of this.#all()) {
      const { program } = running;
      if (!program.lamps.some((lamp) => lamps.has(lamp))) continue;
      if (touched.stops) this.#end(running, 'stopped');
      else if (program.content.kind === 'later')
        this.#release(running, lamps, touched.properties, 'command');
      else if (isEndedByCommand(program, touched)) this.#end(running, 'command');
    }
    for (const listener of this.#listeners) listener.onCommand(lamps, touched);
  }

  /** Takes note of a change of a lamp: it may have come on, or somebody may have set it. */
  observeLamp(lamp: Resource, changed: readonly string[], own: boolean): void {
    const report = toLampStateReport(lamp, changed, own);
    for (const running of this.#all()) {
      const { program, run } = running;
      if (run === undefined || !program.lamps.includes(lamp.id)) continue;
      if (run.plan.isForeign(report, run.timed.elapsed)) this.#end(running, 'changed');
    }
    if (report.on === true) this.#applyIfLit([lamp.id]);
    for (const listener of this.#listeners) listener.onLampChanged(lamp, changed);
  }

  /** Takes note of lamps that the bridge can reach again, or no longer. */
  observeConnectivity(lamps: readonly string[]): void {
    this.#applyIfLit(lamps);
    for (const listener of this.#listeners) listener.onConnectivityChanged(lamps);
  }

  /** Takes note of lamps that the bridge no longer has: a program ends with the last of its lamps. */
  observeDeletion(deleted: ReadonlySet<string>): void {
    for (const running of this.#all()) {
      const { program } = running;
      const lamps = program.lamps.filter((lamp) => !deleted.has(lamp));
      if (lamps.length === program.lamps.length) continue;
      if (lamps.length === 0) this.#end(running, 'deleted');
      else this.#replace(running, { ...program, lamps });
    }
  }

  /** Ends a program without a command for its lamps. */
  end(program: StoredProgram): void {
    for (const running of this.#all())
      if (running.program === program) this.#end(running, 'deployed');
  }

  /** Ends the programs of nodes that a deploy has changed or removed; lamps that return to what they were go on with it. */
  keepOnly(isKept: (origin: ProgramStarterNode) => boolean): void {
    for (const running of this.#all()) {
      const { origin, isRestoring } = running.program;
      if (origin !== undefined && isRestoring !== true && !isKept(origin))
        this.#end(running, 'deployed');
    }
  }

  /** Ends everything where it is, without a report: what was kept can be taken up again. */
  close(): void {
    this.#isClosed = true;
    for (const running of this.#running) this.#halt(running);
    this.#running.clear();
  }

  #add(program: StoredProgram): Running {
    const running: Running = { program, aborting: new AbortController() };
    this.#ownSignals.add(running.aborting.signal);
    this.#running.add(running);
    return running;
  }

  /** A copy: what ends meanwhile is taken out, and what restores is put in. */
  #all(): readonly Running[] {
    return [...this.#running];
  }

  /** Ends what sets the same properties of the same lamps as a program that starts. */
  #endOverlapping({ lamps, properties }: StoredProgram): void {
    const takenLamps = new Set(lamps);
    const takenProperties = new Set(properties);
    for (const running of this.#all()) {
      const { program } = running;
      if (!setsAnyOf(program, takenLamps, takenProperties)) continue;
      if (program.content.kind === 'later')
        this.#release(running, takenLamps, takenProperties, 'replaced');
      else this.#end(running, 'replaced');
    }
  }

  /** Takes properties of lamps from a program that waits, which goes on with the others. */
  #release(
    running: Running,
    lamps: ReadonlySet<string>,
    released: ReadonlySet<LampProperty>,
    why: ProgramEnd,
  ): void {
    const { program } = running;
    if (!setsAnyOf(program, lamps, released)) return;
    const rest = withoutProperties(program, released);
    if (rest === undefined) this.#end(running, why);
    else this.#replace(running, rest);
  }

  /** Goes on with what remains of a program. */
  #replace(running: Running, program: StoredProgram): void {
    running.program = program;
    this.#reportChange();
  }

  #startTimed(running: Running, plan: TimedUpdatePlan): void {
    const { clock } = this.#home;
    const { program, aborting } = running;
    const timed = new TimedUpdatePlanRun({
      clock,
      plan,
      startedAt: clock.now() - Math.max(0, clock.wallTime() - program.startedAt),
      send: (members) => this.#home.send(program.target, members, aborting.signal, program.origin),
      onEnd: (end) => this.#end(running, end),
    });
    running.run = { timed, plan };
    timed.start();
  }

  /** Sends what waits for lamps, those of them that are on and can be reached. */
  #applyIfLit(lamps: readonly string[]): void {
    for (const rid of lamps) {
      const waiting = this.#all().filter(
        ({ program: { content, lamps: own } }) => content.kind === 'later' && own.includes(rid),
      );
      const lamp = this.#home.getLamp(rid);
      const isLit = getNestedMember(lamp, 'on', 'on') === true;
      if (waiting.length === 0 || lamp === undefined || !isLit || !this.#home.isReachable(lamp))
        continue;
      for (const running of waiting) void this.#applyLater(running, rid);
    }
  }

  async #applyLater(running: Running, rid: string): Promise<void> {
    const { program, aborting, isApplying } = running;
    if (isApplying === true || program.content.kind !== 'later') return;
    running.isApplying = true;
    this.#home.clock.clearTimeout(running.retry);
    const { members } = program.content;
    const target = { rid, rtype: 'light' } as const;
    const result = await this.#home.send(target, members, aborting.signal, program.origin);
    running.isApplying = false;
    if (!this.#running.has(running)) return;
    if (result === 'failed')
      running.retry = this.#home.clock.setTimeout(() => this.#applyIfLit([rid]), retryDelay);
    else this.#end(running, result === 'sent' ? 'over' : 'refused');
  }

  #end(running: Running, end: ProgramEnd): void {
    this.#halt(running);
    const { program } = running;
    if (
      restoringEnds.has(end) &&
      program.isRestoring !== true &&
      listStatesBeforeProgram(program).length > 0
    ) {
      this.#running.delete(running);
      void this.#restore(this.#add({ ...program, isRestoring: true }), end);
    } else this.#remove(running, end);
    this.#reportChange();
  }

  #remove(running: Running, end: ProgramEnd): boolean {
    if (!this.#running.delete(running)) return false;
    for (const listener of this.#listeners) listener.onEnd(running.program, end);
    return true;
  }

  /** Brings the lamps back; a command for one of them meanwhile ends that. */
  async #restore(running: Running, end: ProgramEnd): Promise<void> {
    await restoreStatesAfterProgram(this.#home, running.program, running.aborting.signal);
    if (this.#remove(running, end)) this.#reportChange();
  }

  #halt({ run, retry, aborting }: Running): void {
    run?.timed.stop();
    this.#home.clock.clearTimeout(retry);
    aborting.abort();
  }

  #reportChange(): void {
    this.#home.onChange();
  }
}

/** The plan of a program that runs by the clock; undefined for one that waits for a lamp. */
function createPlan({ content }: StoredProgram): TimedUpdatePlan | undefined {
  if (content.kind === 'later' || content.kind === 'daylight') return undefined;
  return content.kind === 'fade' ? createFadePlan(content) : createSequencePlan(content);
}
