import type { Resource } from '../resources/resource';
import type { Turn } from '../bridge/turn';
import { findPropertiesSetByCommand, pickUpdateMembers } from './properties-set-by-command';
import type { CompetingWrite, PropertiesSetByCommand } from './properties-set-by-command';
import {
  listStatesBeforeProgram,
  toRestoreProgram,
  withLamps,
  withStatesBefore,
  getElapsedAfterRestart,
} from './program';
import type {
  ProgramEnd,
  LampProperty,
  ProgramStarterNode,
  ProgramTarget,
  Program,
} from './program';
import { toLampStateReport } from './lamp-state-report';
import { ProgramRequests, isProgramSentAsOne } from './program-run';
import type { ProgramHome, ProgramRunContext, RunningProgram, ProgramRun } from './program-run';
import { TimedRun } from './timed-run';
import type { TimedUpdatePlan } from './timed-run';
import { TimeJumpDetector } from './wall-clock';
import { findMembersAwaitingPower, SendWhenTurnedOnRun } from './send-when-turned-on';
import type { WriteAddition } from '../bridge/watch';
import { createFadePlan } from './fade';
import { RestoreRun } from './restore';
import { createSequencePlan } from './sequence';

/** After these ends, lamps are restored if the program says so. */
const restoringEnds: ReadonlySet<ProgramEnd> = new Set(['over', 'stopped', 'deployed']);

/** In ms. A longer delay of a timer means suspension: the lamps are read before anything is sent. */
const stalledAfter = 5_000;

type SequenceOnLamps = Pick<Program, 'target' | 'lamps' | 'content'>;

export interface StepCost {
  readonly rtype: ProgramTarget['rtype'];
  readonly requests: number;
}

/** What a command or another program sets, and on which lamps. */
export interface LampClaim extends PropertiesSetByCommand {
  readonly lamps: ReadonlySet<string>;
  /** False for a command. */
  readonly isProgram: boolean;
}

export interface ProgramStartOptions {
  /** For a program whose content does not contain a plan. */
  readonly plan?: TimedUpdatePlan | undefined;
  readonly isResumed?: boolean;
  /** Commands and programs after the message of this program. */
  readonly since?: readonly LampClaim[];
  /** Writes of earlier messages do not affect the program, even if they are sent later. */
  readonly turn?: Turn | undefined;
}

/** Called after the programs have handled what happened. */
export interface LampActivityListener {
  onCommand(lamps: ReadonlySet<string>, touched: PropertiesSetByCommand): void;
  onLampChanged(lamp: Resource, changed: readonly string[]): void;
  onConnectivityChanged(lamps: readonly string[]): void;
  /** The lamps were restored if the program says so. */
  onEnd(program: Program, end: ProgramEnd): void;
}

/**
 * Runs at most one program for a property of a lamp. An event at a lamp removes this lamp from its program, which
 * continues with the others. This class does not know how requests are sent or how changes are received.
 */
export class RunningPrograms {
  readonly #running = new Set<RunningProgram>();
  readonly #listeners = new Set<LampActivityListener>();
  readonly #timeJumps: TimeJumpDetector;
  #isSuspended = false;
  #isClosed = false;
  #onAllRestored: (() => void) | undefined;

  constructor(readonly home: ProgramHome) {
    this.#timeJumps = new TimeJumpDetector(home.clock);
  }

  list(): readonly Program[] {
    return this.#all().map(({ program }) => program);
  }

  /** Requests per second of running sequences to lamps or to groups. */
  usedRate(rtype: ProgramTarget['rtype']): number {
    return this.list().reduce((sum, program) => sum + this.getRate(program, rtype), 0);
  }

  getRate({ target, lamps, content }: SequenceOnLamps, rtype: ProgramTarget['rtype']): number {
    if (content.kind !== 'sequence' && content.kind !== 'alert') return 0;
    const cost = this.getStepCost({ target, lamps });
    if (cost.rtype !== rtype) return 0;
    const time = content.steps.reduce((whole, { duration }) => whole + duration, 0);
    return (1_000 * content.steps.length * cost.requests) / time;
  }

  getStepCost({ target, lamps }: Pick<SequenceOnLamps, 'target' | 'lamps'>): StepCost {
    return isProgramSentAsOne(this.home, { target, lamps })
      ? { rtype: target.rtype, requests: 1 }
      : { rtype: 'light', requests: lamps.length };
  }

  subscribe(listener: LampActivityListener): () => void {
    this.#listeners.add(listener);
    this.#reportChange();
    return () => {
      this.#listeners.delete(listener);
      this.#reportChange();
    };
  }

  get needsChanges(): boolean {
    return this.#running.size > 0 || this.#listeners.size > 0;
  }

  findProgram(lamp: string, properties: readonly LampProperty[]): Program | undefined {
    return this.list().find(
      ({ lamps, properties: set }) =>
        lamps.includes(lamp) && set.some((property) => properties.includes(property)),
    );
  }

  /**
   * Starts a program and ends those that set the same properties. Lamps with later commands or programs are not
   * included. Due updates are sent immediately. After `close`, no program starts.
   *
   * @returns undefined if no lamp is left
   */
  start(started: Program, options: ProgramStartOptions = {}): Program | undefined {
    if (this.#isClosed) return undefined;
    const left = (options.since ?? []).reduce<Program | undefined>(
      (program, claim) => program && toEffectOnProgram(program, claim).rest,
      started,
    );
    if (left === undefined || left.lamps.length === 0) return undefined;
    const earlier = new Map(
      this.list()
        .flatMap(listStatesBeforeProgram)
        .map((lamp) => [lamp.id, lamp]),
    );
    const program = withStatesBefore(left, (lamp) => earlier.get(lamp.id) ?? lamp);
    const lamps = new Set(program.lamps);
    const properties = new Set(program.properties);
    const claim: LampClaim = { lamps, properties, power: 'none', stops: false, isProgram: true };
    this.#applyClaim(claim, 'replaced', options.turn);
    const running = this.#add(program, options, 'over', new Set(earlier.keys()));
    if (!this.#isSuspended) running.run.start();
    this.#reportChange();
    return running.program;
  }

  /** Removes the lamps from programs that set the same properties. */
  observeWrite(write: CompetingWrite): void {
    if (this.#running.size === 0 && this.#listeners.size === 0) return;
    const { rid, turn } = write;
    const touched = findPropertiesSetByCommand(write);
    const lamps = new Set(this.home.findLampRids(rid));
    const end = touched.stops ? 'stopped' : 'command';
    this.#applyClaim({ lamps, ...touched, isProgram: false }, end, turn);
    for (const listener of this.#listeners) listener.onCommand(lamps, touched);
  }

  /** Adds members to a write that turns on lamps that wait for them. */
  findAddition(write: CompetingWrite): WriteAddition | undefined {
    return findPropertiesSetByCommand(write).power === 'on'
      ? findMembersAwaitingPower(this.home, this.#running, write)
      : undefined;
  }

  observeLamp(lamp: Resource, changed: readonly string[], own: boolean): void {
    const report = toLampStateReport(lamp, changed, own);
    for (const running of this.#all())
      if (running.program.lamps.includes(lamp.id) && running.run.isExternal(lamp, report))
        this.#removeLamps(running, [lamp.id], 'changed');
    if (report.on === true) this.#reportReady([lamp.id], (kind) => kind === 'later');
    for (const listener of this.#listeners) listener.onLampChanged(lamp, changed);
  }

  /** Removes the lamps of a scene from their programs, even if they report the change late. */
  observeExternalScene(lamps: ReadonlySet<string>): void {
    for (const running of this.#all()) {
      const { kind } = running.program.content;
      if (kind !== 'later' && kind !== 'daylight') this.#removeLamps(running, lamps, 'changed');
    }
  }

  observeConnectivity(lamps: readonly string[]): void {
    this.#reportReady(lamps, () => true);
    for (const listener of this.#listeners) listener.onConnectivityChanged(lamps);
  }

  observeDeletion(deleted: ReadonlySet<string>): void {
    for (const running of this.#all()) this.#removeLamps(running, deleted, 'deleted');
  }

  /** Sends nothing until `resume`: the state of the lamps is unknown. */
  suspend(): void {
    this.#isSuspended = true;
    for (const running of this.#running) suspendRun(running);
  }

  /** Call it after the lamps were read. Removes lamps that somebody else has set meanwhile. */
  resume(): void {
    if (this.#isClosed) return;
    this.#isSuspended = false;
    this.#takeJump();
    for (const running of this.#all()) {
      const { program, run, inherited } = running;
      if (program.hasBegun !== true)
        running.program = withStatesBefore(program, (lamp) =>
          inherited.has(lamp.id) ? lamp : (this.home.getLamp(lamp.id) ?? lamp),
        );
      const externallySet = program.lamps.filter((rid) => {
        const lamp = this.home.getLamp(rid);
        return lamp !== undefined && !run.mayShow(lamp);
      });
      this.#warnOfExternalChanges(program, externallySet);
      this.#removeLamps(running, externallySet, 'changed');
    }
    for (const { run } of this.#all()) run.start();
  }

  end({ content }: Program): void {
    for (const running of this.#all())
      if (running.program.content === content)
        this.#removeLamps(running, running.program.lamps, 'deployed');
  }

  /** Ends the programs of nodes that a deploy deleted or changed. Restores continue. */
  keepOnly(isKept: (starter: ProgramStarterNode) => boolean): void {
    for (const running of this.#all()) {
      const { starter, content, lamps } = running.program;
      if (starter !== undefined && content.kind !== 'restore' && !isKept(starter))
        this.#removeLamps(running, lamps, 'deployed');
    }
  }

  /** Restores the lamps if the programs say so. Resolves after all restores. */
  endAll(): Promise<void> {
    for (const running of this.#all())
      if (running.program.content.kind !== 'restore')
        this.#removeLamps(running, running.program.lamps, 'deployed');
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onAllRestored = resolve;
    });
  }

  /** Calls no listeners, so that stored programs can continue. */
  close(): void {
    this.#isClosed = true;
    this.suspend();
    this.#running.clear();
  }

  #add(
    program: Program,
    { plan, isResumed = false, turn }: ProgramStartOptions,
    end: ProgramEnd,
    inherited: ReadonlySet<string> = new Set(),
  ): RunningProgram {
    const { clock } = this.home;
    const now = clock.wallTime();
    const elapsed = isResumed
      ? getElapsedAfterRestart(program, now)
      : Math.max(0, now - program.startedAt);
    const context: ProgramRunContext = {
      home: this.home,
      program: isResumed ? { ...program, startedAt: now - elapsed } : program,
      onBegin: () => this.#replace(running, { ...running.program, hasBegun: true }),
      onWake: (delay) => this.#onWake(delay),
      onEnd: (lamps, why) => this.#removeLamps(running, lamps, why),
    };
    const requests = new ProgramRequests(context);
    const run = createProgramRun(context, requests, elapsed, plan);
    const running = Object.assign(context, { requests, run, isResumed, inherited, end, turn });
    this.#running.add(running);
    return running;
  }

  /** A copy: callers remove and add programs while iterating. */
  #all(): readonly RunningProgram[] {
    return [...this.#running];
  }

  /** Programs of later messages stay. */
  #applyClaim(claim: LampClaim, end: ProgramEnd, turn: Turn | undefined): void {
    for (const running of this.#all()) {
      if (running.turn !== undefined && turn?.isBefore(running.turn) === true) continue;
      const { removed, rest } = toEffectOnProgram(running.program, claim);
      if (removed.length > 0) this.#removeLamps(running, removed, end);
      else if (rest !== undefined && rest !== running.program) {
        this.#replace(running, rest);
        running.requests.withdraw(rest.lamps);
      }
    }
  }

  /** Restores the lamps if the program and the kind of its end say so. */
  #removeLamps(running: RunningProgram, lamps: Iterable<string>, end: ProgramEnd): void {
    const { program } = running;
    const meant = new Set(lamps);
    const removed = program.lamps.filter((rid) => meant.has(rid));
    if (removed.length === 0 || !this.#running.has(running)) return;
    const rest = program.lamps.filter((rid) => !meant.has(rid));
    const ended = rest.length === 0 ? program : withLamps(program, removed);
    if (rest.length === 0) {
      this.#running.delete(running);
      suspendRun(running);
    } else {
      running.program = withLamps(program, rest);
      running.requests.withdraw(removed);
    }
    const restore = restoringEnds.has(end)
      ? toRestoreProgram(program, removed, this.home.clock.wallTime())
      : undefined;
    if (restore === undefined) {
      const why = program.content.kind === 'restore' && end === 'over' ? running.end : end;
      for (const listener of this.#listeners) listener.onEnd(ended, why);
    } else {
      const restoring = this.#add(restore, { turn: running.turn }, end);
      if (!this.#isSuspended) restoring.run.start();
    }
    this.#reportChange();
    if (this.#running.size === 0) this.#onAllRestored?.();
  }

  #replace(running: RunningProgram, program: Program): void {
    running.program = program;
    this.#reportChange();
  }

  #reportReady(
    lamps: readonly string[],
    isMeant: (kind: Program['content']['kind']) => boolean,
  ): void {
    for (const { program, run } of this.#all())
      if (isMeant(program.content.kind))
        for (const rid of lamps) if (program.lamps.includes(rid)) run.onLampReady(rid);
  }

  /** Reads the lamps before a timer sends anything, if the process was suspended or the system date was set. */
  #onWake(delay: number): void {
    const hasJumped = this.#takeJump();
    if (hasJumped || delay > stalledAfter) this.home.onTimeGap();
  }

  /** Durations must not depend on the system date. */
  #takeJump(): boolean {
    const jump = this.#timeJumps.takeJump();
    if (jump === 0) return false;
    for (const running of this.#all()) {
      // A machine without a hardware clock learns late how long it was off.
      if (running.isResumed && jump > 0) running.run.skipTime?.(jump);
      else running.program = { ...running.program, startedAt: running.program.startedAt + jump };
    }
    this.#reportChange();
    return true;
  }

  #warnOfExternalChanges(program: Program, lamps: readonly string[]): void {
    if (lamps.length === 0 || listStatesBeforeProgram(program).length === 0) return;
    const names = lamps.map((rid) => this.home.nameOf(rid)).join(', ');
    this.home.warn(
      `Somebody else has set ${names} meanwhile. The program that ran there leaves it as it is.`,
    );
  }

  #reportChange(): void {
    if (!this.#isClosed) this.home.onChange();
  }
}

function suspendRun({ run, requests }: RunningProgram): void {
  run.suspend();
  requests.withdraw();
}

/**
 * @param elapsed time in ms that the program has run before
 * @param givenPlan plan of a program whose content does not contain one
 */
function createProgramRun(
  context: ProgramRunContext,
  requests: ProgramRequests,
  elapsed: number,
  givenPlan: TimedUpdatePlan | undefined,
): ProgramRun {
  const { content } = context.program;
  if (content.kind === 'restore') return new RestoreRun(context, requests, content);
  const plan = givenPlan ?? createPlan(context.program);
  return plan === undefined
    ? new SendWhenTurnedOnRun(context, requests)
    : new TimedRun(context, requests, plan, elapsed);
}

function createPlan({ content }: Program): TimedUpdatePlan | undefined {
  if (content.kind === 'fade') return createFadePlan(content);
  return content.kind === 'sequence' || content.kind === 'alert'
    ? createSequencePlan(content)
    : undefined;
}

interface EffectOnProgram {
  readonly removed: readonly string[];
  /** The program with the other lamps; undefined if none is left. */
  readonly rest: Program | undefined;
}

/**
 * A later command or program removes its lamps from the program; from a program that waits for its lamp, only the
 * same properties.
 */
function toEffectOnProgram(program: Program, claim: LampClaim): EffectOnProgram {
  const { lamps, content, properties } = program;
  const removed = lamps.filter((lamp) => claim.lamps.has(lamp));
  const unaffected = { removed: [], rest: program };
  if (removed.length === 0) return unaffected;
  if (claim.stops) return content.kind === 'restore' ? unaffected : removeLamps(program, removed);
  if (content.kind === 'later') {
    const rest = withoutProperties(program, claim.properties);
    return rest === undefined ? removeLamps(program, removed) : { removed: [], rest };
  }
  const isMeant = claim.isProgram
    ? properties.some((property) => claim.properties.has(property))
    : isEndedByCommand(properties, claim);
  return isMeant ? removeLamps(program, removed) : unaffected;
}

function removeLamps(program: Program, removed: readonly string[]): EffectOnProgram {
  const rest = program.lamps.filter((lamp) => !removed.includes(lamp));
  return { removed, rest: rest.length === 0 ? undefined : withLamps(program, rest) };
}

const isEndedByCommand = (
  properties: readonly LampProperty[],
  { power, properties: touched }: PropertiesSetByCommand,
): boolean =>
  power === 'off' ||
  power === 'unknown' ||
  (power === 'on' && properties.includes('power')) ||
  properties.some((property) => touched.has(property));

/**
 * Removes properties from a program that waits for its lamp. Returns the same program if it has none of them,
 * undefined if none is left.
 */
function withoutProperties(
  program: Program,
  released: ReadonlySet<LampProperty>,
): Program | undefined {
  const { content } = program;
  const properties = program.properties.filter((property) => !released.has(property));
  if (content.kind !== 'later' || properties.length === program.properties.length) return program;
  if (properties.length === 0) return undefined;
  const members = pickUpdateMembers(content.members, properties);
  return { ...program, properties, content: { ...content, members } };
}
