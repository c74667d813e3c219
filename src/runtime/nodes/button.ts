import type { NodeMessage } from 'node-red';
import { defaultLimits } from '../../bridge';
import type { BridgeClient, BridgeError, ResourceChangeEvent, StateCache } from '../../bridge';
import { maxCacheAges } from '../../bridge/read-state';
import type { StateReader } from '../../bridge/read-state';
import { systemClock } from '../../bridge/clock';
import type { Clock, TimerHandle } from '../../bridge/clock';
import {
  pressEventNames,
  findShortPressEvent,
  listButtonEvents,
} from '../../resources/button-events';
import { idPattern } from '../../resources/identifiers';
import { cloneJson } from '../../resources/members';
import { defaultEvent, matchButtonOutputs } from '../../vocabulary/button';
import type { ButtonOutputPortSettings } from '../../vocabulary/button';
import { buttonResourceTypes, resolveButtonTarget } from '../../vocabulary/lookup';
import { accept } from '../../vocabulary/parse-result';
import type { ParseResult } from '../../vocabulary/parse-result';
import { parseBoundedDuration } from '../../vocabulary/values';
import { collectDeviceMembers } from '../message';
import type { Bridge } from '../bridge/bridge';
import { sendInFormat } from '../running';
import type { RunningOnBridges, StartRunning } from '../running';
import { readAddressesOnStart, explainUnknownBridge, findMissingTargets } from '../target';
import { parseReportedPress } from '../press';
import type { ButtonPress } from '../press';
import type { NodeCode } from '../node';
import { parseInterval, defaultPollingIntervals } from '../numeric-settings';
import { isSettingUnset, parseNonEmptyText, parseUntrimmedText } from '../stored-settings';
import { addBridgeToError, formatSettingPath, getParsedOrThrow } from '../errors';
import type { StoredTarget, NodeSettings } from '../stored-settings';
import type { NodeStatusTracker, TranslatableStatusText } from '../status';
import { createResultStatus, formatTimeOrDate } from '../status';
import { LazyResourceFilter } from './filter-resources';
import type { ResourceFilter } from './filter-resources';
import { ResourceTypeWatch } from './type-watch';

/** Runs on each bridge of the target. */
export const createButtonNode: NodeCode<ButtonNodeDef, RunningOnBridges<ButtonsOnBridge>> = (
  node,
) => ({
  async start(context) {
    const running = await node.startOnBridges(context, createButtonStarter(node.status));
    await running.own?.current();
    return running;
  },
});

/** @param tracker shared by all bridges */
export function createButtonStarter(
  tracker: ButtonNodeStatusTracker,
): StartRunning<ButtonNodeDef, ButtonsOnBridge> {
  const status = new ButtonNodeStatus(tracker);
  return async (def, context) => {
    const { bridge, bridgeName, onError } = context;
    const send = sendInFormat(context);
    const targets = await readAddressesOnStart(context, def);
    return new ButtonsOnBridge(bridge, parseButtonSettings(def), targets, {
      send,
      onPress: (text) => status.showPress(text),
      onListed: (count, problem) =>
        status.showListed(bridgeName, { count, problem, client: bridge.client }),
      fail: onError,
    });
  };
}

interface ListedButtons {
  readonly count: number;
  readonly problem: Error | undefined;
  readonly client: Pick<BridgeClient, 'connectionState'>;
}

type ButtonNodeStatusTracker = Pick<NodeStatusTracker, 'succeed' | 'report' | 'setLasting'>;

/** A poll finds only the last press of each button. */
const missesPressesStatus = createResultStatus({ key: 'missesPresses' });

/**
 * Shows the last press, or the number of buttons on all bridges. On a polled bridge, shows a press briefly, then
 * warns that presses may be lost.
 */
class ButtonNodeStatus {
  readonly #listed = new Map<string | undefined, ListedButtons>();
  #lastPress: TranslatableStatusText | undefined;

  constructor(private readonly status: ButtonNodeStatusTracker) {
    status.setLasting({
      choose: () => (this.#missesPresses() ? missesPressesStatus : undefined),
    });
  }

  showPress(text: TranslatableStatusText): void {
    this.#lastPress = text;
    this.#show();
  }

  showListed(bridgeName: string | undefined, { problem, ...listed }: ListedButtons): void {
    const isNamed = problem !== undefined && bridgeName !== undefined;
    const shown = isNamed ? addBridgeToError(problem, bridgeName) : problem;
    this.#listed.set(bridgeName, { ...listed, problem: shown });
    this.#show();
  }

  #missesPresses(): boolean {
    const listed = [...this.#listed.values()];
    return (
      listed.every(({ problem }) => problem === undefined) &&
      listed.some(({ count, client }) => count > 0 && client.connectionState.mode !== 'stream')
    );
  }

  #show(): void {
    const listed = [...this.#listed.values()];
    const problem = listed.find((one) => one.problem !== undefined)?.problem;
    if (problem !== undefined) return this.status.report(problem);
    const count = listed.reduce((sum, one) => sum + one.count, 0);
    this.status.succeed(this.#lastPress ?? { key: 'listed', values: { count } });
  }
}

interface ButtonListener {
  /** @param messages one for each output */
  send(messages: (NodeMessage | null)[]): void;
  onPress(statusText: TranslatableStatusText): void;
  onListed(count: number, problem: BridgeError | undefined): void;
  fail(error: Error): void;
}

/** Sends the presses of the chosen buttons, bells and dials of one bridge. */
export class ButtonsOnBridge {
  readonly #watches = new Map<string, ResourceTypeWatch>();
  readonly #doublePresses: DoublePressDetector<SelectedPress> | undefined;
  readonly #resourceFilter: LazyResourceFilter;

  constructor(
    private readonly bridge: Bridge,
    private readonly settings: ButtonSettings,
    private readonly targets: readonly string[],
    private readonly listener: ButtonListener,
  ) {
    this.#resourceFilter = new LazyResourceFilter(
      () => resolveButtonFilter(bridge.stateReader, targets),
      (error) => listener.fail(explainUnknownBridge(error)),
    );
    const { interval, doubleWithin } = settings;
    if (doubleWithin !== undefined)
      this.#doublePresses = new DoublePressDetector(doubleWithin, {
        clock: systemClock,
        isShort: ({ event, change }) => event === findShortPressEvent(change.resource),
        toDouble: (one) => ({ ...one, event: 'double_short_release' }),
        emit: (one) => this.#emit(one),
      });
    for (const rtype of buttonResourceTypes) {
      const watch = new ResourceTypeWatch(bridge.client, rtype, interval, {
        onChange: (change) => {
          const receivedAt = performance.now();
          this.#resourceFilter.whenResolved((isSelected) =>
            this.#onChange(change, isSelected, performance.now() - receivedAt),
          );
        },
        onResourcesLoaded: () =>
          this.#resourceFilter.whenResolved((isSelected) =>
            this.#onResourcesLoaded(rtype, isSelected),
          ),
        onError: (error) => listener.fail(error),
      });
      this.#watches.set(rtype, watch);
    }
  }

  stop(): void {
    this.#resourceFilter.stop();
    this.#doublePresses?.stop();
    for (const watch of this.#watches.values()) watch.stop();
  }

  /** @param delay in ms, until the filter was resolved; a press that is too old is not sent */
  #onChange(change: ResourceChangeEvent, isSelected: ResourceFilter, delay: number): void {
    if (delay > defaultLimits.maxReportDelay || !isSelected(change.resource)) return;
    const press = parseReportedPress(change);
    if (press === undefined) return;
    const { id: rid } = change.resource;
    const selected = { ...press, rid, change, outputs: this.#selectEvents(isSelected) };
    if (this.#doublePresses === undefined) this.#emit(selected);
    else this.#doublePresses.take(selected);
  }

  /**
   * Short presses only, as for a new node, includes double presses. It means every press where no chosen button, bell or
   * dial reports a short press.
   */
  #selectEvents(isSelected: ResourceFilter): ButtonOutputPortSettings {
    const { outputs, doubleWithin } = this.settings;
    if (outputs.split === 'rules' || outputs.events !== defaultEvent) return outputs;
    const { stateCache } = this.bridge.client;
    const hasShortPress = buttonResourceTypes
      .flatMap((rtype) => stateCache.byType(rtype))
      .some((button) => isSelected(button) && listButtonEvents(button).includes(defaultEvent));
    if (!hasShortPress) return { ...outputs, events: '' };
    return doubleWithin === undefined
      ? outputs
      : { ...outputs, events: `${defaultEvent},double_short_release` };
  }

  #emit({ change, outputs: selected, rid: _rid, ...press }: SelectedPress): void {
    const { event, button } = press;
    const outputs = matchButtonOutputs(selected, { event, button: String(button ?? '') });
    if (!outputs.includes(true)) return;
    const { stateCache } = this.bridge.client;
    const message = (): NodeMessage =>
      createPressMessage(stateCache, change, press, this.settings.output);
    this.listener.send(outputs.map((isAddressed) => (isAddressed ? message() : null)));
    this.listener.onPress(createButtonPressStatusText(press));
  }

  #onResourcesLoaded(rtype: string, isSelected: ResourceFilter): void {
    const buttons = this.bridge.client.stateCache.byType(rtype).filter(isSelected);
    this.#watches.get(rtype)?.setActive(buttons.length > 0);
    this.#updateStatus(isSelected);
  }

  #updateStatus(isSelected: ResourceFilter): void {
    const watches = [...this.#watches.values()];
    if (!watches.every(({ isLoaded: isKnown }) => isKnown)) return;
    const { stateCache } = this.bridge.client;
    const all = buttonResourceTypes.flatMap((rtype) => stateCache.byType(rtype));
    const found = all.filter(isSelected);
    const problem = findMissingTargets(stateCache, this.targets, found, {
      kind: 'button',
      describeOther: (label) => `${label} has no button, bell or dial: pick another device.`,
    });
    this.listener.onListed(found.length, problem);
  }
}

interface SelectedPress extends ButtonPress {
  readonly rid: string;
  readonly change: ResourceChangeEvent;
  readonly outputs: ButtonOutputPortSettings;
}

const translatedEvents: ReadonlySet<string> = new Set(pressEventNames);

const maxEventLength = 10;

function createPressMessage(
  stateCache: StateCache,
  { resource, cause }: ResourceChangeEvent,
  press: ButtonPress,
  output: 'press' | 'event',
): NodeMessage {
  const { id: rid, type: rtype } = resource;
  const { event, button, updated, rotation } = press;
  const names = stateCache.displayNames(rid);
  const { name = rid, room } = names;
  const owner = stateCache.ownerRid(resource);
  const device = owner === undefined ? names.name : stateCache.name(owner);
  const pressData = {
    event,
    button,
    ...(device === undefined ? {} : { device }),
    ...(room === undefined ? {} : { room }),
    ...rotation,
    // Tells a receiver that a press has no release.
    ...(rotation === undefined && findShortPressEvent(resource) === 'initial_press'
      ? { events: listButtonEvents(resource) }
      : {}),
    ...(updated === undefined ? {} : { updated }),
  };
  return {
    payload: output === 'event' ? event : pressData,
    topic: `${rtype}/${name}`,
    press: { ...pressData },
    resource: cloneJson(resource),
    ...collectDeviceMembers(stateCache, resource),
    bridge: { occasion: rotation === undefined ? 'press' : 'turn', rtype, rid, ...names, cause },
  };
}

function createButtonPressStatusText({
  event,
  rotation,
  ...press
}: ButtonPress): TranslatableStatusText {
  const button = press.button ?? '';
  const time = formatTimeOrDate(new Date());
  if (rotation !== undefined)
    return { key: 'press.turn', values: { degrees: rotation.degrees, time } };
  return translatedEvents.has(event)
    ? { key: `press.${event}`, values: { button, time } }
    : { key: 'press.other', values: { button, event: event.slice(0, maxEventLength), time } };
}

/**
 * @param targets ids, names or `Room/Name` of devices, or of single buttons such as `Dimmer 2`; empty for all
 * @returns a problem if a name matches no resource or several; a promise if the bridge must be read, rejected with a
 * `BridgeError`
 */
function resolveButtonFilter(
  stateReader: StateReader,
  targets: readonly string[],
): ParseResult<ResourceFilter> | Promise<ParseResult<ResourceFilter>> {
  if (targets.length === 0) return accept(() => true);
  const resolve = (stateCache: StateCache): ParseResult<ResourceFilter> => {
    const rids: string[] = [];
    for (const target of targets) {
      if (idPattern.test(target)) {
        rids.push(target);
        continue;
      }
      const resolved = resolveButtonTarget(stateCache, target);
      if (!resolved.ok) return resolved;
      rids.push(resolved.value.rid);
    }
    return accept((resource) =>
      rids.some((rid) => resource.id === rid || stateCache.ownerRid(resource) === rid),
    );
  };
  return targets.every((target) => idPattern.test(target))
    ? resolve(stateReader.stateCache)
    : stateReader.find(resolve, maxCacheAges.forWatching, true);
}

export type ButtonNodeDef = NodeSettings<
  | keyof StoredTarget
  | keyof ButtonOutputPortSettings
  | 'output'
  | 'doubleWithin'
  | 'format'
  | 'interval'
>;

interface ButtonSettings {
  outputs: ButtonOutputPortSettings;
  /** All properties of a press, or the event name. */
  output: 'press' | 'event';
  /** In ms; undefined if two presses are no double press. */
  doubleWithin?: number | undefined;
  /** In ms. */
  interval: number;
}

/** In ms. */
const maxDoublePressTime = 5_000;

function parseDoubleWithin(setting: unknown): number | undefined {
  const text = parseUntrimmedText(setting);
  if (isSettingUnset(text)) return undefined;
  const parsed = parseBoundedDuration(text, formatSettingPath('doubleWithin'), maxDoublePressTime);
  const duration = getParsedOrThrow(parsed);
  return duration === 0 ? undefined : duration;
}

export function parseButtonSettings(def: ButtonNodeDef): ButtonSettings {
  const { rules } = def;
  const outputs: ButtonOutputPortSettings = { rules };
  for (const name of ['split', 'events', 'buttons'] as const) {
    const text = parseUntrimmedText(def[name]);
    if (text !== undefined) outputs[name] = text;
  }
  return {
    outputs,
    doubleWithin: parseDoubleWithin(def.doubleWithin),
    output: parseNonEmptyText(def.output) === 'event' ? 'event' : 'press',
    interval: parseInterval(def.interval, defaultPollingIntervals.button),
  };
}

interface DetectedPress {
  /** Of the button. */
  readonly rid: string;
  readonly event: string;
}

interface WaitingPress<Press> {
  readonly press: Press;
  readonly timer: TimerHandle;
}

/**
 * Joins two short presses of one button to a double press. A short press waits until the time is over.
 *
 * | State   | short press                        | double press of the bridge  | held                 | time is over     | stop             |
 * | ------- | ---------------------------------- | --------------------------- | -------------------- | ---------------- | ---------------- |
 * | idle    | waiting                            | emits it                    | emits it             | -                | -                |
 * | waiting | emits a double press, then idle    | emits it alone, then idle   | emits both, then idle | emits the press, then idle | emits the press |
 *
 * Any other event is emitted at once and changes nothing, such as the beginning of the second press.
 */
export class DoublePressDetector<Press extends DetectedPress> {
  readonly #waiting = new Map<string, WaitingPress<Press>>();

  /**
   * @param within in ms
   * @param options.isShort whether an event is a short press of its button
   * @param options.toDouble turns the second press into a double press
   */
  constructor(
    private readonly within: number,
    private readonly options: {
      readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
      readonly isShort: (press: Press) => boolean;
      readonly toDouble: (press: Press) => Press;
      readonly emit: (press: Press) => void;
    },
  ) {}

  take(press: Press): void {
    const { clock, isShort, toDouble, emit } = this.options;
    const { rid, event } = press;
    if (isShort(press)) {
      if (this.#end(rid) !== undefined) return emit(toDouble(press));
      const timer = clock.setTimeout(() => this.#emitWaiting(rid), this.within);
      this.#waiting.set(rid, { press, timer });
      return undefined;
    }
    if (event === 'double_short_release') this.#end(rid);
    else if (event === 'long_press') this.#emitWaiting(rid);
    return emit(press);
  }

  stop(): void {
    for (const rid of this.#waiting.keys()) this.#emitWaiting(rid);
  }

  #emitWaiting(rid: string): void {
    const press = this.#end(rid);
    if (press !== undefined) this.options.emit(press);
  }

  #end(rid: string): Press | undefined {
    const waiting = this.#waiting.get(rid);
    if (waiting === undefined) return undefined;
    this.options.clock.clearTimeout(waiting.timer);
    this.#waiting.delete(rid);
    return waiting.press;
  }
}
