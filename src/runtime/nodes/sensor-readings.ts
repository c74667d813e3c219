import type { NodeMessage } from 'node-red';
import type {
  ConnectionState,
  ResourceChangeEvent,
  StateCache,
  Watch,
  WatchOptions,
} from '../../bridge';
import { unrefTimerClock } from '../../bridge/clock';
import type { Clock, TimerHandle } from '../../bridge/clock';
import { createSunDaysFromReport } from '../../programs/sun-day';
import { getSunPeriodState, dependsOnSun, parseSunPeriod } from '../../programs/sun-moments';
import type { SunPeriod } from '../../programs/sun-moments';
import {
  getPlainValue,
  getReadingPropertyName,
  readingTypes,
  getResourceDefinition,
} from '../../resources/table';
import type { ResourceType, KnownResourceType } from '../../resources/table';
import { getSensorReportTime } from '../../resources/sensor-report';
import type { Resource } from '../../resources/resource';
import type { Members } from '../../resources/members';
import { unitLengths } from '../../units/duration';
import { locationReadInterval, readReportedSun, readTimeZone } from '../bridge/info';
import {
  collectDeviceMembers,
  listServicesReportedInMessages,
  createResourceMessage,
  describeChangeForMessage,
} from '../message';
import type { Bridge } from '../bridge/bridge';
import { readAddressOnStart } from '../target';
import type { ResourceMessageDetails } from '../message';
import { createSensorTargetResolver, readableSensorTypes } from '../../vocabulary/sensor';
import type { ActionNodeDef } from '../command-node';
import { sendInFormat } from '../running';
import type { RunContext } from '../running';
import { parseChoice } from '../settings';
import { parseDurationUpTo, defaultPollingIntervals, parseInterval } from '../numeric-settings';
import { createSettingError } from '../errors';
import { isTargetFromMessage, parseNonEmptyText } from '../stored-settings';
import { activeUntilStatusText } from '../resource-status';
import { formatTimeWithSeconds, createDotStatus, createResultStatus } from '../status';
import type { NodeStatusContent } from '../status';
import { ResourceSearch } from './find-resource';
import { parseThreshold, parseYesNoCondition, evaluateYesNoCondition } from './yes-no-condition';
import type { YesNoCondition, YesNoConditionSettings } from './yes-no-condition';

/**
 * Returns undefined if only messages name the sensor.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for wrong settings
 */
export async function startSensorReadings(
  def: SensorNodeDef,
  context: RunContext,
): Promise<SensorOnBridge | undefined> {
  const { bridge, node, status, onError } = context;
  const settings = parseSensorSettings(def);
  if (isTargetFromMessage(def)) return undefined;
  const address = await readAddressOnStart(context, def);
  const send = sendInFormat(context);
  const outputCount = countReadingOutputs(def);
  return new SensorOnBridge(bridge, settings, address, {
    send: (message, output) =>
      send(
        Array.from({ length: outputCount }, (_, index): NodeMessage | null =>
          index === output ? message : null,
        ),
      ),
    showWaiting(waiting) {
      const isShown = bridge.showsStates || (waiting !== undefined && 'missing' in waiting);
      if (isShown || waiting === undefined)
        status.setTemporary(waiting && createWaitingStatus(waiting));
    },
    warn: (sentence) => node.warn(sentence),
    fail: onError,
  });
}

/** The output for answers to commands comes after them. */
export const countReadingOutputs = ({ split }: SensorOutputSettings): number =>
  split === 'yes-no' ? 2 : 1;

export interface SensorOutputSettings extends YesNoConditionSettings {
  /** `yes-no` for two outputs. */
  split?: unknown;
  /** Sends nothing instead of null. */
  onlyReadings?: unknown;
}

export interface SensorNodeDef extends ActionNodeDef, SensorOutputSettings {
  action?: unknown;
  sensitivity?: unknown;
  sensitivityType?: unknown;
  /** Changed readings, or only if a message asks (`request`). */
  emit?: unknown;
  emitAtStart?: unknown;
  /** Such as `lux`; `always` for no condition. */
  whileReading?: unknown;
  whileComparison?: unknown;
  whileValue?: unknown;
  /** Each day, such as `22:00-06:00`; empty for always. */
  whileTime?: unknown;
  /** How long after the last report the node sends `false`, such as `5min`; empty for at once. */
  endAfter?: unknown;
  interval?: unknown;
}

export interface SensorSettings {
  rtype?: KnownResourceType;
  emit: 'change' | 'request';
  emitAtStart: boolean;
  onlyReadings: boolean;
  split?: YesNoCondition;
  condition?: ReadingCondition;
  period?: SunPeriod;
  /** In ms. */
  endAfter: number;
  /** In ms. */
  interval: number;
}

interface ReadingCondition {
  /** As in `msg.readings`. */
  readonly reading: string;
  readonly comparison: 'above' | 'below';
  readonly threshold: number;
}

/**
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a type without sensors, a comparison without a number, or a
 * wrong time
 */
export function parseSensorSettings(def: SensorNodeDef): SensorSettings {
  const rtype = parseSensorTypeSetting(def.rtype);
  const condition = parseCondition(def);
  const period = parsePeriodSetting(def.whileTime);
  const isNumeric = rtype !== undefined && getResourceDefinition(rtype).unit !== undefined;
  return {
    ...(rtype === undefined ? {} : { rtype }),
    emit: def.emit === 'request' ? 'request' : 'change',
    emitAtStart: def.emitAtStart === true,
    onlyReadings: def.onlyReadings === true,
    ...(def.split === 'yes-no' ? { split: parseYesNoCondition(def) } : {}),
    ...(condition === undefined ? {} : { condition }),
    ...(period === undefined ? {} : { period }),
    // A number has no end: the time was set for another type.
    endAfter: isNumeric ? 0 : parseEndAfter(def.endAfter),
    interval: parseInterval(def.interval, defaultPollingIntervals.sensor),
  };
}

/**
 * @returns undefined for any type
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a type that no sensor has
 */
export const parseSensorTypeSetting = (value: unknown): KnownResourceType | undefined =>
  parseChoice(value, readableSensorTypes, 'rtype');

function parseCondition(def: SensorNodeDef): ReadingCondition | undefined {
  const reading = parseNonEmptyText(def.whileReading);
  if (reading === undefined || reading === 'always') return undefined;
  return {
    reading,
    comparison: def.whileComparison === 'above' ? 'above' : 'below',
    threshold: parseThreshold(def.whileValue, 'whileValue'),
  };
}

function parsePeriodSetting(value: unknown): SunPeriod | undefined {
  const text = parseNonEmptyText(value);
  if (text === undefined) return undefined;
  const period = parseSunPeriod(text);
  if (period !== undefined) return period;
  const expected = 'two times such as 22:00-06:00, sunset-23:30 or sunset-sunrise';
  throw createSettingError('whileTime', expected, value);
}

/** One day, in ms. */
export const maxEndAfter = unitLengths.day;

const parseEndAfter = (value: unknown): number =>
  parseDurationUpTo(value, maxEndAfter, 'endAfter', 'a time up to 24h, such as 5min') ?? 0;

function createWaitingStatus(waiting: PendingFalseReading | HeldBackReading): NodeStatusContent {
  if ('missing' in waiting)
    return createDotStatus('yellow', { key: 'heldBack', values: { reading: waiting.missing } });
  const { sensor, endsAt } = waiting;
  return createResultStatus(
    activeUntilStatusText(sensor.type, formatTimeWithSeconds(new Date(endsAt))),
  );
}

interface SensorSourceListener {
  /** @param output counted from 0 */
  send(message: NodeMessage, output: number): void;
  /** For one sensor; undefined if no `false` is pending and nothing is held back. */
  showWaiting(waiting: PendingFalseReading | HeldBackReading | undefined): void;
  warn(sentence: string): void;
  fail(error: Error): void;
}

/** The `true` before it lasts until then. */
interface PendingFalseReading {
  readonly sensor: Resource;
  /** In ms since the epoch. */
  readonly endsAt: number;
}

/** Reading of the condition that is missing, such as `lux`. */
interface HeldBackReading {
  readonly missing: string;
}

/** In ms, for the other members of a message. */
const slowInterval = 60_000;

/** Watches one sensor, or all sensors of a type. */
export class SensorOnBridge {
  readonly #emitters = new Map<string, SensorReadingEmitter>();
  readonly #homeTime: HomeTimeWatch | undefined;
  #watches: Watch[] = [];
  #unsubscribe: (() => void) | undefined;
  /** In the status: time of the pending `false`, or the missing reading of the condition. */
  #shown: number | string | undefined;
  /** Sensors that hold back a reading, with a warning about it. */
  readonly #heldBack = new Set<string>();
  #stopped = false;

  /** @param address id, name or `Room/Name`; empty for all sensors of the type */
  constructor(
    private readonly bridge: Bridge,
    private readonly settings: SensorSettings,
    private readonly address: string,
    private readonly listener: SensorSourceListener,
  ) {
    const { rtype } = settings;
    if (settings.emit === 'request') return;
    const { period } = settings;
    if (period !== undefined)
      this.#homeTime = new HomeTimeWatch(bridge, period, unrefTimerClock, {
        onChange: () => this.#updateAll(),
        fail: (error) => listener.fail(error),
      });
    if (address !== '') this.#find();
    else if (rtype !== undefined) this.#watchAll(rtype);
  }

  stop(): void {
    this.#stopped = true;
    this.#stopWatches();
    this.#homeTime?.stop();
    for (const emitter of this.#emitters.values()) emitter.stop();
    if (this.#shown !== undefined) this.listener.showWaiting(undefined);
  }

  /** Looks for the sensor; again if a device is added or the bridge connects. */
  #find(): void {
    const { client, stateReader } = this.bridge;
    const { rtype } = this.settings;
    const search = new ResourceSearch(stateReader, {
      address: this.address,
      resolveTarget: createSensorTargetResolver(rtype === undefined ? undefined : [rtype]),
      mayBeOwner: true,
      onFound: ({ resource }) => {
        if (resource === undefined) return;
        this.#stopWatches();
        this.#watchOne(resource);
      },
      onError: (error) => this.listener.fail(error),
    });
    const look = (): void => void search.look();
    const unsubscribe = client.onConnectionChange(({ kind }: ConnectionState) => {
      if (kind === 'connected') look();
    });
    this.#unsubscribe = () => {
      unsubscribe();
      search.stop();
    };
    this.#watches = [client.watch({ rtype: 'device', interval: slowInterval, onChange: look })];
    look();
  }

  #stopWatches(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    for (const watch of this.#watches) watch.stop();
    this.#watches = [];
  }

  #watchAll(rtype: ResourceType): void {
    this.#watchReadings(rtype);
    const { condition, interval } = this.settings;
    for (const type of readingTypes) {
      if (type !== rtype && getReadingPropertyName(type) === condition?.reading)
        this.#watchBeside(type, interval);
    }
  }

  #watchOne(sensor: Resource): void {
    const { stateCache } = this.bridge.client;
    const { condition, interval } = this.settings;
    this.#watchReadings(sensor.type, [sensor.id]);
    for (const { rid, rtype, reading } of listServicesReportedInMessages(stateCache, sensor)) {
      if (rid === sensor.id) continue;
      const isCondition = reading !== undefined && reading === condition?.reading;
      this.#watchBeside(rtype, isCondition ? interval : Math.max(interval, slowInterval), [rid]);
    }
  }

  #watchReadings(rtype: ResourceType, rids?: readonly string[]): void {
    const options: WatchOptions & { wantsPolls: boolean } = {
      rtype,
      ...(rids === undefined ? {} : { rids }),
      interval: this.settings.interval,
      // Only the first poll: changes are reported separately.
      wantsPolls: true,
      onPoll: (sensors) => {
        options.wantsPolls = false;
        const isSilent = !this.settings.emitAtStart;
        for (const resource of sensors) this.#update({ occasion: 'start', resource }, isSilent);
      },
      onChange: (change) => this.#onChange(change),
      onError: (error) => this.listener.fail(error),
    };
    this.#watches.push(this.bridge.client.watch(options));
  }

  /** Watches other members of a message, or the reading of the condition. */
  #watchBeside(rtype: ResourceType, interval: number, rids?: readonly string[]): void {
    const onChange = (): void => this.#updateAll();
    this.#watches.push(
      this.bridge.client.watch({
        rtype,
        interval,
        onChange,
        ...(rids === undefined ? {} : { rids }),
      }),
    );
  }

  /** Judges present readings again after another change. */
  #updateAll(): void {
    const { stateCache } = this.bridge.client;
    for (const rid of this.#emitters.keys()) {
      const resource = stateCache.get(rid);
      if (resource !== undefined) this.#update({ occasion: 'changed', resource });
    }
  }

  #onChange(change: ResourceChangeEvent): void {
    const { kind, resource } = change;
    this.#update(describeChangeForMessage(change));
    if (kind !== 'deleted') return;
    this.#emitters.get(resource.id)?.stop();
    this.#emitters.delete(resource.id);
    this.#heldBack.delete(resource.id);
  }

  #update(event: ResourceMessageDetails, isSilent = false): void {
    if (this.#stopped) return;
    const { occasion, resource } = event;
    const { readings = {} } = collectDeviceMembers(this.bridge.client.stateCache, resource);
    const value = occasion === 'deleted' ? null : (getPlainValue(resource) ?? null);
    const emitter = this.#getEmitter(resource.id);
    const output = emitter.update(
      { value, readings, isInTime: this.#homeTime?.isWithin ?? true, age: getAge(resource) },
      isSilent,
    );
    if (output !== undefined) this.#send(event, output);
    this.#warnIfHeldBack(resource, emitter.isHeldBack);
    this.#showWaiting(resource, emitter);
  }

  #warnIfHeldBack(sensor: Resource, isHeldBack: boolean): void {
    const { condition } = this.settings;
    if (condition === undefined || isHeldBack === this.#heldBack.has(sensor.id)) return;
    if (!isHeldBack) {
      this.#heldBack.delete(sensor.id);
      return;
    }
    const { stateCache } = this.bridge.client;
    const warning = describeHeldBack(stateCache, sensor, condition.reading);
    if (warning === undefined) return;
    this.#heldBack.add(sensor.id);
    this.listener.warn(warning);
  }

  #getEmitter(rid: string): SensorReadingEmitter {
    const existing = this.#emitters.get(rid);
    if (existing !== undefined) return existing;
    const emitter = new SensorReadingEmitter(this.settings, unrefTimerClock, (output) => {
      const resource = this.bridge.client.stateCache.get(rid);
      if (resource === undefined) return;
      this.#send({ occasion: 'changed', resource }, output);
      this.#showWaiting(resource, emitter);
    });
    this.#emitters.set(rid, emitter);
    return emitter;
  }

  #showWaiting(sensor: Resource, { isHeldBack, endsAt }: SensorReadingEmitter): void {
    const missing = isHeldBack ? this.settings.condition?.reading : undefined;
    const shown = missing ?? endsAt;
    if (this.address === '' || shown === this.#shown) return;
    this.#shown = shown;
    if (missing !== undefined) this.listener.showWaiting({ missing });
    else this.listener.showWaiting(endsAt === undefined ? undefined : { sensor, endsAt });
  }

  #send(event: ResourceMessageDetails, output: number): void {
    const { stateCache } = this.bridge.client;
    this.listener.send(createResourceMessage(stateCache, getPlainValue, event), output);
  }
}

/** Returns ms; undefined if the report has no time. */
function getAge(sensor: Resource): number | undefined {
  const changedAt = Date.parse(getSensorReportTime(sensor) ?? '');
  return Number.isNaN(changedAt) ? undefined : Math.max(0, unrefTimerClock.wallTime() - changedAt);
}

/** Says why the reading of the condition is missing, and what to do; undefined until the bridge was read. */
function describeHeldBack(
  stateCache: StateCache,
  sensor: Resource,
  reading: string,
): string | undefined {
  const services = listServicesReportedInMessages(stateCache, sensor);
  if (services.length === 0) return undefined;
  const name = stateCache.displayNames(sensor.id).name ?? sensor.id;
  const consequence = `The node holds back what ${name} reports: "Send only while" compares ${reading}, and`;
  const service = services.find((one) => one.reading === reading);
  if (service === undefined)
    return `${consequence} the device does not measure ${reading}. Choose another reading in the node, or none.`;
  const { rid, rtype } = service;
  const beside = stateCache.get(rid);
  if (beside === undefined) return undefined;
  return beside['enabled'] === false
    ? `${consequence} the ${rtype} sensor of the device is switched off. Send true to a sensor node with the target ${rid}, or enable the sensor in the app.`
    : `${consequence} the ${rtype} sensor of the device has no value. The node sends again after the next measurement.`;
}

type EmitterSettings = Pick<
  SensorSettings,
  'split' | 'condition' | 'period' | 'endAfter' | 'onlyReadings'
>;

interface SensorReading {
  /** Null if the sensor has none. */
  readonly value: unknown;
  /** As in `msg.readings`. */
  readonly readings: Members;
  /** Time of day in which the node sends. */
  readonly isInTime?: boolean;
  /** Age of the value in ms; undefined if the bridge reports no time. */
  readonly age?: number | undefined;
}

/**
 * Sends a reading that differs from the last sent one, if the condition is met. A `false` waits for _End after_, and
 * follows only a `true` that was sent. With a condition or _End after_, the first reading after a deploy sends no
 * `false`, so that a deploy turns no lamp off.
 */
export class SensorReadingEmitter {
  /** Value, or decision if there are two outputs; undefined before. */
  #sent: unknown;
  #isFirst = true;
  #endTimer: TimerHandle | undefined;
  #endsAt: number | undefined;
  #isHeldBack = false;

  /** @param onEnd called after _End after_, with the output of the present reading */
  constructor(
    private readonly settings: EmitterSettings,
    private readonly clock: Clock,
    private readonly onEnd: (output: number) => void,
  ) {}

  /**
   * @param isSilent only stores the reading, such as the first one
   * @returns the output, counted from 0; undefined to send nothing
   */
  update(
    { value, readings, isInTime = true, age }: SensorReading,
    isSilent = false,
  ): number | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#isHeldBack = false;
    const decided = this.#decide(value);
    if (decided === false) {
      if (!this.#endsSomething(isFirst, age)) return undefined;
      const wait = this.settings.endAfter - (isFirst ? (age ?? Infinity) : 0);
      if (wait <= 0) return this.#record(false, isSilent);
      this.#endTimer = this.clock.setTimeout(() => this.#end(), wait);
      this.#endsAt = this.clock.wallTime() + wait;
      return undefined;
    }
    this.#cancelEnd();
    if (decided === undefined || decided === this.#sent || !isInTime) return undefined;
    const isMet = this.#isSettingConditionMet(readings);
    this.#isHeldBack = isMet === undefined && value !== null;
    if (isMet !== true) return undefined;
    return this.#record(decided, isSilent);
  }

  /** Time of the pending `false`, in ms since the epoch. */
  get endsAt(): number | undefined {
    return this.#endsAt;
  }

  /** True if the last reading was not sent because the reading of the condition is missing. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  stop(): void {
    this.#cancelEnd();
  }

  /** Returns yes or no if there are two outputs; undefined to send nothing. */
  #decide(value: unknown): unknown {
    const { split, onlyReadings } = this.settings;
    if (split === undefined) return value === null && onlyReadings ? undefined : value;
    return evaluateYesNoCondition(
      split,
      value,
      typeof this.#sent === 'boolean' ? this.#sent : undefined,
    );
  }

  /**
   * Returns false if `false` was sent, is pending, or would follow no `true`. On the first reading, assumes a `true`
   * if only _End after_ delays the `false` and its time has not passed.
   */
  #endsSomething(isFirst: boolean, age = Infinity): boolean {
    if (this.#endTimer !== undefined || this.#sent === false) return false;
    if (!isFirst) return this.#sent !== undefined;
    const { condition, period, endAfter } = this.settings;
    const isUnconditional = condition === undefined && period === undefined;
    return isUnconditional && (endAfter === 0 || age < endAfter);
  }

  #end(): void {
    this.#cancelEnd();
    this.onEnd(this.#record(false, false) ?? 0);
  }

  #cancelEnd(): void {
    this.clock.clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    this.#endsAt = undefined;
  }

  #record(decided: unknown, isSilent: boolean): number | undefined {
    this.#sent = decided;
    if (isSilent) return undefined;
    return this.settings.split !== undefined && decided === false ? 1 : 0;
  }

  /** Returns undefined if the reading of the condition is missing. */
  #isSettingConditionMet(readings: Members): boolean | undefined {
    const { condition } = this.settings;
    if (condition === undefined) return true;
    const rule = { ...condition, hysteresis: 0 };
    return evaluateYesNoCondition(rule, readings[condition.reading]);
  }
}

interface HomeTimeListener {
  onChange(): void;
  /** Called if the period needs the sun and the bridge does not report the sunset. */
  fail(error: Error): void;
}

const { minute } = unitLengths;

/** Tells whether it is the time of day at which a sensor node sends, in the time of the home. */
class HomeTimeWatch {
  readonly #watches: readonly Watch[];
  #timer: TimerHandle | undefined;
  #isWithin = false;

  constructor(
    private readonly bridge: Bridge,
    private readonly period: SunPeriod,
    private readonly clock: Clock,
    private readonly listener: HomeTimeListener,
  ) {
    this.#isWithin = this.#read() ?? false;
    const rtypes = dependsOnSun(period)
      ? (['bridge', 'geolocation'] as const)
      : (['bridge'] as const);
    this.#watches = rtypes.map((rtype) =>
      bridge.client.watch({
        rtype,
        interval: locationReadInterval,
        onChange: () => this.#check(),
        onPoll: () => this.#check(rtype === 'geolocation'),
        onError: (error) => listener.fail(error),
      }),
    );
    this.#wait();
  }

  /** Also false while the period needs the sun and its times are unknown. */
  get isWithin(): boolean {
    return this.#isWithin;
  }

  stop(): void {
    this.clock.clearTimeout(this.#timer);
    for (const watch of this.#watches) watch.stop();
  }

  #read(): boolean | undefined {
    const { stateCache } = this.bridge.client;
    const report = readReportedSun(stateCache);
    const sunDays = report && createSunDaysFromReport(() => report);
    const home = { getSun: (time: number) => sunDays?.(time), timeZone: readTimeZone(stateCache) };
    return getSunPeriodState(this.period, home, this.clock.wallTime())?.isWithin;
  }

  #check(isLocationRead = false): void {
    const isWithin = this.#read();
    if (isWithin === undefined && isLocationRead) this.listener.fail(createUnknownSunError());
    if (isWithin === undefined || isWithin === this.#isWithin) return;
    this.#isWithin = isWithin;
    this.listener.onChange();
  }

  /** Waits for the next full minute. */
  #wait(): void {
    this.#timer = this.clock.setTimeout(
      () => {
        this.#check();
        this.#wait();
      },
      minute - (this.clock.wallTime() % minute),
    );
  }
}

function createUnknownSunError(): Error {
  const expected = 'two times such as 22:00-06:00, since the bridge does not report the sunset';
  return createSettingError('whileTime', expected, 'sunrise or sunset');
}
