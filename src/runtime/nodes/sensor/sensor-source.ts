import type { NodeMessage } from 'node-red';
import type {
  ConnectionState,
  ResourceChangeEvent,
  StateCache,
  Watch,
  WatchOptions,
} from '../../../bridge';
import { unrefTimerClock } from '../../../bridge/time/clock';
import type { Clock, TimerHandle } from '../../../bridge/time/clock';
import {
  getPlainValue,
  getReadingPropertyName,
  getSensorReportTime,
  readingTypes,
} from '../../../resources';
import type { Resource, ResourceType } from '../../../resources';
import { collectDeviceMembers, listServicesReportedInMessages } from '../../bridge/device-info';
import { createResourceMessage, toResourceMessageDetails } from '../../message/resource-message';
import type { ResourceMessageDetails } from '../../message/resource-message';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { ResourceSearch } from '../../watch/find-watched-resource';
import { SensorReadingEmitter } from './sensor-reading-emitter';
import { countReadingOutputs, parseSensorSettings } from './sensor-settings';
import type { SensorNodeDef, SensorSettings } from './sensor-settings';
import { formatSentMessages } from '../../watch/format-sent-messages';
import type { SourceContext } from '../../watch/source-context';
import {
  formatTimeWithSeconds,
  createDotStatus,
  createResultStatus,
} from '../../status/status-content';
import type { NodeStatusContent } from '../../status/status-content';
import { activeUntilStatusText } from '../../status/resource-status';
import { isTargetFromMessage } from '../../settings/target-settings';
import { evaluateWatchedAddressSetting } from '../../watch/watched-address';
import { createSensorTargetResolver } from '../../message/sensor-types';
import { createSunDaysFromReport } from '../../../programs/daylight/sun-day-lookup';
import { getSunPeriodState } from '../../../programs/sun/sun-days';
import { dependsOnSun } from '../../../programs/sun/sun-moment';
import type { SunPeriod } from '../../../programs/sun/sun-moment';
import { unitLengths } from '../../../units/duration';
import {
  locationReadInterval,
  readReportedSun,
  readTimeZone,
} from '../../bridge/bridge-sun-report';
import { createSettingError } from '../../settings/node-errors';

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

interface SensorSourceListener {
  /** @param output counted from 0 */
  send(message: NodeMessage, output: number): void;
  /** For one sensor; undefined if no `false` is pending and nothing is held back. */
  showWaiting(waiting: PendingFalseReading | HeldBackReading | undefined): void;
  warn(sentence: string): void;
  fail(error: Error): void;
}

function createWaitingStatus(waiting: PendingFalseReading | HeldBackReading): NodeStatusContent {
  if ('missing' in waiting)
    return createDotStatus('yellow', { key: 'heldBack', values: { reading: waiting.missing } });
  const { sensor, endsAt } = waiting;
  return createResultStatus(
    activeUntilStatusText(sensor.type, formatTimeWithSeconds(new Date(endsAt))),
  );
}

/**
 * Returns undefined if only messages name the sensor.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for wrong settings
 */
export async function startSensorSource(
  def: SensorNodeDef,
  context: SourceContext,
): Promise<SensorSource | undefined> {
  const { bridge, node, status, onError } = context;
  const settings = parseSensorSettings(def);
  if (isTargetFromMessage(def)) return undefined;
  const address = await evaluateWatchedAddressSetting(context, def);
  const { send } = await formatSentMessages(def, context);
  const outputCount = countReadingOutputs(def);
  return new SensorSource(bridge, settings, address, {
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

/** In ms, for the other members of a message. */
const slowInterval = 60_000;

/** Watches one sensor, or all sensors of a type. */
export class SensorSource {
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
    private readonly bridge: OpenedBridge,
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
    this.#update(toResourceMessageDetails(change));
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
    private readonly bridge: OpenedBridge,
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
