import type { NodeAPI, Node, NodeMessage } from 'node-red';
import { affectsProperty } from '../../bridge';
import type {
  BridgeError,
  ConnectionState,
  StateCache,
  ResourceChangeEvent,
  Watch,
  WatchOptions,
} from '../../bridge';
import { restatePurpose } from '../../bridge/error-messages';
import { findMomentaryInputReports, findChangedPaths } from '../../bridge/resource-state';
import { maxCacheAges } from '../../bridge/read-state';
import { idPattern, isWellFormedResourceTypeName } from '../../resources/identifiers';
import { getNestedMember, isDateTime } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import type { ResourceType } from '../../resources/table';
import { colorSpaceNames } from '../../units/color';
import type { ColorSpace } from '../../units/color';
import { splitCommaList } from '../../vocabulary/button';
import { lightFormatNames } from '../../vocabulary/formats/light-format';
import type { LightFormatName } from '../../vocabulary/formats/light-format';
import {
  createTargetResolver,
  resolveGroupTarget,
  buttonResourceTypes,
} from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import { accept } from '../../vocabulary/parse-result';
import type { ParseResult } from '../../vocabulary/parse-result';
import type { DeployedBridge } from '../bridge/deployed';
import {
  createPayloadSelector,
  createResourceMessage,
  createValueSelector,
  describeChangeForMessage,
  watchLampReachability,
  withUnreachableAsOff,
} from '../message';
import type {
  LightStateFormatter,
  PayloadSelector,
  ResourceMessageDetails,
  ReachabilityPowerChange,
} from '../message';
import type { NodeCode } from '../node';
import type { Bridge } from '../bridge/bridge';
import type { MessageFormat } from '../message-format';
import {
  splitByBridge,
  readAddressesOnStart,
  explainUnknownBridge,
  findMissingTargets,
  formatResourceLabel,
  describeTargets,
} from '../target';
import { addBridgeToMessage } from '../running';
import type { RunningOnBridges, Running, RunContext } from '../running';
import { copyAsSetting, parseChoice, addReadOnlyWarning } from '../settings';
import { parseInterval, defaultPollingIntervals } from '../numeric-settings';
import { isSettingUnset, parseNonEmptyText } from '../stored-settings';
import {
  createInvalidValueError,
  toError,
  addBridgeToError,
  createNodeClosedError,
  createNotConfiguredError,
} from '../errors';
import type { StoredTarget, NodeSettings } from '../stored-settings';
import { isConnectionLost, makeStatusText } from '../status';
import type { NodeStatusTracker, LazyStatusText, TranslatableStatusText } from '../status';
import { measurementStatusText, resourceStatusText } from '../resource-status';
import { LazyResourceFilter, getFilterOrThrow, isInGroup } from './filter-resources';
import type { FilterResolver, ResourceFilter } from './filter-resources';
import {
  CombinedMessages,
  readResourceValues,
  createYesNoOutputRouter,
  sortToOneOutput,
  isNumericCombination,
  valueCombinationMethods,
} from './poll-combination';
import type {
  PollOutputSettings,
  CombinedPart,
  CombinedResourceValue,
  YesNoOutputRouter,
} from './poll-combination';
import {
  createMissingReadingError,
  createMissingYesNoValueError,
  parseYesNoCondition,
} from './yes-no-condition';
import type { YesNoConditionSettings } from './yes-no-condition';

interface RunningPoll extends Running {
  /** @param addresses undefined for all watched ones */
  pollNow(addresses: unknown): Promise<PollAnswer>;
}

/** The poll node: asks the bridges of its targets for their states at an interval, or when a message comes. */
export const createPollNode: NodeCode<PollNodeDef, RunningPoll> = (deployed) => ({
  async start(context) {
    const { node, def, status, format } = deployed;
    const settings = parsePollSettings(def);
    const formatLight = settings.format === 'plain' ? undefined : format?.createLightFormatter();
    const bridgeId = parseNonEmptyText(def.bridge);
    const ownMessages = settings.output === 'value' ? format : undefined;
    const onBridges = new PollOnBridges({
      node,
      status,
      bridgeId,
      settings,
      formatLight,
      ownMessages,
    });
    const running = await deployed.startOnBridges(context, onBridges.start);
    await running.own?.current();
    return {
      pollNow: (addresses) => onBridges.pollNow(running, addresses),
      stop: () => running.stop(),
    };
  },
  async onInput(message) {
    const { RED } = deployed;
    const copy = copyMessage(RED, message);
    const addresses = findNamedTarget(deployed.def, message);
    deployed.format?.recordCommand(message);
    const { messages, problem } = await (await deployed.current()).pollNow(addresses);
    return {
      createMessages: () =>
        messages.map((output) =>
          output.map((stateMessage) =>
            Object.assign(RED.util.cloneMessage(copy), addReadOnlyWarning(stateMessage, copy)),
          ),
        ),
      ...(problem === undefined ? {} : { problem }),
    };
  },
});

/** Returns a target only if the node sends on request and its dialog has no target. */
function findNamedTarget({ emit, target }: PollNodeDef, message: NodeMessage): unknown {
  const mayName = emit === 'request' && isSettingUnset(target);
  const named = mayName ? getNestedMember(message, 'target') : undefined;
  return isSettingUnset(named) ? undefined : copyAsSetting(named, 'target').value;
}

function copyMessage(RED: NodeAPI, message: NodeMessage): NodeMessage {
  try {
    return RED.util.cloneMessage(message);
  } catch (thrown) {
    const reason = toError(thrown).message.slice(0, 200);
    throw createInvalidValueError(
      'msg',
      `this message cannot be copied: ${reason}. Nothing was sent.`,
    );
  }
}

interface PollNodeContext {
  readonly node: Node;
  readonly status: NodeStatusTracker;
  readonly bridgeId: string | undefined;
  readonly settings: PollSettings;
  readonly formatLight: LightStateFormatter | undefined;
  readonly ownMessages: MessageFormat | undefined;
}

export interface PollAnswer {
  /** By output. */
  readonly messages: NodeMessage[][];
  /** Of a bridge that did not answer, if others did. */
  readonly problem: Error | undefined;
}

interface PollRequest {
  readonly named: DeployedBridge | undefined;
  poll(): Promise<PolledResources | undefined>;
}

interface BridgeAnswer {
  readonly named: DeployedBridge | undefined;
  readonly polled: PolledResources;
}

interface PollPart extends Running {
  readonly running: PollOnBridge;
}

/** Runs a poll node on all bridges of its targets, with one status and, if asked, one combined value. */
export class PollOnBridges {
  readonly #status: JoinedPollStatus;
  #combined: CombinedMessages | undefined;

  constructor(private readonly context: PollNodeContext) {
    this.#status = new JoinedPollStatus(context.status, context.settings.combine !== undefined);
  }

  readonly start = async (def: PollNodeDef, context: RunContext): Promise<PollPart> => {
    const { node, bridge, bridgeName, bridgeCount = 1, send } = context;
    const { settings, formatLight, ownMessages } = this.context;
    const targets = await readAddressesOnStart(context, def);
    const { combine } = settings;
    if (combine !== undefined)
      this.#combined ??= new CombinedMessages(
        { ...settings, combine },
        bridgeCount,
        bridgeCount === 1 ? send : (messages) => node.send(messages),
      );
    const running = new PollOnBridge(bridge, settings, targets, {
      send,
      status: this.#status.createPart(bridgeName),
      formatLight,
      ownMessages,
      combined: this.#combined,
      bridgeName,
    });
    const stopConnectionMessages =
      def.connectionMessages === true ? sendConnectionMessages(bridge, send) : undefined;
    return {
      running,
      stop() {
        running.stop();
        stopConnectionMessages?.();
      },
    };
  };

  /**
   * @param addresses undefined for all watched resources
   * @throws {BridgeError} if no bridge can be read, or not all bridges of a combined value; if a target is no address
   * or is not found; if no value is to be sent
   */
  async pollNow(running: RunningOnBridges<PollPart>, addresses: unknown): Promise<PollAnswer> {
    const requests: readonly PollRequest[] =
      addresses === undefined
        ? running.parts.map((part) => ({
            named: part.named,
            poll: async () => (await part.current())?.running.pollNow([]),
          }))
        : this.#createNamedRequests(running, addresses);
    const settled = await Promise.allSettled(requests.map(askBridge));
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [problem] = settled.flatMap((one) =>
      one.status === 'rejected' && one.reason instanceof Error ? [one.reason] : [],
    );
    if (problem !== undefined && (answers.length === 0 || this.#combined !== undefined))
      throw problem;
    const messages = this.#createMessages(answers);
    const isAsked = answers.some(({ polled }) => polled.resources.length > 0);
    const isUndecided = messages.every((output) => output.length === 0);
    if (isUndecided && problem === undefined && (isAsked || this.#combined !== undefined))
      throw this.#createUndecidedError(answers);
    return { messages, problem };
  }

  #createNamedRequests(
    { own }: RunningOnBridges<PollPart>,
    addresses: unknown,
  ): readonly PollRequest[] {
    const onUnknownBridge = (error: Error): never => {
      throw error;
    };
    const requests = splitByBridge(addresses, 'target', onUnknownBridge);
    this.#status.clear();
    return requests.map(({ named, addresses: listed }) => {
      const targets = listed.includes('') ? [] : listed;
      const isOwn = named === undefined || named.id === this.context.bridgeId;
      return {
        named,
        poll: isOwn
          ? async () => (await own?.current())?.running.pollNow(targets)
          : () => this.#pollOnce(named, targets),
      };
    });
  }

  /** Polls a bridge that the node does not watch. */
  async #pollOnce(
    { name: bridgeName, session }: DeployedBridge,
    targets: readonly string[],
  ): Promise<PolledResources> {
    const { settings, formatLight, ownMessages } = this.context;
    const status = this.#status.createPart(bridgeName);
    const output = { send: () => undefined, status, formatLight, ownMessages, bridgeName };
    const running = new PollOnBridge(await session.open(), settings, targets, output);
    try {
      return await running.pollNow([]);
    } finally {
      running.stop();
    }
  }

  #createMessages(answers: readonly BridgeAnswer[]): NodeMessage[][] {
    const [only, ...others] = answers;
    const nameBridge = (
      outputs: NodeMessage[][],
      named: DeployedBridge | undefined,
    ): NodeMessage[][] =>
      named === undefined
        ? outputs
        : outputs.map((output) => output.map((message) => addBridgeToMessage(message, named.name)));
    if (this.#combined !== undefined) {
      const values = answers.flatMap(({ polled }) => polled.listValues());
      const outputs = this.#combined.createRequested(values);
      return nameBridge(outputs, others.length === 0 ? only?.named : undefined);
    }
    const joined: NodeMessage[][] = [];
    for (const { polled, named } of answers) {
      for (const [port, output] of nameBridge(polled.createMessages(), named).entries())
        (joined[port] ??= []).push(...output);
    }
    return joined;
  }

  #createUndecidedError(answers: readonly BridgeAnswer[]): BridgeError {
    const { rtype, isSplit } = this.context.settings;
    const [only, ...others] = answers;
    const name = others.length === 0 ? only?.polled.name : undefined;
    const createError = isSplit ? createMissingYesNoValueError : createMissingReadingError;
    return createError(name ?? rtype, rtype);
  }
}

async function askBridge(request: PollRequest): Promise<BridgeAnswer> {
  const { named } = request;
  try {
    const polled = await request.poll();
    if (polled === undefined) throw createNodeClosedError();
    return { named, polled };
  } catch (error) {
    throw named === undefined ? explainUnknownBridge(error) : addBridgeToError(error, named.name);
  }
}

/** Sends one message for the loss, and one for the return. Returns a function that stops them. */
function sendConnectionMessages(
  { client }: Pick<Bridge, 'client'>,
  send: RunContext['send'],
): () => void {
  let wasLost = false;
  const onStateChange = ({ kind, since, reason }: ConnectionState): void => {
    const isLost = isConnectionLost(kind);
    if (isLost === undefined || isLost === wasLost) return;
    wasLost = isLost;
    const message = {
      topic: 'connection',
      payload: { connected: !isLost, since: since.toISOString() },
      bridge: {
        occasion: isLost ? 'lost' : 'returned',
        ...(reason === undefined ? {} : { code: reason.code, reason: reason.message }),
      },
    };
    send([message]);
  };
  onStateChange(client.connectionState);
  return client.onConnectionChange(onStateChange);
}

type ResultStatus = Pick<NodeStatusTracker, 'succeed' | 'report'>;

/** Shows the number of resources on all bridges, or the state of a single resource. */
class JoinedPollStatus {
  readonly #parts = new Map<string | undefined, LazyStatusText | Error>();

  /** @param hasOneValue each part knows the combined value */
  constructor(
    private readonly tracker: ResultStatus,
    private readonly hasOneValue: boolean,
  ) {}

  createPart(bridgeName: string | undefined): ResultStatus {
    const show = (shown: LazyStatusText | Error): void => {
      this.#parts.set(bridgeName, shown);
      this.#show();
    };
    return {
      succeed: show,
      report: (error) =>
        show(bridgeName === undefined ? error : addBridgeToError(error, bridgeName)),
    };
  }

  clear(): void {
    this.#parts.clear();
  }

  #show(): void {
    const texts: LazyStatusText[] = [];
    for (const shown of this.#parts.values()) {
      if (shown instanceof Error) return this.tracker.report(shown);
      texts.push(shown);
    }
    const [first, ...others] = texts;
    if (first === undefined) return;
    const isShownAlone = this.hasOneValue || others.length === 0;
    this.tracker.succeed(isShownAlone ? first : () => joinTexts(texts.map(makeStatusText)));
  }
}

function joinTexts(texts: readonly TranslatableStatusText[]): TranslatableStatusText {
  const [only, ...others] = texts.filter((text) => countResources(text) > 0);
  if (only !== undefined && others.length === 0) return only;
  const count = texts.reduce((sum, text) => sum + countResources(text), 0);
  return { key: 'listed', values: { count } };
}

const countResources = ({ key, values }: TranslatableStatusText): number =>
  key === 'listed' ? Number(values?.['count']) : 1;

interface PollListener {
  send: (messages: (NodeMessage | null)[]) => void;
  status: Pick<NodeStatusTracker, 'succeed' | 'report'>;
  formatLight?: LightStateFormatter | undefined;
  /** Undefined if the format has no messages of its own. */
  ownMessages?: MessageFormat | undefined;
  combined?: CombinedMessages | undefined;
  bridgeName?: string | undefined;
}

interface PolledResources {
  readonly resources: readonly Resource[];
  readonly name: string | undefined;
  listValues(): readonly CombinedResourceValue[];
  /** One for each resource, by output. */
  createMessages(): NodeMessage[][];
}

/** Watches the resources of a poll node on one bridge: chooses, compares, sends, and shows them in the status. */
export class PollOnBridge implements WatchOptions {
  readonly rtype: ResourceType;
  readonly interval: number;
  readonly rids?: readonly string[];
  readonly #stateCache: StateCache;
  readonly #selectPayload: PayloadSelector;
  readonly #status: PollNodeStatus;
  readonly #changeFilter: SignificantChangeFilter | undefined;
  readonly #watch: Watch;
  readonly #reachabilityWatch: Watch | undefined;
  readonly #resourceFilter: LazyResourceFilter;
  /** Reports only the chosen resource, so no filter is needed. */
  readonly #isWatchExact: boolean;
  readonly #combinedPart: CombinedPart;
  readonly #selectValue: PayloadSelector;
  readonly #outputs: YesNoOutputRouter | undefined;
  #isSelected: ResourceFilter | undefined;
  #hasPolled = false;
  #pendingRequests = 0;
  #stopped = false;
  readonly #unsentChanges: UnsentChanges | undefined;

  /** @param targets ids, names or `Room/Name`; empty for all */
  constructor(
    private readonly bridge: Pick<Bridge, 'client' | 'stateReader'>,
    private readonly settings: PollSettings,
    private readonly targets: readonly string[],
    private readonly output: PollListener,
  ) {
    this.#stateCache = bridge.client.stateCache;
    this.#selectPayload = createPayloadSelector(this.#stateCache, settings, {
      ...settings,
      formatLight: output.formatLight,
    });
    this.#changeFilter = SignificantChangeFilter.create(settings);
    if (settings.emit === 'poll') this.#unsentChanges = new UnsentChanges();
    const { rtype } = settings;
    const { client } = bridge;
    this.#selectValue = createValueSelector(this.#stateCache, settings);
    this.#combinedPart = {
      bridgeName: output.bridgeName,
      listValues: () => this.#listValues(this.#listWatched()),
      isConnected: () => client.connectionState.kind === 'connected',
    };
    this.#status = new PollNodeStatus(this.#stateCache, settings, output.combined, output.status);
    if (settings.isSplit) this.#outputs = createYesNoOutputRouter(settings.rule, this.#selectValue);
    const areIds = targets.every((target) => idPattern.test(target));
    this.#resourceFilter = new LazyResourceFilter(
      () => this.#findFilter(targets),
      (error) => output.status.report(explainUnknownBridge(error)),
    );
    this.rtype = settings.rtype;
    this.interval = settings.interval;
    if (areIds && targets.length > 0 && !settings.mayBeOwner) this.rids = targets;
    this.#isWatchExact = this.rids !== undefined && settings.room === '';
    this.#watch = client.watch(this);
    const tellsReachability = settings.unreachableIsOff || settings.format === 'huemagic';
    if (tellsReachability && (rtype === 'light' || rtype === 'grouped_light'))
      this.#reachabilityWatch = watchLampReachability(client, {
        ...settings,
        isEach: settings.format === 'huemagic',
        onChange: (change) => this.#onReachabilityChange(change),
      });
  }

  /** A node that sends changes needs only the first poll. */
  get wantsPolls(): boolean {
    return !this.#hasPolled || this.settings.emit === 'poll';
  }

  onPoll(resources: readonly Resource[], runStep: (step: () => void) => void): void {
    this.#resourceFilter.whenResolved((isSelected) => {
      this.#isSelected = isSelected;
      this.#onPolled(resources.filter(isSelected), runStep);
    });
  }

  onChange(change: ResourceChangeEvent): void {
    const filter = this.#resourceFilter;
    if (filter.resolved !== undefined) this.#onChange(change, filter.resolved);
    else filter.whenResolved((isSelected) => this.#onChange(change, isSelected));
  }

  onError(error: BridgeError): void {
    this.output.status.report(error);
  }

  onRecovered(): void {
    this.#resourceFilter.whenResolved((isSelected) =>
      this.#updateStatus(this.#getWatchedResources(isSelected)),
    );
  }

  /**
   * @param named ids, names or `Room/Name`; empty for all watched resources
   * @throws {BridgeError} if the bridge cannot be read, or a target is not found
   */
  async pollNow(named: readonly string[]): Promise<PolledResources> {
    this.#pendingRequests += 1;
    const targets = named.length === 0 ? this.targets : named;
    try {
      await this.#watch.pollNow();
      const resources = this.#getWatchedResources(
        named.length === 0
          ? await this.#resourceFilter.get()
          : getFilterOrThrow(await this.#findFilter(named)),
      );
      const missing = this.#findMissing(targets, resources);
      if (missing !== undefined) throw missing;
      this.#updateStatus(resources);
      const [only, ...others] = resources;
      return {
        resources,
        name:
          only === undefined || others.length > 0
            ? undefined
            : this.#stateCache.displayNames(only.id).name,
        listValues: () => this.#listValues(resources),
        createMessages: () =>
          this.#sort(
            resources.map((resource) => this.#createMessage({ occasion: 'request', resource })),
            false,
          ),
      };
    } catch (error) {
      const target = describeTargets(this.#stateCache, targets);
      throw target === undefined ? error : restatePurpose(error, `read ${target}`);
    } finally {
      this.#pendingRequests -= 1;
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#status.stop();
    this.output.combined?.remove(this.#combinedPart);
    this.#resourceFilter.stop();
    this.#watch.stop();
    this.#reachabilityWatch?.stop();
  }

  #onPolled(resources: readonly Resource[], runStep: (step: () => void) => void): void {
    const isFirstPoll = !this.#hasPolled;
    this.#hasPolled = true;
    if (this.output.combined !== undefined)
      this.#sendCombinedPoll(this.output.combined, isFirstPoll);
    this.#updateStatus(resources);
    if (this.output.combined !== undefined || this.#pendingRequests > 0) return;
    const { emit, emitAtStart } = this.settings;
    const occasion = isFirstPoll && emitAtStart ? 'start' : 'poll';
    if (emit === 'request' || (occasion === 'poll' && emit === 'change')) return;
    for (const resource of resources) runStep(() => this.#sendPolled(resource, occasion));
  }

  #sendCombinedPoll(combined: CombinedMessages, isFirstPoll: boolean): void {
    const { emit, emitAtStart } = this.settings;
    const isRequested = this.#pendingRequests > 0;
    if (isFirstPoll && (emit !== 'poll' || emitAtStart))
      // The next change is compared with this state.
      combined.add(this.#combinedPart, emitAtStart && emit !== 'request' && !isRequested);
    else if (emit === 'poll' && !isRequested) combined.onPolled(this.#combinedPart);
  }

  #onChange(change: ResourceChangeEvent, isSelected: ResourceFilter): void {
    if (!this.#isWatchExact && !isSelected(change.resource)) return;
    // The message must not wait for the status.
    if (!(this.settings.isMoment && isPastInput(change))) {
      if (this.output.combined !== undefined) this.output.combined.sendIfChanged();
      else this.#emitChange(change);
    }
    if (change.kind !== 'changed' || this.output.combined !== undefined)
      this.#updateStatusLater(isSelected);
    else this.#status.showChange(change.resource);
  }

  #onReachabilityChange({ resource, before, now, cause }: ReachabilityPowerChange): void {
    this.#resourceFilter.whenResolved((isSelected) => {
      if (!isSelected(resource)) return;
      const kind = 'changed';
      const event = { resource, previous: resource, changed: ['reachable'], cause };
      if (this.output.combined !== undefined) this.output.combined.sendIfChanged();
      else
        this.#emitChange(
          { kind, own: false, ...event },
          { resource: now, previous: before, changed: ['on.on'] },
        );
      this.#updateStatusLater(isSelected);
    });
  }

  #emitChange(
    change: Omit<ResourceChangeEvent, 'reports'>,
    compared: Pick<ResourceChangeEvent, 'resource' | 'previous' | 'changed'> = change,
  ): void {
    const { resource, previous, kind, own } = change;
    const { emit, origin } = this.settings;
    if (kind === 'deleted') this.#forget(resource.id);
    if (emit === 'poll') {
      if (kind === 'changed' && previous !== undefined) this.#unsentChanges?.record(previous);
      return;
    }
    if (emit === 'request') return;
    if (origin !== 'any' && (origin === 'own') !== own) return;
    const isSignificant =
      compared.previous === undefined ||
      kind !== 'changed' ||
      this.#changeFilter === undefined ||
      this.#changeFilter.isSignificant(compared.resource, compared.previous, compared.changed);
    if (!isSignificant) return;
    this.#send(this.#createMessage(describeChangeForMessage(change)));
  }

  #createMessage(resourceEvent: ResourceMessageDetails): NodeMessage {
    if (resourceEvent.occasion !== 'deleted')
      this.#changeFilter?.recordEmitted(resourceEvent.resource);
    const message = createResourceMessage(this.#stateCache, this.#selectPayload, resourceEvent);
    return this.output.ownMessages?.formatMessage(this.#stateCache, message) ?? message;
  }

  #forget(rid: string): void {
    this.#changeFilter?.forget(rid);
    this.#unsentChanges?.forget(rid);
  }

  #send(message: NodeMessage, isChange = true): void {
    if (this.#stopped) return;
    this.output.send(this.#sort([message], isChange).map(([first]) => first ?? null));
  }

  #sendPolled(resource: Resource, occasion: 'poll' | 'start'): void {
    if (this.#stopped) return;
    const change = this.#unsentChanges?.take(resource);
    this.#send(this.#createMessage({ occasion, resource, ...change }), false);
  }

  #sort(messages: NodeMessage[], isChange: boolean): NodeMessage[][] {
    return this.#outputs?.sort(messages, isChange) ?? sortToOneOutput(messages, this.settings);
  }

  #updateStatus(resources: readonly Resource[]): void {
    this.#status.show(resources, this.#findMissing(this.targets, resources));
  }

  #findMissing(
    targets: readonly string[],
    resources: readonly Resource[],
  ): BridgeError | undefined {
    const { rtype, room } = this.settings;
    return findMissingTargets(this.#stateCache, targets, resources, {
      kind: rtype,
      describeOther: (label) =>
        `${label} is not in ${formatResourceLabel(this.#stateCache, room) ?? room}: pick another, or another room or zone.`,
    });
  }

  #updateStatusLater(isSelected: ResourceFilter): void {
    const listResources = (): readonly Resource[] => this.#getWatchedResources(isSelected);
    if (this.targets.length > 0) this.#updateStatus(listResources());
    else this.#status.showLater(listResources);
  }

  #findFilter(targets: readonly string[]): ReturnType<FilterResolver> {
    const { room, mayBeOwner } = this.settings;
    const byName = room !== '' || mayBeOwner || !targets.every((one) => idPattern.test(one));
    return this.bridge.stateReader.find(
      (stateCache) => resolvePollFilter(stateCache, this.settings, targets),
      maxCacheAges.forWatching,
      byName,
    );
  }

  #listWatched(): readonly Resource[] {
    return this.#isSelected === undefined ? [] : this.#getWatchedResources(this.#isSelected);
  }

  #listValues(resources: readonly Resource[]): readonly CombinedResourceValue[] {
    return readResourceValues(
      this.#stateCache,
      resources,
      this.#selectValue,
      this.output.bridgeName,
    );
  }

  #getWatchedResources(isSelected: ResourceFilter): Resource[] {
    return this.#stateCache.byType(this.settings.rtype).filter(isSelected);
  }
}

/** True for inputs during a gap, or that were already reported. */
const isPastInput = ({ kind, resource, changed, reports }: ResourceChangeEvent): boolean =>
  kind === 'changed' &&
  reports.length === 0 &&
  findMomentaryInputReports(resource, changed).length > 0;

/**
 * Resolves names once. Does not look up ids, so that a resource that is added later matches too.
 *
 * @param targets ids, names or `Room/Name`; empty for all
 * @returns a problem if a name matches no resource or several
 */
export function resolvePollFilter(
  stateCache: StateCache,
  { rtype, room }: PollSettings,
  targets: readonly string[],
): ParseResult<ResourceFilter> {
  const rids = new Set<string | undefined>();
  for (const target of targets) {
    const targetRid = resolveRid(stateCache, target, createTargetResolver([rtype]), 'target');
    if (!targetRid.ok) return targetRid;
    rids.add(targetRid.value);
  }
  const groupRid = resolveRid(stateCache, room, resolveGroupTarget, 'room');
  if (!groupRid.ok) return groupRid;
  const isTarget: ResourceFilter = ({ id }) => rids.size === 0 || rids.has(id);
  const rid = groupRid.value;
  if (rid === undefined) return accept(isTarget);
  return accept((resource) => isTarget(resource) && isInGroup(stateCache, rid, resource));
}

function resolveRid(
  stateCache: StateCache,
  target: string,
  resolveTarget: TargetResolver,
  settingName: string,
): ParseResult<string | undefined> {
  if (target === '') return accept(undefined);
  if (idPattern.test(target) && stateCache.get(target) === undefined) return accept(target);
  const resolved = resolveTarget(stateCache, target, settingName);
  return resolved.ok ? accept(resolved.value.rid) : resolved;
}

/** Decides by the properties and the smallest change of the node. */
export class SignificantChangeFilter {
  /** By resource id; only to compare numbers. */
  readonly #lastEmitted = new Map<string, Resource>();

  private constructor(private readonly settings: PollSettings) {}

  /** Undefined if every change is significant. */
  static create(settings: PollSettings): SignificantChangeFilter | undefined {
    const { properties, smallestChange } = settings;
    return properties.length === 0 && smallestChange === 0
      ? undefined
      : new SignificantChangeFilter(settings);
  }

  /** Stores a sent state: small changes in one direction add up. */
  recordEmitted(resource: Resource): void {
    if (this.settings.smallestChange > 0) this.#lastEmitted.set(resource.id, resource);
  }

  forget(rid: string): void {
    this.#lastEmitted.delete(rid);
  }

  isSignificant(resource: Resource, previous: Resource, changed: readonly string[]): boolean {
    const { properties } = this.settings;
    const relevantPaths =
      properties.length === 0
        ? changed
        : changed.filter((path) =>
            properties.some((property) => affectsProperty([path], property)),
          );
    if (this.settings.smallestChange === 0) return relevantPaths.length > 0;
    const baseline = this.#lastEmitted.get(resource.id) ?? previous;
    if (!this.#lastEmitted.has(resource.id)) this.#lastEmitted.set(resource.id, previous);
    return relevantPaths.some((path) =>
      this.#isLargeEnough(getPropertyAt(baseline, path), getPropertyAt(resource, path)),
    );
  }

  #isLargeEnough(before: unknown, after: unknown): boolean {
    if (typeof before === 'number' && typeof after === 'number') {
      return Math.abs(after - before) >= this.settings.smallestChange;
    }
    // Each measurement changes the time in the report.
    return before !== after && !(isDateTime(before) && isDateTime(after));
  }
}

const getPropertyAt = (resource: Resource, path: string): unknown =>
  getNestedMember(resource, ...path.split('.'));

/** Changes since the last message, for a node that sends every poll. */
class UnsentChanges {
  /** State in the last message. */
  readonly #before = new Map<string, Resource>();

  /** Keeps the state before the first change. */
  record(previous: Resource): void {
    if (!this.#before.has(previous.id)) this.#before.set(previous.id, previous);
  }

  take(resource: Resource): Pick<ResourceMessageDetails, 'previous' | 'changed'> {
    const previous = this.#before.get(resource.id);
    if (previous === undefined) return {};
    this.#before.delete(resource.id);
    return { previous, changed: findChangedPaths(previous, resource) };
  }

  forget(rid: string): void {
    this.#before.delete(rid);
  }
}

/** Shows the states of the polled resources as the status of the node. */
export class PollNodeStatus {
  /** Only the status of a single resource changes with its state. */
  #shownCount = 0;
  #stopped = false;

  constructor(
    private readonly stateCache: StateCache,
    private readonly settings: Pick<PollSettings, 'unreachableIsOff' | 'combine' | 'rtype'>,
    private readonly combined: Pick<CombinedMessages, 'value'> | undefined,
    private readonly status: Pick<NodeStatusTracker, 'succeed' | 'report'>,
  ) {}

  show(resources: readonly Resource[], problem?: BridgeError): void {
    if (this.#stopped) return;
    this.#shownCount = resources.length;
    if (problem === undefined) this.status.succeed(() => this.#describe(resources));
    else this.status.report(problem);
  }

  /** Creates the list only when the status is shown. */
  showLater(listResources: () => readonly Resource[]): void {
    if (this.#stopped) return;
    this.#shownCount = 0;
    this.status.succeed(() => {
      const resources = listResources();
      this.#shownCount = resources.length;
      return this.#describe(resources);
    });
  }

  showChange(resource: Resource): void {
    if (this.#stopped || this.#shownCount !== 1) return;
    this.status.succeed(() => stateStatusText([this.#toShown(resource)]));
  }

  stop(): void {
    this.#stopped = true;
  }

  #describe(resources: readonly Resource[]): TranslatableStatusText {
    if (this.combined === undefined)
      return stateStatusText(
        resources.length === 1 ? resources.map((only) => this.#toShown(only)) : resources,
      );
    const { combine, rtype } = this.settings;
    const { value = null } = this.combined;
    if (value === null) return { key: 'noValue' };
    if (typeof value === 'number')
      return measurementStatusText(value, combine === 'count' ? undefined : rtype);
    return { key: value ? 'yes' : 'no' };
  }

  #toShown(resource: Resource): Resource {
    return this.settings.unreachableIsOff
      ? withUnreachableAsOff(this.stateCache, resource)
      : resource;
  }
}

export function stateStatusText(resources: readonly Resource[]): TranslatableStatusText {
  const [only] = resources;
  return resources.length === 1 && only !== undefined
    ? resourceStatusText(only)
    : { key: 'listed', values: { count: resources.length } };
}

export interface PollSettings extends PollOutputSettings {
  /** In ms. */
  interval: number;
  /** A typed target may be the id of a device, a room or a zone. */
  mayBeOwner: boolean;
  /** `resource`, `value` or the path of a property. */
  output: string;
  /** For the plain value of lamps and groups. */
  format: LightFormatName;
  /** For red, green and blue; undefined for the lamp's own colours. */
  colorSpace?: ColorSpace | undefined;
  /** Empty for all. */
  properties: readonly string[];
  /** Id or name; empty for all. */
  room: string;
  origin: 'any' | 'own' | 'foreign';
  emitAtStart: boolean;
  /** For an event such as a press, which is not sent later. */
  isMoment: boolean;
  unreachableIsOff: boolean;
}

export type PollNodeDef = NodeSettings<
  | keyof PollSettings
  | keyof YesNoConditionSettings
  | keyof StoredTarget
  | 'split'
  | 'connectionMessages'
  | 'colorNames'
>;

/**
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if no type is chosen; ERR_BRIDGE_INVALID_COMMAND for a wrong choice
 * of colours
 */
export function parsePollSettings(def: PollNodeDef): PollSettings {
  const { rtype } = def;
  if (!isWellFormedResourceTypeName(rtype)) {
    throw createNotConfiguredError(
      'NO_TYPE',
      'No resource type is chosen. Open the node and choose what to watch.',
    );
  }
  const isSplit = def.split === 'yes-no';
  const isMoment = buttonResourceTypes.some((type) => type === rtype);
  const combine = valueCombinationMethods.find((name) => name === def.combine);
  const isRuleUsed = isSplit || (combine !== undefined && !isNumericCombination(combine));
  return {
    rtype,
    colorSpace: parseChoice(def.colorSpace, colorSpaceNames, 'colorSpace'),
    interval: parseInterval(def.interval, defaultPollingIntervals.poll),
    emit: def.emit === 'poll' || def.emit === 'request' ? def.emit : 'change',
    mayBeOwner: def.targetType === 'str',
    output: parseNonEmptyText(def.output) ?? 'value',
    format: lightFormatNames.find((name) => name === def.format) ?? 'plain',
    properties: splitCommaList(parseNonEmptyText(def.properties)),
    smallestChange: parsePositiveNumber(def.smallestChange) ?? 0,
    room: parseNonEmptyText(def.room) ?? '',
    origin: def.origin === 'own' || def.origin === 'foreign' ? def.origin : 'any',
    emitAtStart: !isMoment && def.emitAtStart === true,
    onlyReadings: def.onlyReadings === true,
    isMoment,
    unreachableIsOff: def.unreachableIsOff === true,
    ...(combine === undefined ? {} : { combine }),
    isSplit,
    rule: parseYesNoCondition(isRuleUsed ? def : {}),
  };
}

function parsePositiveNumber(value: unknown): number | undefined {
  const number = Number(parseNonEmptyText(value) ?? 0);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
