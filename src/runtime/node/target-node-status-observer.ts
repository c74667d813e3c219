import type { StateCache, ResourceChangeEvent, ResourceObservationOptions } from '../../bridge';
import { idPattern } from '../../resources/values/identifiers';
import { isSceneGroupType } from '../../resources/values/group-types';
import type { Resource } from '../../resources';
import type { TargetResolver } from '../../vocabulary/lookup';
import { listGroupScenes } from '../../vocabulary/room-scenes';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { findRadio } from '../bridge/device-info';
import { getLampFades } from '../programs/lamp-fades';
import { unrefTimerClock } from '../../bridge/clock';
import type { TimerHandle } from '../../bridge/clock';
import { fadeStatusText, getNextStatusUpdate } from '../status/fade-status-text';
import { createErrorStatus, createResultStatus } from '../status/status-content';
import type { IdleNodeStatus, NodeStatusTracker } from '../status/node-status';
import type { NodeStatusContent } from '../status/status-content';
import {
  chooseResourceStatus,
  chooseStatusOfSeveralResources,
  countLitLamps,
  deletedResourceStatus,
} from '../status/resource-status';
import type { LitLampCount } from '../status/resource-status';
import { createUnresolvedTargetError } from '../message/find-named-bridge';
import { createMissingTargetError } from '../message/missing-target';

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
    private readonly bridge: OpenedBridge,
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
    const fade = getLampFades(this.bridge).find(rid);
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
    if (!own && setsBrightness) getLampFades(this.bridge).forget(resource.id);
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
