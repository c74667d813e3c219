import type { ResourceChangeEvent, Watch } from '../../../bridge';
import { systemClock } from '../../../bridge/time/clock';
import type { TimerHandle } from '../../../bridge/time/clock';
import { findGroupLights } from '../../../resources/group-lights';
import type { Resource } from '../../../resources';
import {
  findActiveScene,
  getSceneGroupRid,
  listGroupScenes,
} from '../../../vocabulary/scene/group-scenes';
import type { OpenedBridge } from '../../bridge/open-bridge-client';

/**
 * How long no scene of a room must be active until that is reported, in ms: a bridge says of a recall first that the
 * scene before has ended.
 */
const endDelay = 300;

/** The active scene of a room, zone or home has changed. */
export interface ActiveSceneChange {
  readonly groupRid: string;
  /** Undefined when none is active any more. */
  readonly scene: Resource | undefined;
  readonly previous: Resource | undefined;
  /** How it was learnt, and whether these flows caused it. */
  readonly origin: Pick<ResourceChangeEvent, 'cause' | 'own'>;
}

/** Receives what happens to the active scenes. */
export interface ActiveSceneListener {
  /** True for the rooms whose scenes matter. */
  isWatched(groupRid: string): boolean;
  /** Called once, when it is known which scenes are active. */
  onKnown(): void;
  onChange(change: ActiveSceneChange): void;
  onError(error: Error): void;
}

/** Watches which scene of each room is active, whoever recalled it. */
export class ActiveSceneWatch {
  readonly #bridge: OpenedBridge;
  readonly #listener: ActiveSceneListener;
  /** Active scene by room; missing where none is. */
  readonly #active = new Map<string, Resource>();
  readonly #endTimers = new Map<string, TimerHandle>();
  readonly #watches: Watch[] = [];
  #isKnown = false;

  constructor(bridge: OpenedBridge, listener: ActiveSceneListener) {
    this.#bridge = bridge;
    this.#listener = listener;
    this.#watches.push(
      bridge.client.watch({
        rtype: 'scene',
        onPoll: (scenes) => this.#onScenes(scenes),
        onChange: (change) => this.#onSceneChange(change),
        onError: (error) => listener.onError(error),
      }),
    );
  }

  stop(): void {
    for (const watch of this.#watches) watch.stop();
    for (const timer of this.#endTimers.values()) systemClock.clearTimeout(timer);
    this.#endTimers.clear();
  }

  #onScenes(scenes: readonly Resource[]): void {
    if (this.#isKnown) return;
    this.#isKnown = true;
    for (const groupRid of new Set(scenes.flatMap((scene) => getSceneGroupRid(scene) ?? [])))
      this.#setActive(groupRid, this.#findActive(groupRid));
    // A bridge that does not report which scenes are active is judged by its lamps.
    if (scenes.some(({ status }) => status === undefined)) this.#watchLamps();
    this.#listener.onKnown();
  }

  #watchLamps(): void {
    this.#watches.push(
      this.#bridge.client.watch({
        rtype: 'light',
        onChange: (change) => {
          for (const groupRid of this.#findGroupsOf(change.resource))
            this.#update(groupRid, change);
        },
      }),
    );
  }

  /** The rooms and zones with scenes that a lamp is in. */
  #findGroupsOf(lamp: Resource): readonly string[] {
    const { stateCache } = this.#bridge.client;
    const groupRids = new Set(
      stateCache.byType('scene').flatMap((scene) => getSceneGroupRid(scene) ?? []),
    );
    return [...groupRids].filter((rid) => {
      const group = stateCache.get(rid);
      return (
        group !== undefined && findGroupLights(stateCache, group).some(({ id }) => id === lamp.id)
      );
    });
  }

  #onSceneChange(change: ResourceChangeEvent): void {
    const groupRid = getSceneGroupRid(change.resource);
    if (groupRid !== undefined) this.#update(groupRid, change);
  }

  #findActive(groupRid: string): Resource | undefined {
    const { stateCache } = this.#bridge.client;
    return findActiveScene(stateCache, listGroupScenes(stateCache, groupRid));
  }

  #update(groupRid: string, origin: ActiveSceneChange['origin']): void {
    if (!this.#isKnown || !this.#listener.isWatched(groupRid)) return;
    const scene = this.#findActive(groupRid);
    systemClock.clearTimeout(this.#endTimers.get(groupRid));
    this.#endTimers.delete(groupRid);
    if (scene !== undefined) {
      this.#report(groupRid, scene, origin);
      return;
    }
    const timer = systemClock.setTimeout(() => {
      this.#endTimers.delete(groupRid);
      this.#report(groupRid, this.#findActive(groupRid), origin);
    }, endDelay);
    this.#endTimers.set(groupRid, timer);
  }

  #report(
    groupRid: string,
    scene: Resource | undefined,
    { cause, own }: ActiveSceneChange['origin'],
  ): void {
    const previous = this.#active.get(groupRid);
    this.#setActive(groupRid, scene);
    if (previous?.id === scene?.id) return;
    this.#listener.onChange({ groupRid, scene, previous, origin: { cause, own } });
  }

  #setActive(groupRid: string, scene: Resource | undefined): void {
    if (scene === undefined) this.#active.delete(groupRid);
    else this.#active.set(groupRid, scene);
  }
}
