import type { Node, NodeMessage } from 'node-red';
import type { BridgeError, Mirror, ResourceChangeEvent, Watch, WatchOptions } from '../../bridge';
import { findMomentaryInputReports } from '../../bridge/state/resource-state';
import { restatePurpose } from '../../bridge/errors/error-messages';
import { idPattern } from '../../resources';
import type { Resource, ResourceType } from '../../resources';
import { maxCacheAges } from '../session/state-cache';
import type { OpenedBridge } from '../session/open-bridge-client';
import type { LightStateFormatter } from '../watching/load-light-state-formatter';
import type { NodeStatusTracker } from '../node-status/node-status';
import { describeTargets } from '../targets/resolve-target-setting';
import { parseResourceAddresses } from '../watching/watched-address';
import type { AddressReader } from '../watching/watched-address';
import { createMissingYesNoValueError } from '../watching/yes-no-condition';
import { watchLampReachability } from '../watching/unreachable-lamps';
import type { ReachabilityPowerChange } from '../watching/unreachable-lamps';
import { LazyResourceFilter, getFilterOrThrow } from '../watching/lazy-resource-filter';
import type { FilterResolver, ResourceFilter } from '../watching/lazy-resource-filter';
import {
  createPayloadSelector,
  createResourceMessage,
  createValueSelector,
  toResourceMessageDetails,
} from '../watching/resource-message';
import type { PayloadSelector, ResourceMessageDetails } from '../watching/resource-message';
import type { PollSettings } from './poll-settings';
import { resolvePollFilter } from './poll-filter';
import { CombinedMessages, createCombinedValueDefinition } from './combined-message';
import { createYesNoOutputRouter } from './yes-no-output-router';
import type { YesNoOutputRouter } from './yes-no-output-router';
import { SignificantChangeFilter } from './significant-change-filter';
import { UnsentChanges } from './unsent-changes';
import { explainUnknownBridge } from '../several-bridges/find-named-bridge';
import { findMissingTargets } from './missing-targets';
import { PollNodeStatus } from './poll-node-status';

/** Where a running poll node sends its messages and shows its status. */
export interface RunningPollNodeOutput {
  node: Pick<Node, 'send'>;
  status: Pick<NodeStatusTracker, 'succeed' | 'report'>;
  /** Writes the plain value of lamps and groups in another format. */
  formatLight?: LightStateFormatter | undefined;
  /** Reads an address that a message names. */
  readAddress: AddressReader;
}

/** A running poll node: a watch that creates messages from polls and changes. */
export class RunningPollNode implements WatchOptions {
  readonly rtype: ResourceType;
  readonly interval: number;
  readonly rids?: readonly string[];
  readonly #mirror: Mirror;
  readonly #stateCache: OpenedBridge['stateCache'];
  readonly #selectPayload: PayloadSelector;
  readonly #settings: PollSettings;
  readonly #targets: readonly string[];
  readonly #output: RunningPollNodeOutput;
  readonly #status: PollNodeStatus;
  /** Missing when every change is significant. */
  readonly #changeFilter: SignificantChangeFilter | undefined;
  readonly #watch: Watch;
  /** Present where a lamp that cannot be reached counts as off. */
  readonly #reachabilityWatch: Watch | undefined;
  readonly #resourceFilter: LazyResourceFilter;
  /** True when the changes of the watch need not be filtered: they are those of the chosen resource. */
  readonly #isWatchExact: boolean;
  /** Missing where each resource has messages of its own. */
  readonly #combined: CombinedMessages | undefined;
  /** Missing where there is one output. */
  readonly #outputs: YesNoOutputRouter | undefined;
  #hasPolled = false;
  #pendingRequests = 0;
  #stopped = false;
  /** Present where every poll is emitted. */
  readonly #unsentChanges: UnsentChanges | undefined;

  /** @param targets ids, names or `Room/Name`; empty for all of the type */
  constructor(
    bridge: Pick<OpenedBridge, 'client' | 'stateCache'>,
    settings: PollSettings,
    targets: readonly string[],
    output: RunningPollNodeOutput,
  ) {
    this.#mirror = bridge.client.mirror;
    this.#stateCache = bridge.stateCache;
    this.#selectPayload = createPayloadSelector(this.#mirror, settings, {
      ...settings,
      formatLight: output.formatLight,
    });
    this.#settings = settings;
    this.#targets = targets;
    this.#output = output;
    this.#changeFilter = SignificantChangeFilter.create(settings);
    if (settings.emit === 'poll') this.#unsentChanges = new UnsentChanges();
    const { rtype } = settings;
    const selectValue = createValueSelector(this.#mirror, settings);
    const combined = createCombinedValueDefinition(this.#mirror, settings, selectValue);
    if (combined !== undefined) this.#combined = new CombinedMessages(combined);
    this.#status = new PollNodeStatus(this.#mirror, settings, combined, output.status);
    if (settings.isSplit) this.#outputs = createYesNoOutputRouter(settings, selectValue);
    const areIds = targets.every((target) => idPattern.test(target));
    this.#resourceFilter = new LazyResourceFilter(
      () => this.#findFilter(targets),
      (error) => output.status.report(explainUnknownBridge(error)),
    );
    this.rtype = settings.rtype;
    this.interval = settings.interval;
    if (areIds && targets.length > 0) this.rids = targets;
    this.#isWatchExact = this.rids !== undefined && settings.room === '';
    this.#watch = bridge.client.watch(this);
    if (settings.unreachableIsOff && (rtype === 'light' || rtype === 'grouped_light'))
      this.#reachabilityWatch = watchLampReachability(bridge.client, {
        ...settings,
        onChange: (change) => this.#onReachabilityChange(change),
      });
  }

  /** When only changes are emitted, only the first poll matters. */
  get wantsPolls(): boolean {
    return !this.#hasPolled || this.#settings.emit === 'poll';
  }

  onPoll(resources: readonly Resource[], runStep: (step: () => void) => void): void {
    this.#resourceFilter.whenResolved((isSelected) =>
      this.#onPolled(resources.filter(isSelected), runStep),
    );
  }

  onChange(change: ResourceChangeEvent): void {
    const filter = this.#resourceFilter;
    if (filter.resolved !== undefined) this.#onChange(change, filter.resolved);
    else filter.whenResolved((isSelected) => this.#onChange(change, isSelected));
  }

  onError(error: BridgeError): void {
    this.#output.status.report(error);
  }

  onRecovered(): void {
    this.#resourceFilter.whenResolved((isSelected) =>
      this.#updateStatus(this.#getWatchedResources(isSelected)),
    );
  }

  /**
   * Polls the bridge now.
   *
   * @param addresses id, name or `Room/Name` of what is asked for, or a list of these; undefined for all that is watched
   * @returns one message for each resource, or for all, by output
   * @throws {BridgeError} when the bridge cannot be read, a target is no address or does not exist, or there are two outputs and no
   *   value says yes or no
   */
  async pollNow(addresses: unknown): Promise<NodeMessage[][]> {
    const { readAddress } = this.#output;
    const named =
      addresses === undefined ? [] : parseResourceAddresses(addresses, 'target', readAddress);
    this.#pendingRequests += 1;
    const targets = named.length === 0 ? this.#targets : named;
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
      const messages =
        this.#combined === undefined
          ? resources.map((resource) => this.#createMessage({ occasion: 'request', resource }))
          : [this.#combined.create(resources, 'request')];
      const outputs = this.#sort(messages, false);
      if (messages.length > 0 && outputs.every((output) => output.length === 0))
        throw this.#createUndecidedError(resources);
      return outputs;
    } catch (error) {
      const target = describeTargets(this.#mirror, targets);
      throw target === undefined ? error : restatePurpose(error, `read ${target}`);
    } finally {
      this.#pendingRequests -= 1;
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#status.stop();
    this.#resourceFilter.stop();
    this.#watch.stop();
    this.#reachabilityWatch?.stop();
  }

  #onPolled(resources: readonly Resource[], runStep: (step: () => void) => void): void {
    const isFirstPoll = !this.#hasPolled;
    this.#hasPolled = true;
    this.#updateStatus(resources);
    if (this.#pendingRequests > 0) return;
    const { emit, emitAtStart } = this.#settings;
    const occasion = isFirstPoll && emitAtStart ? 'start' : 'poll';
    if (emit === 'request' || (occasion === 'poll' && emit === 'change')) {
      // So that the next change is compared with this state.
      if (isFirstPoll) this.#combined?.create(resources, occasion);
      return;
    }
    if (this.#combined !== undefined)
      return this.#send(this.#combined.create(resources, occasion), false);
    for (const resource of resources) runStep(() => this.#sendPolled(resource, occasion));
  }

  #onChange(change: ResourceChangeEvent, isSelected: ResourceFilter): void {
    if (!this.#isWatchExact && !isSelected(change.resource)) return;
    // A message is not kept waiting for the status.
    if (!(this.#settings.isMoment && isPastInput(change))) {
      if (this.#combined !== undefined) this.#emitCombined(this.#combined, isSelected);
      else this.#emitChange(change);
    }
    if (change.kind !== 'changed' || this.#combined !== undefined)
      this.#updateStatusLater(isSelected);
    else this.#status.showChange(change.resource);
  }

  #onReachabilityChange({ resource, before, now, cause }: ReachabilityPowerChange): void {
    this.#resourceFilter.whenResolved((isSelected) => {
      if (!isSelected(resource)) return;
      const kind = 'changed';
      const event = { resource, previous: resource, changed: ['reachable'], cause };
      if (this.#combined !== undefined) this.#emitCombined(this.#combined, isSelected);
      else
        this.#emitChange(
          { kind, own: false, ...event },
          { resource: now, previous: before, changed: ['on.on'] },
        );
      this.#updateStatusLater(isSelected);
    });
  }

  #emitCombined(combined: CombinedMessages, isSelected: ResourceFilter): void {
    const { emit, smallestChange } = this.#settings;
    if (emit !== 'change') return;
    const resources = this.#getWatchedResources(isSelected);
    const message = combined.createIfChanged(resources, smallestChange);
    if (message !== undefined) this.#send(message);
  }

  /** @param compared what is compared to find whether the change is significant */
  #emitChange(
    change: Omit<ResourceChangeEvent, 'reports'>,
    compared: Pick<ResourceChangeEvent, 'resource' | 'previous' | 'changed'> = change,
  ): void {
    const { resource, previous, kind, own } = change;
    const { emit, origin } = this.#settings;
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
    this.#send(this.#createMessage(toResourceMessageDetails(change)));
  }

  #createMessage(resourceEvent: ResourceMessageDetails): NodeMessage {
    if (resourceEvent.occasion !== 'deleted')
      this.#changeFilter?.recordEmitted(resourceEvent.resource);
    return createResourceMessage(this.#mirror, this.#selectPayload, resourceEvent);
  }

  /** Forgets a deleted resource, whether or not a message says that it was deleted. */
  #forget(rid: string): void {
    this.#changeFilter?.forget(rid);
    this.#unsentChanges?.forget(rid);
  }

  #send(message: NodeMessage, isChange = true): void {
    if (this.#stopped) return;
    const { node } = this.#output;
    node.send(this.#outputs === undefined ? message : this.#sort([message], isChange));
  }

  #sendPolled(resource: Resource, occasion: 'poll' | 'start'): void {
    if (this.#stopped) return;
    const change = this.#unsentChanges?.take(resource);
    this.#send(this.#createMessage({ occasion, resource, ...change }), false);
  }

  /** Sorts messages to the outputs of the node. */
  #sort(messages: NodeMessage[], isChange: boolean): NodeMessage[][] {
    return this.#outputs?.sort(messages, isChange) ?? [messages];
  }

  #updateStatus(resources: readonly Resource[]): void {
    this.#status.show(resources, this.#findMissing(this.#targets, resources));
  }

  #findMissing(
    targets: readonly string[],
    resources: readonly Resource[],
  ): ReturnType<typeof findMissingTargets> {
    return findMissingTargets(this.#mirror, targets, resources, this.#settings);
  }

  #updateStatusLater(isSelected: ResourceFilter): void {
    const listResources = (): readonly Resource[] => this.#getWatchedResources(isSelected);
    if (this.#targets.length > 0) this.#updateStatus(listResources());
    else this.#status.showLater(listResources);
  }

  #findFilter(targets: readonly string[]): ReturnType<FilterResolver> {
    const byName = this.#settings.room !== '' || !targets.every((one) => idPattern.test(one));
    return this.#stateCache.find(
      (mirror) => resolvePollFilter(mirror, this.#settings, targets),
      maxCacheAges.forWatching,
      byName,
    );
  }

  #getWatchedResources(isSelected: ResourceFilter): Resource[] {
    return this.#mirror.byType(this.#settings.rtype).filter(isSelected);
  }

  #createUndecidedError([first, ...others]: readonly Resource[]): BridgeError {
    const { rtype } = this.#settings;
    const isOne = first !== undefined && others.length === 0;
    const name = isOne ? this.#mirror.displayNames(first.id).name : undefined;
    return createMissingYesNoValueError(name ?? rtype, rtype);
  }
}

/** True for a press, a ring or a turn of the time when the bridge was away, or that was reported before. */
const isPastInput = ({ kind, resource, changed, reports }: ResourceChangeEvent): boolean =>
  kind === 'changed' &&
  reports.length === 0 &&
  findMomentaryInputReports(resource, changed).length > 0;
