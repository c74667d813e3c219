import { findLightsAffectedByWrite, findTargetGroup } from '../../resources/group-lights';
import { getNestedMember, getRidsOfReferences } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { Clock } from '../time/clock';
import type { ClientLimits } from '../limits/client-limits';
import { evictOldest } from '../limits/evict-oldest';
import type { ResourceStore } from './resource-store';
import { WrittenValues } from './written-values';
import type { StateBeforeAndAfter } from './written-values';

/** When a resource was last affected by a write, in ms of the clock. */
interface WriteEffect {
  readonly writtenAt: number;
  /** End of its transition, after which lamps report once more; `writtenAt` without one. */
  readonly endsAt: number;
  /** What was written to a lamp or group. */
  readonly values: WrittenValues;
}

/** A deletion that was sent. */
interface SentDeletion {
  /** When it was sent, or answered, in ms of the clock. */
  at: number;
  isAnswered: boolean;
  /** What it removes: the resource, and what belongs to it. */
  readonly removed: ReadonlySet<string>;
}

/** Members of the body of a write. */
type Members = Readonly<Record<string, unknown>> | undefined;

/** Types whose changes are compared with what was written. */
const comparedTypes: ReadonlySet<string> = new Set(['light', 'grouped_light']);

/** Tracks recent writes of this client, to distinguish changes it caused from those of others. */
export class OwnWriteTracker {
  /** By id, oldest first. */
  readonly #effects = new Map<string, WriteEffect>();
  /** The latest time of all of them. */
  #lastEffectAt = -Infinity;
  /** What a write to a resource affects, by its id, as of a revision of the store. */
  readonly #affectedRids = new Map<string, ReadonlySet<string>>();
  /** What rooms and zones hold, by their id, as of the same revision: a room of a large home is not searched for each lamp. */
  readonly #children = new Map<string, ReadonlySet<string>>();
  #namingRevision = -1;
  /** By the id of what is deleted, oldest first. */
  readonly #deletions = new Map<string, SentDeletion>();

  constructor(
    private readonly store: ResourceStore,
    private readonly clock: Clock,
    private readonly limits: ClientLimits,
  ) {}

  /** Records the deletion of a resource that was just sent. */
  recordDeletion(rtype: string, rid: string): void {
    const removed = findRemovedByDeletion(this.store, rtype, rid);
    this.#deletions.delete(rid);
    this.#deletions.set(rid, { at: this.clock.now(), isAnswered: false, removed });
    evictOldest(this.#deletions, this.limits.maxRememberedWrites);
    this.record(rid);
  }

  /** Records a write to a resource that was just sent, with the members of its body where it has one. */
  record(rid: string, members?: Members): void {
    const duration = getNestedMember(members, 'dynamics', 'duration');
    const now = this.clock.now();
    const endsAt = now + (typeof duration === 'number' ? duration : 0);
    const written = this.store.get(rid);
    for (const affected of this.#findAffectedRids(rid)) {
      const { values } = this.#touch(affected, now, endsAt);
      const isSetAlike =
        affected === rid ||
        (written?.type === 'grouped_light' && this.store.get(affected)?.type === 'light');
      values.record(isSetAlike ? members : undefined);
    }
    evictOldest(this.#effects, this.limits.maxRememberedWrites);
  }

  /** Records the answer to a write, or that a resource was created. */
  recordAnswer(rid: string): void {
    const now = this.clock.now();
    const deletion = this.#deletions.get(rid);
    if (deletion?.isAnswered === false) {
      deletion.at = now;
      deletion.isAnswered = true;
    }
    for (const affected of this.#findAffectedRids(rid)) {
      const endsAt = Math.max(now, this.#effects.get(affected)?.endsAt ?? 0);
      this.#touch(affected, now, endsAt).values.recordAnswer();
    }
    evictOldest(this.#effects, this.limits.maxRememberedWrites);
  }

  /** Puts a resource behind the others, as the one that was affected last. */
  #touch(rid: string, writtenAt: number, endsAt: number): WriteEffect {
    const { values = new WrittenValues(this.clock, this.limits.ownWriteWindow) } =
      this.#effects.get(rid) ?? {};
    const effect = { writtenAt, endsAt, values };
    this.#effects.delete(rid);
    this.#effects.set(rid, effect);
    this.#lastEffectAt = Math.max(this.#lastEffectAt, endsAt);
    return effect;
  }

  /**
   * Checks whether a change was caused by a write of this client: of a lamp or a group that was written to by its values,
   * of anything else by the time alone.
   *
   * @param since start of the last read before the change was detected, in ms of the clock
   */
  isOwnChange(change: StateBeforeAndAfter, since: number): boolean {
    const earliest = since - this.limits.ownWriteWindow;
    if (this.#lastEffectAt < earliest) return false;
    const { resource, previous } = change;
    const values =
      comparedTypes.has(resource.type) && previous !== undefined
        ? this.#effects.get(resource.id)?.values
        : undefined;
    return values?.explain(change, earliest) ?? this.isRecentlyWritten(resource, since);
  }

  /**
   * Checks whether a deletion by this client has caused that a resource is gone: of it, or of what it belonged to, such as
   * the room of a scene. What is only set is not deleted by that.
   *
   * @param since start of the last read before it was found to be gone, in ms of the clock
   */
  isOwnDeletion(resource: Resource, since: number): boolean {
    const earliest = since - this.limits.ownWriteWindow;
    const key = formatKey(resource.type, resource.id);
    for (const { at, removed } of this.#deletions.values())
      if (at >= earliest && removed.has(key)) return true;
    return false;
  }

  /**
   * Checks whether a write of this client may have caused a change, whatever was written.
   *
   * @param since start of the last read before the change was detected, in ms of the clock
   * @returns true when the resource or its owner was affected by a write after that, or within `ownWriteWindow` before;
   *   also at the end of the transition of a write
   */
  isRecentlyWritten(resource: Resource, since: number): boolean {
    const earliest = since - this.limits.ownWriteWindow;
    if (this.#lastEffectAt < earliest) return false;
    if (this.#wasWritten(resource.id, earliest)) return true;
    const owner = this.store.ownerRid(resource);
    return owner !== undefined && this.#wasWritten(owner, earliest);
  }

  #findAffectedRids(rid: string): ReadonlySet<string> {
    const { namingRevision } = this.store;
    if (this.#namingRevision !== namingRevision) {
      this.#affectedRids.clear();
      this.#children.clear();
      this.#namingRevision = namingRevision;
    }
    let affected = this.#affectedRids.get(rid);
    if (affected !== undefined) return affected;
    affected = findAffectedRids(this.store, rid, (group) => this.#getChildren(group));
    this.#affectedRids.set(rid, affected);
    evictOldest(this.#affectedRids, this.limits.maxRememberedWrites);
    return affected;
  }

  #getChildren(group: Resource): ReadonlySet<string> {
    let children = this.#children.get(group.id);
    if (children === undefined) {
      children = new Set(getRidsOfReferences(group['children']));
      this.#children.set(group.id, children);
    }
    return children;
  }

  #wasWritten(rid: string, earliest: number): boolean {
    const times = this.#effects.get(rid);
    if (times === undefined) return false;
    const latest = this.clock.now() + this.limits.ownWriteWindow;
    return times.writtenAt >= earliest || (times.endsAt >= earliest && times.endsAt <= latest);
  }
}

const getGroupRid = (scene: Resource): unknown => getNestedMember(scene, 'group', 'rid');

const formatKey = (rtype: string, rid: string): string => `${rtype}/${rid}`;

/**
 * Finds what the bridge removes together with a resource: what it owns, and the scenes of a room or zone.
 *
 * @returns the keys of the resource and of all that belongs to it
 */
function findRemovedByDeletion(
  store: ResourceStore,
  rtype: string,
  rid: string,
): ReadonlySet<string> {
  const removed = new Set([formatKey(rtype, rid)]);
  const parents = [rid];
  for (const parent of parents) {
    for (const resource of store.all()) {
      const key = formatKey(resource.type, resource.id);
      const belongs = store.ownerRid(resource) === parent || getGroupRid(resource) === parent;
      if (!belongs || removed.has(key)) continue;
      removed.add(key);
      parents.push(resource.id);
    }
  }
  return removed;
}

/**
 * @param getChildren returns the ids of what a room or zone holds
 * @returns ids that a write affects: lights with their groups, groups and scenes with their lights, smart scenes with the
 *   scenes that they recall
 */
function findAffectedRids(
  store: ResourceStore,
  rid: string,
  getChildren: (group: Resource) => ReadonlySet<string>,
): ReadonlySet<string> {
  const affected = new Set([rid]);
  const resource = store.get(rid);
  if (resource?.type === 'smart_scene')
    for (const scene of store.byType('scene'))
      if (getGroupRid(scene) === getGroupRid(resource)) affected.add(scene.id);
  const lights = resource === undefined ? [] : findLightsAffectedByWrite(store, resource);
  if (lights.length === 0) return affected;
  const lightAndOwnerRids = new Set<string>();
  for (const light of lights) {
    affected.add(light.id);
    lightAndOwnerRids.add(light.id);
    const owner = store.ownerRid(light);
    if (owner !== undefined) lightAndOwnerRids.add(owner);
  }
  for (const groupedLight of store.byType('grouped_light')) {
    const group = findTargetGroup(store, groupedLight);
    if (group === undefined) continue;
    const isAffected =
      group.type === 'bridge_home' || haveCommonMember(getChildren(group), lightAndOwnerRids);
    if (isAffected) affected.add(groupedLight.id);
  }
  return affected;
}

function haveCommonMember(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  for (const member of fewer) if (more.has(member)) return true;
  return false;
}
