import { getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { DaylightNodeReference, LampProperty, StoredProgram, ProgramEnd } from '../program';
import type { ProgramHomeAccess } from '../program-home-access';
import type { LampActivityListener, RunningPrograms } from '../runs/running-programs';
import type { PropertiesSetByCommand } from '../properties-set-by-command';
import { createDaylightPlan, listDaylightPropertiesOfLamp } from './daylight-plan';
import type { DaylightCurve } from './daylight-curve';
import { DaylightOverrides } from './daylight-overrides';
import type { DaylightOverrideStartTimes } from './daylight-overrides';
import { TimeJumpDetector } from '../time-jump-detector';

export interface DaylightHomeAccess extends Pick<
  ProgramHomeAccess,
  'clock' | 'getLamp' | 'isReachable' | 'onChange'
> {
  readonly programs: RunningPrograms;
  /** Lamps to control, with the current lamps of groups. */
  listLamps(): readonly string[];
  /** Called if a lamp would follow but another program sets it. */
  onBusy(lamp: LampUnderOtherProgram): void;
}

export interface DaylightFollowerOptions {
  readonly node: DaylightNodeReference;
  readonly curve: DaylightCurve;
  /** Duration of an override, in ms; Infinity until the lamp is off. */
  readonly resumeAfter: number;
}

export interface DaylightCounts {
  following: number;
  overridden: number;
  busy: number;
  off: number;
}

export interface LampUnderOtherProgram {
  readonly rid: string;
  readonly program: StoredProgram;
}

/** After these ends of another program, its lamps follow the day again. */
const resumingEnds: ReadonlySet<ProgramEnd> = new Set(['over', 'stopped', 'refused', 'deployed']);

/** These ends of another program count as overrides of its lamps. */
const overridingEnds: ReadonlySet<ProgramEnd> = new Set(['changed', 'command']);

/**
 * Makes lamps follow the day while they are on, each by its own program. An overridden lamp is left alone until it is
 * off or a time is over; a lamp with another program until that program ends.
 */
export class DaylightFollower implements LampActivityListener {
  readonly #programs = new Map<string, StoredProgram>();
  readonly #overrides: DaylightOverrides;
  #unsubscribe: (() => void) | undefined;
  readonly #timeJumps: TimeJumpDetector;

  constructor(
    private readonly home: DaylightHomeAccess,
    private readonly options: DaylightFollowerOptions,
  ) {
    this.#timeJumps = new TimeJumpDetector(home.clock);
    this.#overrides = new DaylightOverrides(home.clock, options.resumeAfter, (rid) => {
      this.#overrides.end(rid);
      this.#followLit([rid]);
      home.onChange();
    });
  }

  get isRunning(): boolean {
    return this.#unsubscribe !== undefined;
  }

  /** Continues the overrides that `stop` returned. */
  start(overrides: DaylightOverrideStartTimes = {}): void {
    if (this.isRunning) return;
    this.#unsubscribe = this.home.programs.subscribe(this);
    this.#timeJumps.restart();
    for (const [rid, since] of Object.entries(overrides)) this.#overrides.begin(rid, since);
    this.#followLit(this.home.listLamps());
    this.home.onChange();
  }

  /** Leaves all lamps as they are. Returns the overrides for `start`. */
  stop(): DaylightOverrideStartTimes {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    const overrides = this.#overrides.listStartTimes();
    this.#overrides.endAll();
    for (const program of this.#programs.values()) this.home.programs.end(program);
    this.#programs.clear();
    return overrides;
  }

  resume(): void {
    this.#overrides.endAll();
    this.#followLit(this.home.listLamps());
    this.home.onChange();
  }

  /**
   * Follows changes of groups. After a change of the system date or machine sleep, all lamps get the light of the
   * current time.
   */
  refreshLamps(): void {
    if (!this.isRunning) return;
    const hasJumped = this.#timeJumps.takeJump() !== 0;
    const lamps = this.home.listLamps();
    // `onEnd` changes the map during the loop.
    const followed = [...this.#programs.keys()];
    for (const rid of followed) if (hasJumped || !lamps.includes(rid)) this.#end(rid);
    this.#followLit(lamps);
  }

  count(): DaylightCounts {
    const counts: DaylightCounts = {
      following: 0,
      overridden: 0,
      busy: this.listBusy().length,
      off: 0,
    };
    for (const rid of this.home.listLamps()) {
      if (this.#programs.has(rid)) counts.following += 1;
      else if (!this.#isLit(rid)) counts.off += 1;
      else if (this.#overrides.has(rid)) counts.overridden += 1;
    }
    return counts;
  }

  listBusy(): readonly LampUnderOtherProgram[] {
    if (!this.isRunning) return [];
    const busy: LampUnderOtherProgram[] = [];
    for (const rid of this.home.listLamps()) {
      if (this.#programs.has(rid) || this.#overrides.has(rid) || !this.#isLit(rid)) continue;
      const properties = this.#listProperties(this.home.getLamp(rid));
      const program = this.home.programs.findProgram(rid, properties);
      if (program !== undefined) busy.push({ rid, program });
    }
    return busy;
  }

  onCommand(lamps: ReadonlySet<string>, { power, properties }: PropertiesSetByCommand): void {
    if (properties.size === 0) return;
    for (const rid of this.home.listLamps().filter((lamp) => lamps.has(lamp))) {
      const lamp = this.home.getLamp(rid);
      const isSet = this.#listProperties(lamp).some((property) => properties.has(property));
      if (isSet && (power === 'on' || this.#isLit(rid))) this.#overrideNow(rid);
    }
  }

  onLampChanged(lamp: Resource, changed: readonly string[]): void {
    const rid = lamp.id;
    if (!this.home.listLamps().includes(rid)) return;
    if (getNestedMember(lamp, 'on', 'on') !== true) {
      this.#overrides.end(rid);
      // If the lamp did not accept the last request, its program would continue.
      this.#end(rid);
      this.home.onChange();
      return;
    }
    if (!changed.includes('on.on')) return;
    // A scene turns a lamp on and sets it at the same time.
    if (this.#isSet(lamp, changed)) this.#overrideNow(rid);
    else this.#follow(rid);
  }

  onConnectivityChanged(lamps: readonly string[]): void {
    const own = this.home.listLamps().filter((rid) => lamps.includes(rid));
    for (const rid of own) this.#end(rid);
    // A lamp that was without power may show anything.
    for (const rid of own.filter((lamp) => this.#isLit(lamp))) this.#overrides.end(rid);
    this.#followLit(own);
    this.home.onChange();
  }

  onEnd(ended: StoredProgram, end: ProgramEnd): void {
    const [own = ''] = ended.lamps;
    if (this.#programs.get(own)?.content === ended.content) {
      this.#programs.delete(own);
      // If another program replaces this one, the lamp follows again afterwards.
      if (end !== 'replaced' && this.#isLit(own)) this.#overrideNow(own);
      this.home.onChange();
      return;
    }
    const lamps = this.home.listLamps().filter((rid) => ended.lamps.includes(rid));
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
    const { clock, programs } = this.home;
    const lamp = this.home.getLamp(rid);
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
      this.home.onBusy({ rid, program: other });
      return;
    }
    const { node, curve } = this.options;
    const program: StoredProgram = {
      target: { rid, rtype: 'light' },
      lamps: [rid],
      properties,
      content: { kind: 'daylight', node },
      startedAt: clock.wallTime(),
    };
    this.#programs.set(rid, program);
    const plan = createDaylightPlan(curve, lamp, () => clock.wallTime());
    programs.start(program, { plan });
    this.home.onChange();
  }

  #overrideNow(rid: string): void {
    this.#overrides.begin(rid, this.home.clock.wallTime());
    this.home.onChange();
  }

  #end(rid: string): void {
    const program = this.#programs.get(rid);
    this.#programs.delete(rid);
    if (program !== undefined) this.home.programs.end(program);
  }

  #isLit(rid: string): boolean {
    const lamp = this.home.getLamp(rid);
    return (
      lamp !== undefined &&
      getNestedMember(lamp, 'on', 'on') === true &&
      this.home.isReachable(lamp)
    );
  }

  #listProperties(lamp: Resource | undefined): readonly LampProperty[] {
    const point = this.options.curve(this.home.clock.wallTime());
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
