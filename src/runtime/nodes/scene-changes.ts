import type { ResourceChangeEvent, StateCache, Watch } from '../../bridge';
import { systemClock } from '../../bridge/clock';
import type { TimerHandle } from '../../bridge/clock';
import type { Resource } from '../../resources/resource';
import { findGroupLights } from '../../resources/group-lights';
import { resolveSceneTarget } from '../../vocabulary/lookup';
import { accept } from '../../vocabulary/parse-result';
import type { ParseResult } from '../../vocabulary/parse-result';
import {
  findActiveScene,
  findActiveSmartScene,
  getSceneActivity,
  getSceneGroupRid,
  getSceneName,
  listGroupScenes,
} from '../../vocabulary/room-scenes';
import { readOwnAddressOnStart } from '../target';
import type { RunContext } from '../running';
import { toCommandError } from '../errors';
import type { StoredTarget } from '../stored-settings';

/** In ms without an active scene, since on a recall a bridge first reports the end of the earlier scene. */
const endDelay = 300;

type Detection = Pick<ResourceChangeEvent, 'cause' | 'own'>;

/**
 * Sends the name to the second output after each change; null if no scene is active. The topic is the room's name.
 *
 * @param settings id or name of a room, zone, home or scene; empty for all rooms
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the settings give no text
 */
export const startSceneChanges = async (
  settings: StoredTarget,
  context: RunContext,
): Promise<ActiveSceneSource> =>
  new ActiveSceneSource(context, await readOwnAddressOnStart(context, settings));

/** Sends a message when a scene becomes active in a group, or stops being active. */
export class ActiveSceneSource {
  /** By group; no entry without an active scene. */
  readonly #active = new Map<string, Resource>();
  readonly #endTimers = new Map<string, TimerHandle>();
  readonly #watches: Watch[] = [];
  #isKnown = false;

  constructor(
    private readonly context: Pick<RunContext, 'bridge' | 'send' | 'onError'>,
    private readonly address: string,
  ) {
    this.#watches.push(
      context.bridge.client.watch({
        rtype: 'scene',
        onPoll: (scenes) => this.#onScenes(scenes),
        onChange: (change) => this.#onSceneChange(change),
        onError: (error) => context.onError(error),
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
    // These bridges do not report active scenes.
    if (scenes.some(({ status }) => status === undefined)) this.#watchLamps();
    const group = this.#findWatchedGroup();
    if (!group.ok) this.context.onError(toCommandError(group.problem, 'ERR_BRIDGE_UNKNOWN_TARGET'));
  }

  #watchLamps(): void {
    this.#watches.push(
      this.context.bridge.client.watch({
        rtype: 'light',
        onChange: (change) => {
          for (const groupRid of this.#findGroupsOf(change.resource))
            this.#update(groupRid, change);
        },
      }),
    );
  }

  /** Returns only rooms and zones with scenes. */
  #findGroupsOf(lamp: Resource): readonly string[] {
    const stateCache = this.#stateCache;
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
    const stateCache = this.#stateCache;
    return findActiveScene(stateCache, listGroupScenes(stateCache, groupRid));
  }

  #update(groupRid: string, detection: Detection): void {
    if (!this.#isKnown || !this.#isWatched(groupRid)) return;
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

  #report(groupRid: string, scene: Resource | undefined, { cause, own }: Detection): void {
    const previous = this.#active.get(groupRid);
    this.#setActive(groupRid, scene);
    if (previous?.id === scene?.id) return;
    const stateCache = this.#stateCache;
    const room = stateCache.name(groupRid) ?? groupRid;
    const name = scene && getSceneName(scene);
    const smartScene = findActiveSmartScene(stateCache, groupRid);
    const isDynamic = scene !== undefined && getSceneActivity(stateCache, scene) === 'dynamic';
    const message = {
      payload: name ?? null,
      topic: room,
      previous: previous === undefined ? null : getSceneName(previous),
      bridge: {
        occasion: 'changed',
        rtype: 'scene',
        ...(scene === undefined ? {} : { rid: scene.id, name }),
        room,
        ...(isDynamic ? { dynamic: true } : {}),
        ...(smartScene === undefined ? {} : { smartScene: getSceneName(smartScene) }),
        cause,
        own,
      },
    };
    this.context.send([null, message]);
  }

  get #stateCache(): StateCache {
    return this.context.bridge.client.stateCache;
  }

  #isWatched(groupRid: string): boolean {
    const group = this.#findWatchedGroup();
    return group.ok && (group.value === undefined || group.value === groupRid);
  }

  /** Looks up for each change, because people rename rooms and scenes. */
  #findWatchedGroup(): ParseResult<string | undefined> {
    if (this.address === '') return accept(undefined);
    const found = resolveSceneTarget(this.#stateCache, this.address);
    if (!found.ok) return found;
    const { rid, resource } = found.value;
    return accept(resource?.type === 'scene' ? (getSceneGroupRid(resource) ?? rid) : rid);
  }

  #setActive(groupRid: string, scene: Resource | undefined): void {
    if (scene === undefined) this.#active.delete(groupRid);
    else this.#active.set(groupRid, scene);
  }
}
