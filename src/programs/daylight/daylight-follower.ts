import { callAfterDelayWithSleep } from '../../bridge/time/delay-with-sleep';
import type { Clock } from '../../bridge/time/clock';
import { getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { DaylightNodeReference, LampProperty, StoredProgram } from '../program';
import type { ProgramEnd, LampActivityListener, RunningPrograms } from '../running-programs';
import type { PropertiesSetByCommand } from '../properties-set-by-command';
import { createDaylightPlan, listDaylightPropertiesOfLamp } from './daylight-plan';
import type { DaylightCurve } from './daylight-curve';

/** What a follower needs of the home. */
export interface DaylightHomeAccess {
  readonly clock: Clock;
  readonly programs: RunningPrograms;
  /** Ids of the lamps that are to follow, those of groups as they are now. */
  listLamps(): readonly string[];
  getLamp(rid: string): Resource | undefined;
  /** False while the bridge cannot reach the lamp. */
  isReachable(lamp: Resource): boolean;
  /** Called after each change of which lamps follow. */
  onChange(): void;
  /** Called when a lamp would follow, but another program sets it. */
  onBusy(lamp: LampUnderOtherProgram): void;
}

/** How lamps follow. */
export interface DaylightFollowerOptions {
  readonly node: DaylightNodeReference;
  readonly curve: DaylightCurve;
  /** How long a lamp is left alone that somebody else has set, in ms; Infinity until it is off. */
  readonly resumeAfter: number;
}

/** How many lamps follow, were set by somebody else, run another program, and are off or cannot be reached. */
export interface DaylightCounts {
  following: number;
  overridden: number;
  busy: number;
  off: number;
}

/** A lamp that would follow, and the program that sets it. */
export interface LampUnderOtherProgram {
  readonly rid: string;
  readonly program: StoredProgram;
}

/** Since when lamps that somebody else has set are left alone, by their ids; system time in ms. */
export type DaylightOverrideStartTimes = Readonly<Record<string, number>>;

/** A lamp that somebody else has set. */
interface Override {
  readonly since: number;
  cancelResume(): void;
}

/** Difference between two clocks from which the date was set or the machine has slept, in ms. */
const leastTimeJump = 30_000;

/** Ends of another program after which its lamps follow the day again. */
const resumingEnds: ReadonlySet<ProgramEnd> = new Set(['over', 'stopped', 'refused', 'deployed']);

/** Ends of another program by somebody who set its lamps. */
const overridingEnds: ReadonlySet<ProgramEnd> = new Set(['changed', 'command']);

/**
 * Lets lamps follow the day: each while it is on, from the moment in which it comes on, as a program of its own. A lamp
 * that somebody else sets is left alone until it is off, or a time is over; while another program runs on it, until that ends.
 */
export class DaylightFollower implements LampActivityListener {
  readonly #home: DaylightHomeAccess;
  readonly #options: DaylightFollowerOptions;
  readonly #programs = new Map<string, StoredProgram>();
  readonly #overrides = new Map<string, Override>();
  #unsubscribe: (() => void) | undefined;
  #timeOffset = 0;

  constructor(home: DaylightHomeAccess, options: DaylightFollowerOptions) {
    this.#home = home;
    this.#options = options;
  }

  /** False before `start` and after `stop`. */
  get isRunning(): boolean {
    return this.#unsubscribe !== undefined;
  }

  /**
   * Begins with the lamps that are on.
   *
   * @param overrides lamps that are left alone from before, as `stop` returned them
   */
  start(overrides: DaylightOverrideStartTimes = {}): void {
    if (this.isRunning) return;
    this.#unsubscribe = this.#home.programs.subscribe(this);
    this.#timeOffset = this.#measureTimeOffset();
    for (const [rid, since] of Object.entries(overrides)) this.#override(rid, since);
    this.#followLit(this.#home.listLamps());
    this.#home.onChange();
  }

  /** Leaves all lamps as they are. @returns those that were left alone already, for `start` */
  stop(): DaylightOverrideStartTimes {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    const overrides = Object.fromEntries(
      [...this.#overrides].map(([rid, { since }]) => [rid, since]),
    );
    for (const rid of this.#overrides.keys()) this.#endOverride(rid);
    for (const program of this.#programs.values()) this.#home.programs.end(program);
    this.#programs.clear();
    return overrides;
  }

  /** Lets all lamps follow again that were left alone. */
  resume(): void {
    for (const rid of this.#overrides.keys()) this.#endOverride(rid);
    this.#followLit(this.#home.listLamps());
    this.#home.onChange();
  }

  /**
   * Takes up lamps that have come into a group, and leaves those that are no longer in one. After the date was set or the
   * machine has slept, all have the light of the time again.
   */
  refreshLamps(): void {
    if (!this.isRunning) return;
    if (this.#hasTimeJumped()) this.#restart();
    const lamps = this.#home.listLamps();
    for (const rid of this.#programs.keys()) if (!lamps.includes(rid)) this.#end(rid);
    this.#followLit(lamps);
  }

  count(): DaylightCounts {
    const counts: DaylightCounts = {
      following: 0,
      overridden: 0,
      busy: this.listBusy().length,
      off: 0,
    };
    for (const rid of this.#home.listLamps()) {
      if (this.#programs.has(rid)) counts.following += 1;
      else if (!this.#isLit(rid)) counts.off += 1;
      else if (this.#overrides.has(rid)) counts.overridden += 1;
    }
    return counts;
  }

  /** The lamps that are on and would follow, but other programs set them. */
  listBusy(): readonly LampUnderOtherProgram[] {
    if (!this.isRunning) return [];
    const busy: LampUnderOtherProgram[] = [];
    for (const rid of this.#home.listLamps()) {
      if (this.#programs.has(rid) || this.#overrides.has(rid) || !this.#isLit(rid)) continue;
      const properties = this.#listProperties(this.#home.getLamp(rid));
      const program = this.#home.programs.findProgram(rid, properties);
      if (program !== undefined) busy.push({ rid, program });
    }
    return busy;
  }

  onCommand(lamps: ReadonlySet<string>, { power, properties }: PropertiesSetByCommand): void {
    if (properties.size === 0) return;
    for (const rid of this.#home.listLamps().filter((lamp) => lamps.has(lamp))) {
      const lamp = this.#home.getLamp(rid);
      const isSet = this.#listProperties(lamp).some((property) => properties.has(property));
      if (isSet && (power === 'on' || this.#isLit(rid))) this.#overrideNow(rid);
    }
  }

  onLampChanged(lamp: Resource, changed: readonly string[]): void {
    const rid = lamp.id;
    if (!this.#home.listLamps().includes(rid)) return;
    if (getNestedMember(lamp, 'on', 'on') !== true) {
      this.#endOverride(rid);
      this.#home.onChange();
      return;
    }
    if (!changed.includes('on.on')) return;
    // A scene turns a lamp on and sets it in one.
    if (this.#isSet(lamp, changed)) this.#overrideNow(rid);
    else this.#follow(rid);
  }

  onConnectivityChanged(lamps: readonly string[]): void {
    const own = this.#home.listLamps().filter((rid) => lamps.includes(rid));
    for (const rid of own) this.#end(rid);
    // A lamp that was without power shows what it likes when it is back.
    for (const rid of own.filter((lamp) => this.#isLit(lamp))) this.#endOverride(rid);
    this.#followLit(own);
    this.#home.onChange();
  }

  onEnd(ended: StoredProgram, end: ProgramEnd): void {
    const [own = ''] = ended.lamps;
    if (this.#programs.get(own) === ended) {
      this.#programs.delete(own);
      // Another program takes its place: it is followed again after that.
      if (end !== 'replaced' && this.#isLit(own)) this.#overrideNow(own);
      this.#home.onChange();
      return;
    }
    const lamps = this.#home.listLamps().filter((rid) => ended.lamps.includes(rid));
    if (ended.content.kind === 'later' && end === 'over')
      for (const rid of lamps) this.#overrideNow(rid);
    else if (resumingEnds.has(end)) this.#followLit(lamps);
    else if (overridingEnds.has(end))
      for (const rid of lamps.filter((lamp) => this.#isLit(lamp))) this.#overrideNow(rid);
  }

  #followLit(lamps: readonly string[]): void {
    for (const rid of lamps) if (this.#isLit(rid)) this.#follow(rid);
  }

  #follow(rid: string): void {
    const { clock, programs } = this.#home;
    const lamp = this.#home.getLamp(rid);
    if (
      !this.isRunning ||
      lamp === undefined ||
      this.#overrides.has(rid) ||
      this.#programs.has(rid)
    )
      return;
    const properties = this.#listProperties(lamp);
    if (properties.length === 0) return;
    const other = programs.findProgram(rid, properties);
    if (other !== undefined) {
      this.#home.onBusy({ rid, program: other });
      return;
    }
    const { node, curve } = this.#options;
    const program: StoredProgram = {
      target: { rid, rtype: 'light' },
      lamps: [rid],
      properties,
      content: { kind: 'daylight', node },
      startedAt: clock.wallTime(),
    };
    this.#programs.set(rid, program);
    programs.start(
      program,
      createDaylightPlan(curve, lamp, () => clock.wallTime()),
    );
    this.#home.onChange();
  }

  /** System time less that of the clock that nobody sets, in ms. */
  #measureTimeOffset(): number {
    return this.#home.clock.wallTime() - this.#home.clock.now();
  }

  #hasTimeJumped(): boolean {
    const before = this.#timeOffset;
    this.#timeOffset = this.#measureTimeOffset();
    return Math.abs(this.#timeOffset - before) > leastTimeJump;
  }

  #restart(): void {
    // What ends here begins again.
    const rids = [...this.#programs.keys()];
    for (const rid of rids) this.#end(rid);
  }

  #overrideNow(rid: string): void {
    this.#override(rid, this.#home.clock.wallTime());
    this.#home.onChange();
  }

  #override(rid: string, since: number): void {
    this.#endOverride(rid);
    const { clock } = this.#home;
    // The date may have been set back since then.
    const begin = Math.min(since, clock.wallTime());
    const rest = begin + this.#options.resumeAfter - clock.wallTime();
    const cancelResume = callAfterDelayWithSleep(clock, rest, () => this.#resumeLamp(rid));
    this.#overrides.set(rid, { since: begin, cancelResume });
  }

  #resumeLamp(rid: string): void {
    this.#endOverride(rid);
    this.#followLit([rid]);
    this.#home.onChange();
  }

  #endOverride(rid: string): void {
    this.#overrides.get(rid)?.cancelResume();
    this.#overrides.delete(rid);
  }

  #end(rid: string): void {
    const program = this.#programs.get(rid);
    this.#programs.delete(rid);
    if (program !== undefined) this.#home.programs.end(program);
  }

  #isLit(rid: string): boolean {
    const lamp = this.#home.getLamp(rid);
    return (
      lamp !== undefined &&
      getNestedMember(lamp, 'on', 'on') === true &&
      this.#home.isReachable(lamp)
    );
  }

  #listProperties(lamp: Resource | undefined): readonly LampProperty[] {
    const point = this.#options.curve(this.#home.clock.wallTime());
    return lamp === undefined ? [] : listDaylightPropertiesOfLamp(lamp, point);
  }

  #isSet(lamp: Resource, changed: readonly string[]): boolean {
    const properties = this.#listProperties(lamp);
    return changed.some(
      (path) =>
        (path === 'dimming.brightness' && properties.includes('brightness')) ||
        (path.startsWith('color') && properties.includes('color')),
    );
  }
}
