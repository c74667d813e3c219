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
 * Time in ms without an active scene before the end is reported: on a recall, a bridge first reports the end of the
 * earlier scene.
 */
const endDelay = 300;

export interface ActiveSceneChange {
  readonly groupRid: string;
  /** Undefined if no scene is active. */
  readonly scene: Resource | undefined;
  readonly previous: Resource | undefined;
  /** How the change was detected, and whether it is an own change. */
  readonly detection: Pick<ResourceChangeEvent, 'cause' | 'own'>;
}

interface ActiveSceneListener {
  isWatched(groupRid: string): boolean;
  /** Called once, after the first read of the active scenes. */
  onKnown(): void;
  onChange(change: ActiveSceneChange): void;
  onError(error: Error): void;
}

export class ActiveSceneWatch {
  /** Active scene by group; no entry if no scene is active. */
  readonly #active = new Map<string, Resource>();
  readonly #endTimers = new Map<string, TimerHandle>();
  readonly #watches: Watch[] = [];
  #isKnown = false;

  constructor(
    private readonly bridge: OpenedBridge,
    private readonly listener: ActiveSceneListener,
  ) {
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
    // If a bridge does not report active scenes, the states of the lamps decide.
    if (scenes.some(({ status }) => status === undefined)) this.#watchLamps();
    this.listener.onKnown();
  }

  #watchLamps(): void {
    this.#watches.push(
      this.bridge.client.watch({
        rtype: 'light',
        onChange: (change) => {
          for (const groupRid of this.#findGroupsOf(change.resource))
            this.#update(groupRid, change);
        },
      }),
    );
  }

  /** Returns the rooms and zones of a lamp that have scenes. */
  #findGroupsOf(lamp: Resource): readonly string[] {
    const { stateCache } = this.bridge.client;
    const groupRids = new Set(
      stateCache.byType('scene').flatMap((scene) => getSceneGroupRid(scene) ?? []),
    );
    return [...groupRids].filter((rid) =>
      findGroupLights(stateCache, stateCache.get(rid)).some(({ id }) => id === lamp.id),
    );
  }

  #onSceneChange(change: ResourceChangeEvent): void {
    const groupRid = getSceneGroupRid(change.resource);
    if (groupRid !== undefined) this.#update(groupRid, change);
  }

  #findActive(groupRid: string): Resource | undefined {
    const { stateCache } = this.bridge.client;
    return findActiveScene(stateCache, listGroupScenes(stateCache, groupRid));
  }

  #update(groupRid: string, detection: ActiveSceneChange['detection']): void {
    if (!this.#isKnown || !this.listener.isWatched(groupRid)) return;
    const scene = this.#findActive(groupRid);
    systemClock.clearTimeout(this.#endTimers.get(groupRid));
    this.#endTimers.delete(groupRid);
    if (scene !== undefined) {
      this.#report(groupRid, scene, detection);
      return;
    }
    const timer = systemClock.setTimeout(() => {
      this.#endTimers.delete(groupRid);
      this.#report(groupRid, this.#findActive(groupRid), detection);
    }, endDelay);
    this.#endTimers.set(groupRid, timer);
  }

  #report(
    groupRid: string,
    scene: Resource | undefined,
    { cause, own }: ActiveSceneChange['detection'],
  ): void {
    const previous = this.#active.get(groupRid);
    this.#setActive(groupRid, scene);
    if (previous?.id === scene?.id) return;
    this.listener.onChange({ groupRid, scene, previous, detection: { cause, own } });
  }

  #setActive(groupRid: string, scene: Resource | undefined): void {
    if (scene === undefined) this.#active.delete(groupRid);
    else this.#active.set(groupRid, scene);
  }
}
