import { isWellFormedResourceTypeName, idPattern } from '../resources/identifiers';
import type { Resource } from '../resources/resource';
import {
  resolveAutomationTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSpeakerTarget,
  selectGroupResolver,
  createTargetResolver,
} from '../vocabulary/lookup';
import type { TargetResolver } from '../vocabulary/lookup';
import {
  splitAddresses,
  createMissingTargetError,
  createUnresolvedTargetError,
  readAddressOnStart,
  findTargetsOnStart,
} from './target';
import { isTargetFixed, mayTargetNameBridge, parseUntrimmedText } from './stored-settings';
import { openBridgeById } from './bridge/deployed';
import { createSensorTargetResolver, readableSensorTypes } from '../vocabulary/sensor';
import type { StoredTarget } from './stored-settings';
import { idleStatus, createErrorStatus, createResultStatus } from './status';
import type { IdleNodeStatus, NodeStatusTracker, NodeStatusContent } from './status';
import type { Running, RunContext } from './running';
import { readUntilSuccessful } from './bridge/read-until-successful';
import type { Bridge } from './bridge/bridge';
import type { StateCache, ResourceChangeEvent, ResourceObservationOptions } from '../bridge';
import { isSceneGroupType } from '../resources/group-types';
import { listGroupScenes } from '../vocabulary/room-scenes';
import { findRadio } from './message';
import { unrefTimerClock } from '../bridge/clock';
import type { TimerHandle } from '../bridge/clock';
import {
  fadeStatusText,
  getNextStatusUpdate,
  chooseResourceStatus,
  chooseStatusOfSeveralResources,
  countLitLamps,
  deletedResourceStatus,
  createLitCountStatus,
} from './resource-status';
import type { LitLampCount } from './resource-status';
import { RunOnBridge } from './run-on-bridge';

export type StatusTargetKind =
  | 'light'
  | 'room'
  | 'scene'
  | 'activeScene'
  | 'sensor'
  | 'automation'
  | 'speaker'
  | 'resource';

const createGroupLightResolver =
  (resolveGroup: TargetResolver): TargetResolver =>
  (stateCache, address, path) => {
    const group = resolveGroup(stateCache, address, path);
    return group.ok && group.value.resource !== undefined
      ? resolveLightTarget(stateCache, group.value.rid, path)
      : group;
  };

const createResourceTypeResolver =
  (rtype: unknown): TargetResolver =>
  (index, address, at) =>
    createTargetResolver(isWellFormedResourceTypeName(rtype) ? [rtype] : index.types())(
      index,
      address,
      at,
    );

/** `rtype` is a setting of some nodes. */
const resolvers: Readonly<Record<StatusTargetKind, (rtype: unknown) => TargetResolver>> = {
  light: () => resolveLightTarget,
  room: (rtype) =>
    createGroupLightResolver(selectGroupResolver(parseUntrimmedText(rtype) ?? 'room')),
  scene: () => resolveRecallTarget,
  activeScene: () => resolveSceneTarget,
  automation: () => resolveAutomationTarget,
  speaker: () => resolveSpeakerTarget,
  resource: createResourceTypeResolver,
  sensor(rtype) {
    const known = readableSensorTypes.find((type) => type === rtype);
    return createSensorTargetResolver(known === undefined ? undefined : [known]);
  },
};

const withoutTarget: IdleNodeStatus = { choose: () => idleStatus };

/**
 * Shows only results, for a moment, if each message has its own target. Logs targets that are not found.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives no address
 */
export async function showTargetStatus(
  context: RunContext,
  tracker: NodeStatusTracker,
  kind: StatusTargetKind,
  settings: StoredTarget & { readonly rtype?: unknown },
): Promise<Running | undefined> {
  const { bridge } = context;
  const isFixed = isTargetFixed(settings);
  const resolve = resolvers[kind](settings.rtype);
  if (!bridge.showsStates || kind === 'resource') {
    if (isFixed) await checkTargets(context, tracker, resolve, settings);
    return undefined;
  }
  if (!isFixed) {
    tracker.setLasting(withoutTarget);
    return undefined;
  }
  if (mayTargetNameBridge(settings)) {
    return showJoinedTargetStatus(context, tracker, resolve, settings);
  }
  const addresses = splitAddresses(await readAddressOnStart(context, settings));
  const status = new TargetNodeStatusObserver(bridge, { addresses, resolve }, tracker);
  tracker.setLasting(status);
  return status;
}

/**
 * Checks targets that the status does not show.
 *
 * @throws {BridgeError} see `findTargetsOnStart` and `openBridgeById`; ERR_BRIDGE_UNKNOWN_TARGET if the bridge of a
 * target is not found
 */
async function checkTargets(
  context: RunContext,
  tracker: NodeStatusTracker,
  resolve: TargetResolver,
  settings: StoredTarget & { readonly rtype?: unknown },
): Promise<void> {
  const { RED, bridge } = context;
  const isNeeded = (): boolean => !context.isStopped();
  const { parts, problem } = await findTargetsOnStart(context, settings);
  if (problem !== undefined) throw problem;
  for (const { named, addresses } of parts) {
    const on = named === undefined ? bridge : await openBridgeById(RED, named.id);
    const read = (): Promise<unknown> => on.stateReader.read();
    if (await readUntilSuccessful(on.client, { read, isNeeded })) sayMissing(on, addresses);
  }

  function sayMissing({ client: { stateCache } }: Bridge, addresses: readonly string[]): void {
    // Bridges omit these types from the list of all resources, so they cannot be checked.
    const { rtype } = settings;
    if (isWellFormedResourceTypeName(rtype) && stateCache.byType(rtype).length === 0) return;
    const missing: string[] = [];
    for (const address of addresses) {
      const found = resolve(stateCache, address);
      // The search for similar names is slow: only the first problem is reported.
      if (!found.ok) return tracker.say(createUnresolvedTargetError(found.problem, address));
      if (found.value.resource === undefined) missing.push(address);
    }
    if (missing.length > 0) tracker.say(createMissingTargetError(stateCache, { targets: missing }));
  }
}

interface TargetsShownInStatus {
  /** Ids, names or `Room/Name`. */
  readonly addresses: readonly string[];
  readonly resolve: TargetResolver;
}

/** Sends no requests. */
export class TargetNodeStatusObserver implements IdleNodeStatus, ResourceObservationOptions {
  /** Targets, and resources that affect their status; empty until the targets are found. */
  rids: readonly string[] = [];
  #targetCount: number | undefined;
  #problem: NodeStatusContent | undefined;
  #stopObserving: (() => void) | undefined;
  /** Last change of a target, in ms of `performance.now()`. */
  #changedAt = -Infinity;
  #isLoading = false;
  #stopped = false;
  #fadeTimer: TimerHandle | undefined;

  constructor(
    private readonly bridge: Bridge,
    private readonly targets: TargetsShownInStatus,
    private readonly tracker: Pick<NodeStatusTracker, 'refresh' | 'say'>,
  ) {
    if (bridge.client.stateCache.refreshedAt === undefined) void this.#load();
  }

  choose(resultAt: number): NodeStatusContent | undefined {
    if (!this.#isKnown(resultAt)) return undefined;
    const { stateCache } = this.bridge.client;
    const status = this.#problem ?? chooseStatus(stateCache, this.#targetRids);
    return this.#chooseFadeStatus(status) ?? status;
  }

  /** Returns undefined if the last result is newer than the known state. */
  count(resultAt: number): LitLampCount | { readonly problem: NodeStatusContent } | undefined {
    if (!this.#isKnown(resultAt)) return undefined;
    if (this.#problem !== undefined) return { problem: this.#problem };
    const { stateCache } = this.bridge.client;
    const resources = this.#targetRids.map((rid) => stateCache.get(rid));
    return countLitLamps(stateCache, resources);
  }

  /** Returns undefined unless a fade runs on the only target. */
  #chooseFadeStatus({ fill }: NodeStatusContent): NodeStatusContent | undefined {
    const [rid, other] = this.#targetRids;
    const isReachable = fill === 'green' || fill === 'grey';
    if (!isReachable || rid === undefined || other !== undefined) return undefined;
    const fade = this.bridge.fades.find(rid);
    if (fade === undefined) return undefined;
    const now = unrefTimerClock.wallTime();
    this.#fadeTimer ??= unrefTimerClock.setTimeout(
      () => {
        this.#fadeTimer = undefined;
        this.tracker.refresh();
      },
      getNextStatusUpdate(fade, now),
    );
    return createResultStatus(fadeStatusText(fade, now));
  }

  get #targetRids(): readonly string[] {
    return this.rids.slice(0, this.#targetCount);
  }

  /** Returns false if the last result is newer than the known state. */
  #isKnown(resultAt: number): boolean {
    const { client } = this.bridge;
    if (client.stateCache.refreshedAt === undefined) {
      void this.#load();
      return false;
    }
    if (this.#targetCount === undefined) this.#find(client.stateCache);
    // Without an event stream, only a command's result tells its state.
    return resultAt <= this.#changedAt || client.connectionState.mode === 'stream';
  }

  stop(): void {
    this.#stopped = true;
    unrefTimerClock.clearTimeout(this.#fadeTimer);
    this.#forget();
  }

  /** Waits for the first read, which all nodes share. */
  async #load(): Promise<void> {
    if (this.#isLoading || this.#stopped) return;
    this.#isLoading = true;
    try {
      await this.bridge.stateReader.read();
      this.tracker.refresh();
    } catch {
      // The connection state shows the error.
    } finally {
      this.#isLoading = false;
    }
  }

  #find(stateCache: StateCache): void {
    const targets = new Set<string>();
    const others: string[] = [];
    const missing: string[] = [];
    this.#targetCount = 0;
    for (const address of this.targets.addresses) {
      const found = this.targets.resolve(stateCache, address);
      if (!found.ok) {
        const error = createUnresolvedTargetError(found.problem, address);
        this.#problem = createErrorStatus(error);
        this.tracker.say(error);
        return;
      }
      const { rid, resource } = found.value;
      targets.add(rid);
      if (resource === undefined) {
        missing.push(rid);
        continue;
      }
      others.push(...listInfluences(stateCache, resource));
      const owner = idPattern.test(address) ? undefined : stateCache.ownerRid(resource);
      if (owner !== undefined) others.push(owner);
    }
    if (missing.length > 0)
      this.tracker.say(createMissingTargetError(stateCache, { targets: missing }));
    this.#targetCount = targets.size;
    this.rids = [...new Set([...targets, ...others])];
    if (!this.#stopped) this.#stopObserving = this.bridge.client.observe(this);
  }

  onChange({ kind, changed, own, resource }: ResourceChangeEvent): void {
    const setsBrightness = changed.some((path) => /^(?:on|dimming)\b/.test(path));
    if (!own && setsBrightness) this.bridge.fades.forget(resource.id);
    this.#changedAt = performance.now();
    if (kind !== 'changed' || changed.some((path) => path.startsWith('metadata'))) this.#forget();
    this.tracker.refresh();
  }

  /** The next status looks the targets up again. */
  #forget(): void {
    this.#stopObserving?.();
    this.#stopObserving = undefined;
    this.#targetCount = undefined;
    this.#problem = undefined;
  }
}

/** Returns the radio of the device, and the scenes of a room or zone. */
function listInfluences(stateCache: StateCache, resource: Resource): string[] {
  const radio = findRadio(stateCache, resource);
  const scenes = isSceneGroupType(resource.type) ? listGroupScenes(stateCache, resource.id) : [];
  return [...(radio === undefined ? [] : [radio.id]), ...scenes.map(({ id }) => id)];
}

function chooseStatus(stateCache: StateCache, rids: readonly string[]): NodeStatusContent {
  const resources: readonly (Resource | undefined)[] = rids.map((rid) => stateCache.get(rid));
  const [only] = resources;
  if (resources.length > 1) return chooseStatusOfSeveralResources(stateCache, resources);
  return only === undefined ? deletedResourceStatus : chooseResourceStatus(stateCache, only);
}

/** Joins the states of targets on several bridges into one status. */
class JoinedTargetStatus implements IdleNodeStatus {
  /** By position in the target. */
  readonly #parts = new Map<number, TargetNodeStatusObserver>();

  add(index: number, part: TargetNodeStatusObserver): () => void {
    this.#parts.set(index, part);
    return () => {
      if (this.#parts.get(index) === part) this.#parts.delete(index);
    };
  }

  choose(resultAt: number): NodeStatusContent | undefined {
    const [only, ...others] = this.#parts.values();
    if (only === undefined) return undefined;
    if (others.length === 0) return only.choose(resultAt);
    const counts = [only, ...others].map((part) => part.count(resultAt));
    const problem = counts.find((count) => count !== undefined && 'problem' in count);
    if (problem !== undefined && 'problem' in problem) return problem.problem;
    let [on, all] = [0, 0];
    for (const count of counts) {
      if (count === undefined || 'problem' in count) return undefined;
      on += count.on;
      all += count.all;
    }
    return createLitCountStatus(on, all);
  }
}

/**
 * Shows each target on its bridge. Starts again on a bridge that a deploy replaces.
 *
 * @throws {BridgeError} see `findTargetsOnStart`; ERR_BRIDGE_UNKNOWN_TARGET if the bridge of a target is not found
 */
async function showJoinedTargetStatus(
  context: RunContext,
  tracker: NodeStatusTracker,
  resolve: TargetResolver,
  settings: StoredTarget,
): Promise<Running> {
  const { RED, bridge } = context;
  const { parts, problem } = await findTargetsOnStart(context, settings);
  if (problem !== undefined) throw problem;
  const joined = new JoinedTargetStatus();
  const running = parts.map(({ named, addresses }, index): Running => {
    const start = (on: Bridge): Running => {
      const status = new TargetNodeStatusObserver(on, { addresses, resolve }, tracker);
      const forget = joined.add(index, status);
      tracker.refresh();
      return {
        stop() {
          forget();
          status.stop();
        },
      };
    };
    if (named === undefined) return start(bridge);
    return new RunOnBridge(RED, named.id, {
      async start(signal) {
        const opened = await openBridgeById(RED, named.id);
        signal.throwIfAborted();
        return start(opened);
      },
      onStartFailed: (error) => tracker.report(error),
    });
  });
  tracker.setLasting(joined);
  return {
    stop() {
      for (const each of running) each.stop();
    },
  };
}
