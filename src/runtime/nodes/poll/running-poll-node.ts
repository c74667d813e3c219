import type { NodeMessage } from 'node-red';
import type {
  BridgeError,
  StateCache,
  ResourceChangeEvent,
  Watch,
  WatchOptions,
} from '../../../bridge';
import { findMomentaryInputReports } from '../../../bridge/state/resource-state';
import { restatePurpose } from '../../../bridge/errors/error-messages';
import { idPattern } from '../../../resources';
import type { Resource, ResourceType } from '../../../resources';
import { maxCacheAges } from '../../../bridge/state/state-reader';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { MessageFormatter } from '../../watch/huemagic-messages';
import type { LightStateFormatter } from '../../message/load-light-state-formatter';
import type { NodeStatusTracker } from '../../status/node-status';
import { describeTargets } from '../../message/resolve-target-setting';
import { watchLampReachability } from '../../message/unreachable-lamps';
import type { ReachabilityPowerChange } from '../../message/unreachable-lamps';
import { LazyResourceFilter, getFilterOrThrow } from '../../watch/lazy-resource-filter';
import type { FilterResolver, ResourceFilter } from '../../watch/lazy-resource-filter';
import {
  createPayloadSelector,
  createResourceMessage,
  createValueSelector,
  toResourceMessageDetails,
} from '../../message/resource-message';
import type { PayloadSelector, ResourceMessageDetails } from '../../message/resource-message';
import type { PollSettings } from './poll-settings';
import type { CombinedResourceValue } from './value-combiner';
import { resolvePollFilter } from './poll-filter';
import { findMissingTargets, formatResourceLabel } from '../../message/missing-target';
import { readResourceValues } from './combined-message';
import type { CombinedMessages, CombinedPart } from './combined-message';
import { createYesNoOutputRouter, sortToOneOutput } from './yes-no-output-router';
import type { YesNoOutputRouter } from './yes-no-output-router';
import { SignificantChangeFilter } from './significant-change-filter';
import { UnsentChanges } from './unsent-changes';
import { explainUnknownBridge } from '../../message/find-named-bridge';
import { PollNodeStatus } from './poll-node-status';

interface RunningPollNodeOutput {
  send: (messages: (NodeMessage | null)[]) => void;
  status: Pick<NodeStatusTracker, 'succeed' | 'report'>;
  formatLight?: LightStateFormatter | undefined;
  /** Undefined if the format has no messages of its own. */
  formatMessage?: MessageFormatter | undefined;
  combined?: CombinedMessages | undefined;
  bridgeName?: string | undefined;
}

export interface PolledResources {
  readonly resources: readonly Resource[];
  readonly name: string | undefined;
  listValues(): readonly CombinedResourceValue[];
  /** One for each resource, by output. */
  createMessages(): NodeMessage[][];
}

export class RunningPollNode implements WatchOptions {
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
    private readonly bridge: Pick<OpenedBridge, 'client' | 'stateReader'>,
    private readonly settings: PollSettings,
    private readonly targets: readonly string[],
    private readonly output: RunningPollNodeOutput,
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
    this.#send(this.#createMessage(toResourceMessageDetails(change)));
  }

  #createMessage(resourceEvent: ResourceMessageDetails): NodeMessage {
    if (resourceEvent.occasion !== 'deleted')
      this.#changeFilter?.recordEmitted(resourceEvent.resource);
    const message = createResourceMessage(this.#stateCache, this.#selectPayload, resourceEvent);
    return this.output.formatMessage?.(this.#stateCache, message) ?? message;
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
