import type { NodeAPI, NodeMessage } from 'node-red';
import type {
  BridgeClient,
  BridgeError,
  ConnectionState,
  StateCache,
  ResourceChangeEvent,
  Watch,
  WatchOptions,
} from '../../bridge';
import { restatePurpose } from '../../bridge/error-messages';
import { findMomentaryInputReports } from '../../bridge/resource-state';
import { maxCacheAges } from '../../bridge/read-state';
import { asksForHistory } from '../../vocabulary/read-payload';
import { idPattern } from '../../resources/identifiers';
import { getNestedMember } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import type { ResourceType } from '../../resources/table';
import type { DeployedBridge } from '../bridge/deployed';
import {
  createPayloadSelector,
  createResourceMessage,
  createValueSelector,
  describeChangeForMessage,
  watchLampReachability,
} from '../message';
import type {
  LightStateFormatter,
  PayloadSelector,
  ResourceMessageDetails,
  ReachabilityPowerChange,
} from '../message';
import type { DeployedNode, NodeCode } from '../node';
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
import type { BridgePart, RunningOnBridges, Running, RunContext } from '../running';
import { copyAsSetting, addReadOnlyWarning } from '../settings';
import { isSettingUnset, parseNonEmptyText } from '../stored-settings';
import {
  createInvalidValueError,
  toError,
  addBridgeToError,
  createNodeClosedError,
} from '../errors';
import { isConnectionLost } from '../status';
import type { NodeStatusTracker } from '../status';
import { LazyResourceFilter, getFilterOrThrow, resolveResourceFilter } from './filter-resources';
import type { FilterResolver, ResourceFilter } from './filter-resources';
import { SignificantChangeFilter, UnsentChanges } from './poll-changes';
import { CombinedMessages, createResourceOutputs, readResourceValues } from './poll-combination';
import type { CombinedPart, CombinedResourceValue, PollOutputs } from './poll-combination';
import { parsePollSettings } from './poll-settings';
import type { PollNodeDef, PollSettings } from './poll-settings';
import { JoinedPollStatus, PollNodeStatus } from './poll-status';
import { createMissingReadingError, createMissingYesNoValueError } from './yes-no-condition';

/** The poll node: asks the bridges of its targets for their states at an interval, or when a message comes. */
export const createPollNode: NodeCode<PollNodeDef, PollOnBridges> = (deployed) => ({
  async start(context) {
    const polls = new PollOnBridges(deployed);
    await polls.start(context);
    return polls;
  },
  async onInput(message) {
    const { RED } = deployed;
    const copy = copyMessage(RED, message);
    const addresses = findNamedTarget(deployed.def, message);
    deployed.format?.recordCommand(message);
    const running = await deployed.current();
    const { messages, problem } = asksForHistory(message.payload)
      ? await running.readHistory(addresses, message.payload)
      : await running.pollNow(addresses);
    return {
      createMessages: () =>
        messages.map((output) =>
          output.map((stateMessage) =>
            Object.assign(
              RED.util.cloneMessage(copy),
              asksForHistory(copy.payload) ? stateMessage : addReadOnlyWarning(stateMessage, copy),
            ),
          ),
        ),
      ...(problem === undefined ? {} : { problem }),
    };
  },
});

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

/** Returns a target only if the node sends on request and its dialog has no target. */
function findNamedTarget({ emit, target }: PollNodeDef, message: NodeMessage): unknown {
  const mayName = emit === 'request' && isSettingUnset(target);
  const named = mayName ? getNestedMember(message, 'target') : undefined;
  return isSettingUnset(named) ? undefined : copyAsSetting(named, 'target').value;
}

/** Runs a poll node on all bridges of its targets, with one status and, if asked, one combined value. */
class PollOnBridges {
  readonly #settings: PollSettings;
  readonly #status: JoinedPollStatus;
  readonly #format: Pick<PollOutput, 'formatLight' | 'ownMessages'>;
  #combined: CombinedMessages | undefined;
  #running: RunningOnBridges<PollOnBridge> | undefined;

  constructor(private readonly deployed: DeployedNode<PollNodeDef, PollOnBridges>) {
    const { def, format, status } = deployed;
    const settings = parsePollSettings(def);
    this.#settings = settings;
    this.#status = new JoinedPollStatus(status, settings.combine !== undefined);
    this.#format = {
      formatLight: settings.format === 'plain' ? undefined : format?.createLightFormatter(),
      ownMessages: settings.output === 'value' ? format : undefined,
    };
  }

  /** @throws {BridgeError} see `startOnBridges`; errors of the node's own bridge */
  async start(context: RunContext): Promise<void> {
    this.#running = await this.deployed.startOnBridges(context, (def, onBridge) =>
      this.#startOne(def, onBridge),
    );
    await this.#running.own?.current();
  }

  stop(): void {
    this.#running?.stop();
  }

  async #startOne(def: PollNodeDef, context: RunContext): Promise<PollOnBridge> {
    const { bridge, bridgeName, bridgeCount = 1, send } = context;
    const targets = await readAddressesOnStart(context, def);
    const { combine } = this.#settings;
    if (combine !== undefined)
      this.#combined ??= new CombinedMessages(
        { ...this.#settings, combine },
        bridgeCount,
        bridgeCount === 1 ? send : (messages) => this.deployed.node.send(messages),
      );
    return new PollOnBridge(bridge, this.#settings, targets, {
      ...this.#format,
      send,
      status: this.#status.createPart(bridgeName),
      combined: this.#combined,
      bridgeName,
    });
  }

  /**
   * @param addresses undefined for all watched resources
   * @throws {BridgeError} if no bridge can be read, or not all bridges of a combined value; if a target is no address
   * or is not found; if no value is to be sent
   */
  async pollNow(addresses: unknown): Promise<PollAnswer> {
    const { answers, problem } = await this.#askBridges(addresses);
    if (problem !== undefined && (answers.length === 0 || this.#combined !== undefined))
      throw problem;
    const messages = this.#createMessages(answers);
    const isAsked = answers.some(({ resources }) => resources.length > 0);
    const isUndecided = messages.every((output) => output.length === 0);
    if (isUndecided && problem === undefined && (isAsked || this.#combined !== undefined))
      throw this.#createUndecidedError(answers);
    return { messages, problem };
  }

  /**
   * Answers with one message, which has the points of all watched or named resources.
   *
   * @param addresses as in `pollNow`
   * @param payload that asks for the history
   * @throws {BridgeError} as `answerOwnHistory`; if no bridge can be read, or a target is not found
   */
  async readHistory(addresses: unknown, payload: unknown): Promise<PollAnswer> {
    const { answers, problem } = await this.#askBridges(addresses);
    if (problem !== undefined && answers.length === 0) throw problem;
    const { answerOwnHistory } = await import('../logbook/history-question.js');
    const charted = answers.flatMap(({ polls, resources }) =>
      resources.map((resource) => ({ bridge: polls.bridge, rid: resource.id, resource })),
    );
    const { members, warnings, ...answer } = await answerOwnHistory(charted, payload);
    const meta = { occasion: 'request', ...(warnings.length === 0 ? {} : { warnings }) };
    return { messages: [[{ ...answer, ...members, bridge: meta }]], problem };
  }

  async #askBridges(addresses: unknown): Promise<AskedBridges> {
    const requests =
      addresses === undefined
        ? (this.#running?.parts ?? []).map((part) => ({
            named: part.named,
            poll: () => pollPart(part, []),
          }))
        : this.#createNamedRequests(addresses);
    const settled = await Promise.allSettled(requests.map(askBridge));
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [problem] = settled.flatMap((one) =>
      one.status === 'rejected' && one.reason instanceof Error ? [one.reason] : [],
    );
    return { answers, problem };
  }

  #createNamedRequests(addresses: unknown): readonly PollRequest[] {
    const onUnknownBridge = (error: Error): never => {
      throw error;
    };
    const requests = splitByBridge(addresses, 'target', onUnknownBridge);
    this.#status.clear();
    return requests.map(({ named, addresses: listed }) => {
      const targets = listed.includes('') ? [] : listed;
      const isOwn = named === undefined || named.id === parseNonEmptyText(this.deployed.def.bridge);
      const poll = isOwn
        ? () => pollPart(this.#running?.own, targets)
        : () => this.#pollOnce(named, targets);
      return { named, poll };
    });
  }

  /** Polls a bridge that the node does not watch. */
  async #pollOnce(
    { name: bridgeName, session }: DeployedBridge,
    targets: readonly string[],
  ): Promise<PolledResources> {
    const settings = { ...this.#settings, connectionMessages: false };
    const polls = new PollOnBridge(await session.open(), settings, targets, {
      ...this.#format,
      send: () => undefined,
      status: this.#status.createPart(bridgeName),
      bridgeName,
    });
    try {
      return { polls, resources: await polls.pollNow([]) };
    } finally {
      polls.stop();
    }
  }

  #createMessages(answers: readonly BridgeAnswer[]): NodeMessage[][] {
    if (this.#combined !== undefined) {
      const [only, ...others] = answers;
      const values = answers.flatMap(({ polls, resources }) => polls.listValues(resources));
      const outputs = this.#combined.createRequested(values);
      return others.length === 0 ? nameBridge(outputs, only?.named) : outputs;
    }
    const joined: NodeMessage[][] = [];
    for (const { named, polls, resources } of answers) {
      const outputs = nameBridge(polls.createMessages(resources), named);
      for (const [port, output] of outputs.entries()) (joined[port] ??= []).push(...output);
    }
    return joined;
  }

  #createUndecidedError(answers: readonly BridgeAnswer[]): BridgeError {
    const { rtype, isSplit } = this.#settings;
    const [only, ...others] = answers;
    const name = others.length === 0 ? only?.polls.findOnlyName(only.resources) : undefined;
    const createError = isSplit ? createMissingYesNoValueError : createMissingReadingError;
    return createError(name ?? rtype, rtype);
  }
}

interface AskedBridges {
  readonly answers: readonly BridgeAnswer[];
  readonly problem: Error | undefined;
}

interface PollAnswer {
  /** By output. */
  readonly messages: NodeMessage[][];
  /** Of a bridge that did not answer, if others did. */
  readonly problem: Error | undefined;
}

interface PollRequest {
  readonly named: DeployedBridge | undefined;
  readonly poll: () => Promise<PolledResources>;
}

interface PolledResources {
  readonly polls: PollOnBridge;
  readonly resources: readonly Resource[];
}

type BridgeAnswer = PolledResources & Pick<PollRequest, 'named'>;

async function pollPart(
  part: BridgePart<PollOnBridge> | undefined,
  targets: readonly string[],
): Promise<PolledResources> {
  const polls = await part?.current();
  if (polls === undefined) throw createNodeClosedError();
  return { polls, resources: await polls.pollNow(targets) };
}

async function askBridge({ named, poll }: PollRequest): Promise<BridgeAnswer> {
  try {
    return { named, ...(await poll()) };
  } catch (error) {
    throw named === undefined ? explainUnknownBridge(error) : addBridgeToError(error, named.name);
  }
}

const nameBridge = (outputs: NodeMessage[][], named: DeployedBridge | undefined): NodeMessage[][] =>
  named === undefined
    ? outputs
    : outputs.map((output) => output.map((message) => addBridgeToMessage(message, named.name)));

/** Where a poll node on one bridge sends and shows what it found, and in which format. */
interface PollOutput {
  send: RunContext['send'];
  status: Pick<NodeStatusTracker, 'succeed' | 'report'>;
  formatLight?: LightStateFormatter | undefined;
  /** Undefined if the format has no messages of its own. */
  ownMessages?: MessageFormat | undefined;
  combined?: CombinedMessages | undefined;
  bridgeName?: string | undefined;
}

/** Watches the resources of a poll node on one bridge: chooses, compares, sends, and shows them in the status. */
export class PollOnBridge implements WatchOptions, CombinedPart, Running {
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
  readonly #selectValue: PayloadSelector;
  readonly #outputs: PollOutputs;
  #isSelected: ResourceFilter | undefined;
  #hasPolled = false;
  #pendingRequests = 0;
  #stopped = false;
  readonly #unsentChanges: UnsentChanges | undefined;
  readonly #stopConnectionMessages: (() => void) | undefined;

  /** @param targets ids, names or `Room/Name`; empty for all */
  constructor(
    readonly bridge: Pick<Bridge, 'client' | 'stateReader' | 'logbook'>,
    private readonly settings: PollSettings,
    private readonly targets: readonly string[],
    private readonly output: PollOutput,
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
    this.#status = new PollNodeStatus(this.#stateCache, settings, output.combined, output.status);
    this.#outputs = createResourceOutputs(settings, this.#selectValue);
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
    if (settings.connectionMessages)
      this.#stopConnectionMessages = sendConnectionMessages(client, output.send);
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
      combined.add(this, emitAtStart && emit !== 'request' && !isRequested);
    else if (emit === 'poll' && !isRequested) combined.onPolled(this);
  }

  #sendPolled(resource: Resource, occasion: 'poll' | 'start'): void {
    if (this.#stopped) return;
    const change = this.#unsentChanges?.take(resource);
    this.#send(this.#createMessage({ occasion, resource, ...change }), false);
  }

  onChange(change: ResourceChangeEvent): void {
    const filter = this.#resourceFilter;
    if (filter.resolved !== undefined) this.#onChange(change, filter.resolved);
    else filter.whenResolved((isSelected) => this.#onChange(change, isSelected));
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

  #forget(rid: string): void {
    this.#changeFilter?.forget(rid);
    this.#unsentChanges?.forget(rid);
  }

  #send(message: NodeMessage, isChange = true): void {
    if (this.#stopped) return;
    this.output.send(this.#outputs.place(message, isChange));
  }

  #createMessage(resourceEvent: ResourceMessageDetails): NodeMessage {
    if (resourceEvent.occasion !== 'deleted')
      this.#changeFilter?.recordEmitted(resourceEvent.resource);
    const message = createResourceMessage(this.#stateCache, this.#selectPayload, resourceEvent);
    return this.output.ownMessages?.formatMessage(this.#stateCache, message) ?? message;
  }

  /**
   * @param named ids, names or `Room/Name`; empty for all watched resources
   * @throws {BridgeError} if the bridge cannot be read, or a target is not found
   */
  async pollNow(named: readonly string[]): Promise<readonly Resource[]> {
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
      return resources;
    } catch (error) {
      const target = describeTargets(this.#stateCache, targets);
      throw target === undefined ? error : restatePurpose(error, `read ${target}`);
    } finally {
      this.#pendingRequests -= 1;
    }
  }

  /** Answers a request: one message for each resource, by output. */
  createMessages(resources: readonly Resource[]): NodeMessage[][] {
    const messages = resources.map((resource) =>
      this.#createMessage({ occasion: 'request', resource }),
    );
    return this.#outputs.sort(messages, false);
  }

  /** Returns the name of a single resource. */
  findOnlyName([only, ...others]: readonly Resource[]): string | undefined {
    return only === undefined || others.length > 0
      ? undefined
      : this.#stateCache.displayNames(only.id).name;
  }

  get bridgeName(): string | undefined {
    return this.output.bridgeName;
  }

  isConnected(): boolean {
    return this.bridge.client.connectionState.kind === 'connected';
  }

  /** @param resources all watched ones if missing */
  listValues(resources = this.#listWatched()): readonly CombinedResourceValue[] {
    const { bridgeName } = this;
    return readResourceValues(this.#stateCache, resources, this.#selectValue, bridgeName);
  }

  #listWatched(): readonly Resource[] {
    return this.#isSelected === undefined ? [] : this.#getWatchedResources(this.#isSelected);
  }

  #findFilter(targets: readonly string[]): ReturnType<FilterResolver> {
    const { room, mayBeOwner } = this.settings;
    const byName = room !== '' || mayBeOwner || !targets.every((one) => idPattern.test(one));
    return this.bridge.stateReader.find(
      (stateCache) => resolveResourceFilter(stateCache, this.settings, targets),
      maxCacheAges.forWatching,
      byName,
    );
  }

  #getWatchedResources(isSelected: ResourceFilter): Resource[] {
    return this.#stateCache.byType(this.settings.rtype).filter(isSelected);
  }

  onError(error: BridgeError): void {
    this.output.status.report(error);
  }

  onRecovered(): void {
    this.#resourceFilter.whenResolved((isSelected) =>
      this.#updateStatus(this.#getWatchedResources(isSelected)),
    );
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

  stop(): void {
    this.#stopped = true;
    this.#status.stop();
    this.output.combined?.remove(this);
    this.#resourceFilter.stop();
    this.#watch.stop();
    this.#reachabilityWatch?.stop();
    this.#stopConnectionMessages?.();
  }
}

/** True for inputs during a gap, or that were already reported. */
const isPastInput = ({ kind, resource, changed, reports }: ResourceChangeEvent): boolean =>
  kind === 'changed' &&
  reports.length === 0 &&
  findMomentaryInputReports(resource, changed).length > 0;

/** Sends one message for the loss, and one for the return. Returns a function that stops them. */
function sendConnectionMessages(client: BridgeClient, send: RunContext['send']): () => void {
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
