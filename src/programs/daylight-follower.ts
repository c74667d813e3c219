import { getNestedMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { DaylightNodeReference, LampProperty, Program, ProgramEnd } from './program';
import type { LampActivityListener, RunningPrograms } from './running-programs';
import type { PropertiesSetByCommand } from './properties-set-by-command';
import type { DaylightCurve, DaylightInMirek } from './daylight-curve';
import { callAfterDelayWithSleep, TimeJumpDetector } from './wall-clock';
import type { Clock } from '../bridge/clock';
import { unitLengths } from '../units/duration';
import { getMirekRange } from '../resources/types/light';
import { isOtherBrightness, isOtherWhite, toReportAfterGap } from './lamp-state-report';
import type { LampStateReport } from './lamp-state-report';
import type { TimedUpdate, TimedUpdatePlan } from './timed-run';

/** The node whose lamps follow the day. */
export interface DaylightOwner {
  /** Lamps to control, with the current lamps of groups. */
  listLamps(): readonly string[];
  onChange(): void;
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
  readonly program: Program;
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
  readonly #programs = new Map<string, Program>();
  readonly #overrides: DaylightOverrides;
  #unsubscribe: (() => void) | undefined;
  readonly #timeJumps: TimeJumpDetector;

  constructor(
    private readonly running: RunningPrograms,
    private readonly owner: DaylightOwner,
    private readonly options: DaylightFollowerOptions,
  ) {
    const { clock } = running.home;
    this.#timeJumps = new TimeJumpDetector(clock);
    this.#overrides = new DaylightOverrides(clock, options.resumeAfter, (rid) => {
      this.#overrides.end(rid);
      this.#followLit([rid]);
      owner.onChange();
    });
  }

  get isRunning(): boolean {
    return this.#unsubscribe !== undefined;
  }

  /** Continues the overrides that `stop` returned. */
  start(overrides: DaylightOverrideStartTimes = {}): void {
    if (this.isRunning) return;
    this.#unsubscribe = this.running.subscribe(this);
    this.#timeJumps.restart();
    for (const [rid, since] of Object.entries(overrides)) this.#overrides.begin(rid, since);
    this.#followLit(this.owner.listLamps());
    this.owner.onChange();
  }

  /** Leaves all lamps as they are. Returns the overrides for `start`. */
  stop(): DaylightOverrideStartTimes {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    const overrides = this.#overrides.listStartTimes();
    this.#overrides.endAll();
    for (const program of this.#programs.values()) this.running.end(program);
    this.#programs.clear();
    return overrides;
  }

  resume(): void {
    this.#overrides.endAll();
    this.#followLit(this.owner.listLamps());
    this.owner.onChange();
  }

  /**
   * Follows changes of groups. After a change of the system date or machine sleep, all lamps get the light of the
   * current time.
   */
  refreshLamps(): void {
    if (!this.isRunning) return;
    const hasJumped = this.#timeJumps.takeJump() !== 0;
    const lamps = this.owner.listLamps();
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
    for (const rid of this.owner.listLamps()) {
      if (this.#programs.has(rid)) counts.following += 1;
      else if (!this.#isLit(rid)) counts.off += 1;
      else if (this.#overrides.has(rid)) counts.overridden += 1;
    }
    return counts;
  }

  listBusy(): readonly LampUnderOtherProgram[] {
    if (!this.isRunning) return [];
    const busy: LampUnderOtherProgram[] = [];
    for (const rid of this.owner.listLamps()) {
      if (this.#programs.has(rid) || this.#overrides.has(rid) || !this.#isLit(rid)) continue;
      const properties = this.#listProperties(this.running.home.getLamp(rid));
      const program = this.running.findProgram(rid, properties);
      if (program !== undefined) busy.push({ rid, program });
    }
    return busy;
  }

  onCommand(lamps: ReadonlySet<string>, { power, properties }: PropertiesSetByCommand): void {
    if (properties.size === 0) return;
    for (const rid of this.owner.listLamps().filter((lamp) => lamps.has(lamp))) {
      const lamp = this.running.home.getLamp(rid);
      const isSet = this.#listProperties(lamp).some((property) => properties.has(property));
      if (isSet && (power === 'on' || this.#isLit(rid))) this.#overrideNow(rid);
    }
  }

  onLampChanged(lamp: Resource, changed: readonly string[]): void {
    const rid = lamp.id;
    if (!this.owner.listLamps().includes(rid)) return;
    if (getNestedMember(lamp, 'on', 'on') !== true) {
      this.#overrides.end(rid);
      // If the lamp did not accept the last request, its program would continue.
      this.#end(rid);
      this.owner.onChange();
      return;
    }
    if (!changed.includes('on.on')) return;
    // A scene turns a lamp on and sets it at the same time.
    if (this.#isSet(lamp, changed)) this.#overrideNow(rid);
    else this.#follow(rid);
  }

  onConnectivityChanged(lamps: readonly string[]): void {
    const own = this.owner.listLamps().filter((rid) => lamps.includes(rid));
    for (const rid of own) this.#end(rid);
    // A lamp that was without power may show anything.
    for (const rid of own.filter((lamp) => this.#isLit(lamp))) this.#overrides.end(rid);
    this.#followLit(own);
    this.owner.onChange();
  }

  onEnd(ended: Program, end: ProgramEnd): void {
    const [own = ''] = ended.lamps;
    if (this.#programs.get(own)?.content === ended.content) {
      this.#programs.delete(own);
      // If another program replaces this one, the lamp follows again afterwards.
      if (end !== 'replaced' && this.#isLit(own)) this.#overrideNow(own);
      this.owner.onChange();
      return;
    }
    const lamps = this.owner.listLamps().filter((rid) => ended.lamps.includes(rid));
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
    const { clock } = this.running.home;
    const lamp = this.running.home.getLamp(rid);
    if (
      !this.isRunning ||
      lamp === undefined ||
      this.#overrides.has(rid) ||
      this.#programs.has(rid)
    )
      return;
    const properties = this.#listProperties(lamp);
    if (properties.length === 0) return;
    const other = this.running.findProgram(rid, properties);
    if (other !== undefined) {
      this.owner.onBusy({ rid, program: other });
      return;
    }
    const { node, curve } = this.options;
    const program: Program = {
      target: { rid, rtype: 'light' },
      lamps: [rid],
      properties,
      content: { kind: 'daylight', node },
      startedAt: clock.wallTime(),
    };
    this.#programs.set(rid, program);
    const plan = createDaylightPlan(curve, lamp, () => clock.wallTime());
    this.running.start(program, { plan });
    this.owner.onChange();
  }

  #overrideNow(rid: string): void {
    this.#overrides.begin(rid, this.running.home.clock.wallTime());
    this.owner.onChange();
  }

  #end(rid: string): void {
    const program = this.#programs.get(rid);
    this.#programs.delete(rid);
    if (program !== undefined) this.running.end(program);
  }

  #isLit(rid: string): boolean {
    const lamp = this.running.home.getLamp(rid);
    return (
      lamp !== undefined &&
      getNestedMember(lamp, 'on', 'on') === true &&
      this.running.home.isReachable(lamp)
    );
  }

  #listProperties(lamp: Resource | undefined): readonly LampProperty[] {
    const point = this.options.curve(this.running.home.clock.wallTime());
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

/** By lamp id, in ms of the system time. */
export type DaylightOverrideStartTimes = Readonly<Record<string, number>>;

interface Override {
  readonly since: number;
  cancelResume(): void;
}

/** Remembers the lamps that somebody else has set, until they follow the day again. */
class DaylightOverrides {
  readonly #overrides = new Map<string, Override>();

  /** @param duration in ms; Infinity for no end */
  constructor(
    private readonly clock: Clock,
    private readonly duration: number,
    private readonly onOver: (rid: string) => void,
  ) {}

  has(rid: string): boolean {
    return this.#overrides.has(rid);
  }

  listStartTimes(): DaylightOverrideStartTimes {
    return Object.fromEntries([...this.#overrides].map(([rid, { since }]) => [rid, since]));
  }

  /** @param since system time in ms */
  begin(rid: string, since: number): void {
    this.end(rid);
    const now = this.clock.wallTime();
    // The system date may have been set back.
    const begin = Math.min(since, now);
    const rest = begin + this.duration - now;
    const cancelResume = callAfterDelayWithSleep(this.clock, rest, () => this.onOver(rid));
    this.#overrides.set(rid, { since: begin, cancelResume });
  }

  end(rid: string): void {
    this.#overrides.get(rid)?.cancelResume();
    this.#overrides.delete(rid);
  }

  endAll(): void {
    for (const rid of this.#overrides.keys()) this.end(rid);
  }
}

const { minute } = unitLengths;

/** Transition of one request, in minutes. */
const longestStep = 30;

/** In ms after a request; the lamp may still report its earlier state. */
const settlingTime = 1_000;

/** Minimum change for a request, in mirek and percent points. */
const worthwhile = { mirek: 4, brightness: 1.5 } as const;

type DaylightLampProperties = readonly Extract<LampProperty, 'brightness' | 'color'>[];

/** A lamp without shades of white follows in brightness only. */
const listDaylightPropertiesOfLamp = (
  lamp: Resource,
  { brightness }: DaylightInMirek,
): DaylightLampProperties => [
  ...(getNestedMember(lamp, 'color_temperature') === undefined ? [] : (['color'] as const)),
  ...(getNestedMember(lamp, 'dimming') === undefined || brightness === undefined
    ? []
    : (['brightness'] as const)),
];

/**
 * Plans the current light immediately, then transitions of at least a minute, each until the light has changed enough
 * for a request.
 *
 * @param now system time in ms since the epoch
 */
export function createDaylightPlan(
  curve: DaylightCurve,
  lamp: Resource,
  now: () => number,
): TimedUpdatePlan {
  const properties = listDaylightPropertiesOfLamp(lamp, curve(now()));
  const [least, most] = getMirekRange(lamp);
  const pointAt = (time: number): DaylightInMirek => {
    const point = curve(time);
    return { ...point, mirek: Math.min(most, Math.max(least, point.mirek)) };
  };
  let course = { from: pointAt(now()), to: pointAt(now()) };
  let hasBegun = false;
  let sentAt = -Infinity;
  const isExternal: TimedUpdatePlan['isExternal'] = (report, elapsed) =>
    report.on === false ||
    (!(report.own && elapsed - sentAt < settlingTime) && isOffCourse(report, course, properties));
  return {
    duration: Infinity,
    at(elapsed, isLate): TimedUpdate {
      const from = pointAt(now());
      const key = Math.round(elapsed);
      // The system date was set or the machine slept: the lamp shows the light of another time.
      const hasJumped = differs(course.to, from);
      if (!hasBegun || isLate || hasJumped) {
        hasBegun = true;
        sentAt = elapsed;
        course = { from, to: from };
        return { key, members: toMembers(from, properties), until: elapsed + minute };
      }
      const length = findStep(pointAt, now());
      course = { from, to: pointAt(now() + length) };
      const isWorthwhile = differs(course.from, course.to);
      if (isWorthwhile) sentAt = elapsed;
      const dynamics = { duration: length };
      const members = isWorthwhile ? { ...toMembers(course.to, properties), dynamics } : {};
      return { key, members, until: elapsed + length };
    },
    isExternal,
    mayShow: (shown, elapsed) => !isExternal(toReportAfterGap(shown), elapsed),
  };
}

function findStep(pointAt: DaylightCurve, time: number): number {
  const from = pointAt(time);
  let minutes = 1;
  while (minutes < longestStep && !differs(from, pointAt(time + minutes * minute))) minutes += 1;
  return minutes * minute;
}

const differs = (from: DaylightInMirek, to: DaylightInMirek): boolean =>
  Math.abs(to.mirek - from.mirek) >= worthwhile.mirek ||
  Math.abs((to.brightness ?? 0) - (from.brightness ?? 0)) >= worthwhile.brightness;

const toMembers = (
  { mirek, brightness }: DaylightInMirek,
  properties: DaylightLampProperties,
): Members => ({
  ...(properties.includes('color') ? { color_temperature: { mirek } } : {}),
  ...(properties.includes('brightness') && brightness !== undefined
    ? { dimming: { brightness } }
    : {}),
});

function isOffCourse(
  report: LampStateReport,
  { from, to }: { from: DaylightInMirek; to: DaylightInMirek },
  properties: DaylightLampProperties,
): boolean {
  return (
    (properties.includes('brightness') &&
      isOtherBrightness(report, from.brightness ?? 0, to.brightness ?? 0)) ||
    (properties.includes('color') &&
      report.changed.some((path) => path.startsWith('color')) &&
      isOtherWhite(report, from.mirek, to.mirek))
  );
}
