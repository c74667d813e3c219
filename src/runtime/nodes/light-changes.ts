import type { NodeDef } from 'node-red';
import type { BridgeError, Watch, WatchOptions } from '../../bridge';
import { WrittenValues } from '../../bridge/own-writes';
import { systemClock } from '../../bridge/clock';
import { getNestedMember } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import type { ResourceType } from '../../resources/table';
import type { PlainLight } from '../../resources/types/light';
import { colorSpaceNames } from '../../units/color';
import { resolveLightTarget } from '../../vocabulary/lookup';
import { readAddressOnStart, splitAddresses } from '../target';
import {
  readLightState,
  readPlainLight,
  createResourceMessage,
  describeChangeForMessage,
  withUnreachableAsOff,
  watchLampReachability,
} from '../message';
import type { PayloadSelector, ResourceMessageDetails, ReachabilityPowerChange } from '../message';
import type { ActionNodeDef } from '../command-node';
import { isTargetFixed, isSettingUnset, parseNonEmptyText } from '../stored-settings';
import { sendInFormat } from '../running';
import type { RunContext } from '../running';
import { getChoiceOrThrow, parseChoice } from '../settings';
import { createSettingError, formatSettingPath } from '../errors';
import { ResourceSearch } from './find-resource';

export interface LightDefWithChanges extends ActionNodeDef {
  onlyIf?: unknown;
  /** Leaves out changes by commands of this node. */
  foreignChanges?: unknown;
}

type LightChangesSettings = Omit<LightDefWithChanges, keyof NodeDef>;

/** The state, also in the node's format, or a property of it. */
const sentChoices = [
  'value',
  'format',
  'on',
  'brightness',
  'wholeBrightness',
  'kelvin',
  'color',
  'effect',
  'gradient',
] as const;

/** Without this, `startLightChanges` does nothing. */
export const asksForLightChanges = ({ changes, onlyIf }: LightChangesSettings): boolean =>
  !isSettingUnset(changes) || dependsOnHand(onlyIf);

const dependsOnHand = (onlyIf: unknown): boolean => parseNonEmptyText(onlyIf) === 'notSetByHand';

/**
 * Sends the state to the second output, at the start and after each change.
 *
 * @returns undefined if the node sends no changes
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a wrong setting
 */
export async function startLightChanges(
  settings: LightChangesSettings,
  context: RunContext,
): Promise<{ stop(): void } | undefined> {
  const { changes, format, onlyIf } = settings;
  // Starts to record lamps that somebody sets by hand.
  if (dependsOnHand(onlyIf)) context.bridge.watchLampsSetByHand();
  if (isSettingUnset(changes)) return undefined;
  // HueMagic sends no state at the start, and reports whether a lamp is reachable.
  const isHueMagic = changes === 'format' && format === 'huemagic';
  const selectPayload = createSelector(context, settings);
  if (!isTargetFixed(settings)) {
    const expected = 'a lamp or group that is named in the dialog, whose changes can be sent';
    throw createSettingError('changes', expected, settings.target);
  }
  const addresses = splitAddresses(await readAddressOnStart(context, settings));
  const onlyExternal = settings.foreignChanges === true;
  const unreachableIsOff = settings.unreachableIsOff === true;
  const mayBeOwner = isHueMagic || settings.targetType === 'str';
  const sent = { selectPayload, onlyExternal, unreachableIsOff, isHueMagic, mayBeOwner };
  const senderContext = isHueMagic ? { ...context, send: sendInFormat(context) } : context;
  const senders = addresses.map(
    (address) => new LightChangeSender(senderContext, { ...sent, address }),
  );
  for (const sender of senders) sender.start();
  return {
    stop() {
      for (const sender of senders) sender.stop();
    },
  };
}

function createSelector(
  context: RunContext,
  { changes, unreachableIsOff, colorSpace: space }: LightChangesSettings,
): PayloadSelector {
  const { bridge, format } = context;
  const { stateCache } = bridge.client;
  const colorSpace = parseChoice(space, colorSpaceNames, 'colorSpace');
  const toCounted = (resource: Resource): Resource =>
    unreachableIsOff === true ? withUnreachableAsOff(stateCache, resource) : resource;
  const readLight = (resource: Resource): PlainLight =>
    readPlainLight(stateCache, toCounted(resource), colorSpace);
  const setting = { value: changes, path: formatSettingPath('changes') };
  const choice = getChoiceOrThrow(setting, sentChoices);
  if (choice === 'value') return readLight;
  if (choice === 'format') {
    const formatLight = format?.createLightFormatter(format.findWiredEchoDevice());
    return (resource) =>
      readLightState(stateCache, toCounted(resource), { colorSpace, formatLight });
  }
  if (choice === 'brightness') return (resource) => getShownBrightness(readLight(resource));
  if (choice === 'wholeBrightness')
    return (resource) => toWholePercent(getShownBrightness(readLight(resource)));
  return (resource) => getNestedMember(readLight(resource), choice);
}

/** Returns undefined for a lamp that is off: its stored brightness is not visible. */
const getShownBrightness = ({ on, brightness }: PlainLight): number | undefined =>
  on === false && brightness !== undefined ? 0 : brightness;

/** At least 1 while the lamp is on: a slider with whole steps would send 0 back, which turns the lamp off. */
const toWholePercent = (brightness: number | undefined): number | undefined =>
  brightness === undefined || brightness === 0 ? brightness : Math.max(1, Math.round(brightness));

const lightTypes = ['light', 'grouped_light'] as const;

/** In ms after its transition: a polled bridge reports a command's changes late. */
const memory = 10_000;

interface SentChanges {
  readonly address: string;
  readonly selectPayload: PayloadSelector;
  readonly onlyExternal: boolean;
  readonly unreachableIsOff: boolean;
  /** Sends each change, also of reachability, but no state at the start. */
  readonly isHueMagic: boolean;
  /** The target may be the id of a device, a room or a zone. */
  readonly mayBeOwner: boolean;
}

/** Sends the states that a lamp or group takes, on the second output of a light node. */
class LightChangeSender {
  readonly #search: ResourceSearch;
  readonly #unsubscribe: () => void;
  readonly #ownValues = new WrittenValues(systemClock, memory);
  /** Several types until the type of the id is known. */
  readonly #watches = new Map<ResourceType, readonly Watch[]>();
  /** JSON; an equal payload is not sent again. */
  #lastPayload: string | undefined;
  #stopped = false;

  constructor(
    private readonly context: RunContext,
    private readonly sent: SentChanges,
  ) {
    const { client, stateReader } = context.bridge;
    this.#search = new ResourceSearch(stateReader, {
      address: sent.address,
      resolveTarget: resolveLightTarget,
      mayBeOwner: sent.mayBeOwner,
      onFound: ({ rid, rtype }) => this.#startWatching(rid, rtype),
      onError: context.onError,
    });
    const stopConnection = client.onConnectionChange(({ kind }) => {
      if (kind === 'connected') this.start();
    });
    const stopWrites = client.onWrite(({ members, sender }) => {
      if (sender === context.node.id) this.#ownValues.record(members);
      return undefined;
    });
    this.#unsubscribe = () => {
      stopConnection();
      stopWrites();
    };
  }

  /** Searches for the target again on the next connection if the read fails. */
  start(): void {
    if (this.#watches.size === 0) void this.#search.look();
  }

  stop(): void {
    this.#stopped = true;
    this.#search.stop();
    this.#unsubscribe();
    this.#stopWatching();
  }

  /** @param rtype undefined for a picked id before the first read */
  #startWatching(rid: string, rtype: ResourceType | undefined): void {
    for (const type of rtype === undefined ? lightTypes : [rtype])
      this.#watches.set(type, this.#watchType(rid, type));
  }

  #stopWatching(isNeeded: (rtype: ResourceType) => boolean = () => false): void {
    for (const [rtype, watches] of this.#watches) {
      if (isNeeded(rtype)) continue;
      for (const watch of watches) watch.stop();
      this.#watches.delete(rtype);
    }
  }

  #watchType(rid: string, rtype: ResourceType): readonly Watch[] {
    const { client } = this.context.bridge;
    const watch = client.watch(this.#createWatchOptions(rid, rtype));
    if (!this.sent.unreachableIsOff && !this.sent.isHueMagic) return [watch];
    const onChange = ({ resource, cause }: ReachabilityPowerChange): void => {
      if (resource.id !== rid) return;
      const changed = ['reachable'];
      this.#send({ occasion: 'changed', resource, previous: resource, changed, cause, own: false });
    };
    const isEach = this.sent.isHueMagic;
    return [watch, watchLampReachability(client, { rtype, interval: 0, isEach, onChange })];
  }

  #createWatchOptions(rid: string, rtype: ResourceType): WatchOptions {
    const isStarting = (): boolean => this.#lastPayload === undefined;
    return {
      rtype,
      rids: [rid],
      get wantsPolls() {
        return isStarting();
      },
      onPoll: ([resource]) => {
        if (resource !== undefined && isStarting()) this.#send({ occasion: 'start', resource });
      },
      onChange: (change) => this.#send(describeChangeForMessage(change)),
      onError: (error: BridgeError) => this.context.onError(error),
    };
  }

  #send(change: ResourceMessageDetails): void {
    const { selectPayload, onlyExternal, isHueMagic } = this.sent;
    const payload = toComparable(change, selectPayload);
    if (payload === this.#lastPayload || this.#stopped) return;
    if (this.#lastPayload === undefined)
      this.#stopWatching((rtype) => rtype === change.resource.type);
    this.#lastPayload = payload;
    if (isHueMagic && change.occasion === 'start') return;
    if (onlyExternal && change.own === true && this.#ownValues.explain(change) === true) return;
    const { send, bridge } = this.context;
    send([null, createResourceMessage(bridge.client.stateCache, selectPayload, change)]);
  }
}

const toComparable = (
  { occasion, resource }: { occasion: ResourceMessageDetails['occasion']; resource: Resource },
  selectPayload: PayloadSelector,
): string => (occasion === 'deleted' ? 'deleted' : JSON.stringify(selectPayload(resource) ?? null));
