import type { NodeMessage } from 'node-red';
import { affectsProperty } from '../../../bridge';
import type {
  BridgeError,
  StateCache,
  ResourceChangeEvent,
  Watch,
  WatchOptions,
} from '../../../bridge';
import { findMomentaryInputReports, findChangedPaths } from '../../../bridge/state/resource-state';
import { restatePurpose } from '../../../bridge/errors/error-messages';
import { idPattern, getNestedMember } from '../../../resources';
import type { Resource, ResourceType } from '../../../resources';
import { maxCacheAges } from '../../../bridge/state/state-reader';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { MessageFormatter } from '../../watch/huemagic-messages';
import type { LightStateFormatter } from '../../message/load-light-state-formatter';
import type { NodeStatusTracker } from '../../status/node-status';
import { describeTargets } from '../../message/resolve-target-setting';
import { watchLampReachability, withUnreachableAsOff } from '../../message/unreachable-lamps';
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
import { findMissingTargets, formatResourceLabel } from '../../message/missing-target';
import { readResourceValues } from './combined-message';
import type { CombinedMessages, CombinedPart } from './combined-message';
import { createYesNoOutputRouter, sortToOneOutput } from './yes-no-output-router';
import type { YesNoOutputRouter } from './yes-no-output-router';
import { explainUnknownBridge } from '../../message/find-named-bridge';
import { accept } from '../../../vocabulary/parse-result';
import { createTargetResolver, resolveGroupTarget } from '../../../vocabulary/lookup';
import type { ParseResult } from '../../../vocabulary/parse-result';
import type { TargetResolver } from '../../../vocabulary/lookup';
import type { TranslatableStatusText } from '../../status/status-content';
import { measurementStatusText, resourceStatusText } from '../../status/resource-status';

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

/** Watches the resources of a poll node on one bridge: chooses, compares, sends, and shows them in the status. */
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

function isInGroup(stateCache: StateCache, groupRid: string, resource: Resource): boolean {
  const owner = stateCache.ownerRid(resource);
  if (
    resource.id === groupRid ||
    owner === groupRid ||
    stateCache.room(resource.id)?.id === groupRid
  )
    return true;
  // A zone has lamps; `stateCache.room` may return their room instead.
  const children = getNestedMember(stateCache.get(groupRid) ?? {}, 'children');
  return (
    Array.isArray(children) &&
    children.some((child: unknown) => {
      const rid = getNestedMember(child, 'rid');
      return rid === resource.id || (rid === owner && owner !== undefined);
    })
  );
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

const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);

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
