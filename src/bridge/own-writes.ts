import { findLightsAffectedByWrite, findTargetGroup } from '../resources/group-lights';
import { getNestedMember, getRidsOfReferences, getNumericMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { Clock } from './clock';
import type { ClientLimits } from './limits';
import { BoundedMap } from './bounded-map';
import type { ResourceStore } from './state';
import { lightTolerances, showsBrightness, showsColor } from '../resources/shown-light';

interface WriteEffect {
  readonly writtenAt: number;
  /** End of the transition or timed effect, when lamps report once more; `writtenAt` without either. */
  readonly endsAt: number;
  readonly values: WrittenValues;
}

interface SentDeletion {
  /** Time of sending, then of the answer, in ms of the clock. */
  at: number;
  isAnswered: boolean;
  readonly removed: ReadonlySet<string>;
}

const comparedTypes: ReadonlySet<string> = new Set(['light', 'grouped_light']);

/** Distinguishes own changes from external changes. */
export class OwnWriteTracker {
  readonly #effects: BoundedMap<string, WriteEffect>;
  #lastEffectAt = -Infinity;
  /** Ids by written resource, at `#namingRevision`. */
  readonly #affectedRids: BoundedMap<string, ReadonlySet<string>>;
  /** Ids by room or zone, at `#namingRevision`. Saves a search per lamp in a large home. */
  readonly #children = new Map<string, ReadonlySet<string>>();
  #namingRevision = -1;
  readonly #deletions: BoundedMap<string, SentDeletion>;

  constructor(
    private readonly store: ResourceStore,
    private readonly clock: Clock,
    private readonly limits: ClientLimits,
  ) {
    this.#effects = new BoundedMap(limits.maxRememberedWrites);
    this.#affectedRids = new BoundedMap(limits.maxRememberedWrites);
    this.#deletions = new BoundedMap(limits.maxRememberedWrites);
  }

  recordDeletion(rtype: string, rid: string): void {
    const removed = findRemovedByDeletion(this.store, rtype, rid);
    this.#deletions.set(rid, { at: this.clock.now(), isAnswered: false, removed });
    this.record(rid);
  }

  record(rid: string, members?: Members): void {
    const now = this.clock.now();
    const endsAt = now + getWriteDuration(members);
    const written = this.store.get(rid);
    for (const affected of this.#findAffectedRids(rid)) {
      const { values } = this.#touch(affected, now, endsAt);
      const isSetAlike =
        affected === rid ||
        (written?.type === 'grouped_light' && this.store.get(affected)?.type === 'light');
      values.record(isSetAlike ? members : undefined);
    }
  }

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
  }

  #touch(rid: string, writtenAt: number, endsAt: number): WriteEffect {
    const { values = new WrittenValues(this.clock, this.limits.ownWriteWindow) } =
      this.#effects.get(rid) ?? {};
    const effect = { writtenAt, endsAt, values };
    this.#effects.set(rid, effect);
    this.#lastEffectAt = Math.max(this.#lastEffectAt, endsAt);
    return effect;
  }

  /**
   * Compares lamps and groups by value; other types by time.
   *
   * @param since start of the last read before the change was detected, in ms of the clock
   */
  isOwnChange(change: StateChange, since: number): boolean {
    const earliest = since - this.limits.ownWriteWindow;
    if (this.#lastEffectAt < earliest) return false;
    const { resource, previous } = change;
    const values =
      comparedTypes.has(resource.type) && previous !== undefined
        ? this.#effects.get(resource.id)?.values
        : undefined;
    return values?.explain(change, earliest) ?? this.isRecentlyWritten(resource, since);
  }

  /** True if we deleted this resource or its owner; `since` as in `isOwnChange`. */
  isOwnDeletion(resource: Resource, since: number): boolean {
    const earliest = since - this.limits.ownWriteWindow;
    const key = formatKey(resource.type, resource.id);
    for (const { at, removed } of this.#deletions.values())
      if (at >= earliest && removed.has(key)) return true;
    return false;
  }

  /**
   * True if a write to the resource or its owner happened after `since`, within `ownWriteWindow` before, or if its
   * transition ends then. Values are not compared.
   *
   * @param since as in `isOwnChange`
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

/** Includes for lights their groups, for groups and scenes their lights, for smart scenes their scenes. */
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
  const lights = findLightsAffectedByWrite(store, resource);
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

interface RecordedWrite {
  /** Undefined if the body does not determine the state of the lamp or group. */
  readonly members: Members | undefined;
  readonly number: number;
  /** End of the transition or timed effect, or the answer if that is later, in ms of the clock. */
  endsAt: number;
}

/** Per lamp or group. A moved slider sends many. */
const maxWrites = 50;
/**
 * In ms after a transition: a group reports the average of lamps that change one after the other. The end of a timed
 * effect may be reported that much too early.
 */
const settling = 1_000;

/** Each aspect is compared as a whole. */
const comparedMembers = {
  power: ['on'],
  brightness: ['dimming'],
  color: ['color', 'color_temperature', 'gradient'],
  effect: ['effects', 'effects_v2'],
} as const;
type Aspect = keyof typeof comparedMembers;
const aspects: readonly Aspect[] = ['power', 'brightness', 'color', 'effect'];

const unpredictable = [
  'color_temperature_delta',
  'gradient',
  'effects',
  'effects_v2',
  'timed_effects',
  'alert',
  'signaling',
  'identify',
];
const endingEffects = ['on', 'color', 'color_temperature', ...unpredictable];

interface StateChange {
  readonly resource: Resource;
  readonly previous?: Resource | undefined;
}

/** Timed effect or transition, in ms. */
const getWriteDuration = (members: Members | undefined): number =>
  getNumericMember(members, 'timed_effects', 'duration') ??
  getNumericMember(members, 'dynamics', 'duration') ??
  0;

/** Decides by value whether one of our writes explains a reported change. */
export class WrittenValues {
  #writes: RecordedWrite[] = [];
  #count = 0;
  readonly #oldestNumbers: Record<Aspect, number> = {
    power: 0,
    brightness: 0,
    color: 0,
    effect: 0,
  };

  /** @param memory in ms after its transition or timed effect, in which a write explains changes */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly memory: number,
  ) {}

  record(members: Members | undefined): void {
    const endsAt = this.clock.now() + getWriteDuration(members);
    this.#writes.push({ members, number: this.#count, endsAt });
    this.#count += 1;
    if (this.#writes.length > maxWrites) this.#writes.shift();
  }

  recordAnswer(): void {
    const last = this.#writes.at(-1);
    if (last !== undefined) last.endsAt = Math.max(last.endsAt, this.clock.now());
  }

  /**
   * @param since writes after this time in ms of the clock count as recent: the start of the read before a poll
   * @returns true if the writes explain the change, including values during a transition; undefined if no compared
   * member changed
   */
  explain({ resource, previous }: StateChange, since = Infinity): boolean | undefined {
    if (previous === undefined) return false;
    const now = this.clock.now();
    this.#writes = this.#writes.filter(
      (write) => !isInterrupted(write, { resource, previous, now }),
    );
    const recent = this.#writes.filter(
      ({ endsAt }) => endsAt >= since || now <= endsAt + this.memory,
    );
    const explainedBy = aspects.flatMap((aspect): [Aspect, number | undefined][] => {
      if (!differs(resource, previous, aspect)) return [];
      const oldest = this.#oldestNumbers[aspect];
      const explaining = recent.findLast(
        (write) =>
          (write.number >= oldest || now <= write.endsAt + settling) &&
          sets[aspect](write, { resource, previous, now }),
      );
      return [[aspect, explaining?.number]];
    });
    // Earlier writes explain late reports only: an equal value set afterwards is an external change.
    for (const [aspect, number] of explainedBy)
      if (number !== undefined)
        this.#oldestNumbers[aspect] = Math.max(number, this.#oldestNumbers[aspect]);
    if (explainedBy.length === 0) return undefined;
    return explainedBy.every(([, number]) => number !== undefined);
  }
}

const differs = (resource: Resource, previous: Resource, aspect: Aspect): boolean =>
  comparedMembers[aspect].some(
    (name) => JSON.stringify(resource[name]) !== JSON.stringify(previous[name]),
  );

interface Difference {
  readonly resource: Resource;
  readonly previous: Resource;
  readonly now: number;
}

const has = (members: Members | undefined, names: readonly string[]): boolean =>
  names.some((name) => getNestedMember(members, name) !== undefined);

const getTimedEffect = (members: Members | undefined): unknown =>
  getNestedMember(members, 'timed_effects', 'effect');

/** A later command, by anyone, stops a timed effect before its end. */
function isInterrupted(
  { members, endsAt }: RecordedWrite,
  { resource, previous, now }: Difference,
): boolean {
  const effect = getTimedEffect(members);
  const wasRunning =
    effect !== undefined && getNestedMember(previous, 'timed_effects', 'status') === effect;
  const isRunning = getNestedMember(resource, 'timed_effects', 'status') === effect;
  return wasRunning && !isRunning && now < endsAt - settling;
}

const { recentWrite } = lightTolerances;

const sets: Readonly<Record<Aspect, (write: RecordedWrite, difference: Difference) => boolean>> = {
  power({ members, endsAt }, { resource, now }) {
    if (members === undefined) return true;
    const isOn = getNestedMember(resource, 'on', 'on');
    const isTurnedOffAtEnd = getTimedEffect(members) === 'sunset' && now >= endsAt - settling;
    return isOn === getNestedMember(members, 'on', 'on') || (isTurnedOffAtEnd && isOn === false);
  },
  brightness({ members, endsAt }, { resource, previous, now }) {
    if (members === undefined) return true;
    const from = now <= endsAt + settling ? previous : undefined;
    // A lamp turns on with a brightness that the write does not contain.
    return (
      showsBrightness(resource, members, recentWrite, from) ??
      has(members, ['on', 'dimming_delta', ...unpredictable])
    );
  },
  color({ members, endsAt }, { resource, previous, now }) {
    if (members === undefined || has(members, unpredictable)) return true;
    const from = now < endsAt ? previous : undefined;
    return showsColor(resource, members, recentWrite, from) ?? false;
  },
  effect: ({ members }) => members === undefined || has(members, endingEffects),
};
