import { findLightsAffectedByWrite, findTargetGroup } from '../resources/group-lights';
import { getNestedMember, getRidsOfReferences, getNumericMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { Clock } from './clock';
import type { ClientLimits } from './limits';
import { BoundedMap } from './bounded-map';
import type { ResourceStore } from './state';
import { lightTolerances, showsBrightness, showsColor } from '../resources/shown-light';
import { isSameOrigin } from '../logbook/changed-by';
import type { WriteOrigin } from '../logbook/changed-by';

/** A write that explains a change; without an origin if none was given, or if writes of two origins explain it. */
export interface ExplainingWrite {
  readonly origin: WriteOrigin | undefined;
}

interface WriteEffect extends ExplainingWrite {
  readonly writtenAt: number;
  /** End of the transition or timed effect, when lamps report once more; `writtenAt` without either. */
  readonly endsAt: number;
  readonly values: WrittenValues;
}

interface SentDeletion extends ExplainingWrite {
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

  recordDeletion(rtype: string, rid: string, origin?: WriteOrigin): void {
    const removed = findRemovedByDeletion(this.store, rtype, rid);
    this.#deletions.set(rid, { at: this.clock.now(), isAnswered: false, removed, origin });
    this.record(rid, undefined, origin);
  }

  record(rid: string, members?: Members, origin?: WriteOrigin): void {
    const now = this.clock.now();
    const endsAt = now + getWriteDuration(members);
    const written = this.store.get(rid);
    for (const affected of this.#findAffectedRids(rid)) {
      const { values } = this.#touch(affected, now, endsAt, origin);
      const isSetAlike =
        affected === rid ||
        (written?.type === 'grouped_light' && this.store.get(affected)?.type === 'light');
      values.record(isSetAlike ? members : undefined, origin);
    }
  }

  recordAnswer(rid: string, origin?: WriteOrigin): void {
    const now = this.clock.now();
    const deletion = this.#deletions.get(rid);
    if (deletion?.isAnswered === false) {
      deletion.at = now;
      deletion.isAnswered = true;
    }
    for (const affected of this.#findAffectedRids(rid)) {
      const effect = this.#effects.get(affected);
      const endsAt = Math.max(now, effect?.endsAt ?? 0);
      const answered = effect === undefined ? origin : effect.origin;
      this.#touch(affected, now, endsAt, answered).values.recordAnswer();
    }
  }

  #touch(
    rid: string,
    writtenAt: number,
    endsAt: number,
    writer: WriteOrigin | undefined,
  ): WriteEffect {
    const { ownWriteWindow } = this.limits;
    const earlier = this.#effects.get(rid);
    const values = earlier?.values ?? new WrittenValues(this.clock, ownWriteWindow);
    const isAlone =
      earlier === undefined ||
      earlier.endsAt + ownWriteWindow < writtenAt ||
      isSameOrigin(earlier.origin, writer);
    const effect = { writtenAt, endsAt, values, origin: isAlone ? writer : undefined };
    this.#effects.set(rid, effect);
    this.#lastEffectAt = Math.max(this.#lastEffectAt, endsAt);
    return effect;
  }

  /**
   * Finds the write that explains a change. Compares lamps and groups by value; other types by time.
   *
   * @param since start of the last read before the change was detected, in ms of the clock
   */
  findOwnWrite(change: StateChange, since: number): ExplainingWrite | undefined {
    const earliest = since - this.limits.ownWriteWindow;
    if (this.#lastEffectAt < earliest) return undefined;
    const { resource, previous } = change;
    const values =
      comparedTypes.has(resource.type) && previous !== undefined
        ? this.#effects.get(resource.id)?.values
        : undefined;
    const explaining = values?.findExplaining(change, earliest);
    return explaining === undefined
      ? this.#findRecentWrite(resource, since)
      : explaining || undefined;
  }

  /** Finds our deletion of this resource or its owner; `since` as in `findOwnWrite`. */
  findOwnDeletion(resource: Resource, since: number): ExplainingWrite | undefined {
    const earliest = since - this.limits.ownWriteWindow;
    const key = formatKey(resource.type, resource.id);
    for (const deletion of this.#deletions.values())
      if (deletion.at >= earliest && deletion.removed.has(key)) return deletion;
    return undefined;
  }

  /**
   * True if a write to the resource or its owner happened after `since`, within `ownWriteWindow` before, or if its
   * transition ends then. Values are not compared.
   *
   * @param since as in `findOwnWrite`
   */
  isRecentlyWritten(resource: Resource, since: number): boolean {
    return this.#findRecentWrite(resource, since) !== undefined;
  }

  #findRecentWrite(resource: Resource, since: number): WriteEffect | undefined {
    const earliest = since - this.limits.ownWriteWindow;
    if (this.#lastEffectAt < earliest) return undefined;
    const own = this.#findRecentEffect(resource.id, earliest);
    if (own !== undefined) return own;
    const owner = this.store.ownerRid(resource);
    return owner === undefined ? undefined : this.#findRecentEffect(owner, earliest);
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

  #findRecentEffect(rid: string, earliest: number): WriteEffect | undefined {
    const effect = this.#effects.get(rid);
    if (effect === undefined) return undefined;
    const { writtenAt, endsAt } = effect;
    const latest = this.clock.now() + this.limits.ownWriteWindow;
    const isRecent = writtenAt >= earliest || (endsAt >= earliest && endsAt <= latest);
    return isRecent ? effect : undefined;
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

interface RecordedWrite extends ExplainingWrite {
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
    power: -1,
    brightness: -1,
    color: -1,
    effect: -1,
  };

  /** @param memory in ms after its transition or timed effect, in which a write explains changes */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly memory: number,
  ) {}

  record(members: Members | undefined, origin?: WriteOrigin): void {
    const endsAt = this.clock.now() + getWriteDuration(members);
    this.#writes.push({ members, number: this.#count, endsAt, origin });
    this.#count += 1;
    if (this.#writes.length > maxWrites) this.#writes.shift();
  }

  recordAnswer(): void {
    const last = this.#writes.at(-1);
    if (last !== undefined) last.endsAt = Math.max(last.endsAt, this.clock.now());
  }

  /** True or false as `findExplaining` finds a write; undefined if no compared member changed. */
  explain(change: StateChange, since = Infinity): boolean | undefined {
    const explaining = this.findExplaining(change, since);
    return explaining === undefined ? undefined : explaining !== false;
  }

  /**
   * @param since writes after this time in ms of the clock count as recent: the start of the read before a poll
   * @returns the write that explains the change, also a value during a transition; false if the writes do not
   * explain it; undefined if no compared member changed
   */
  findExplaining(
    { resource, previous }: StateChange,
    since = Infinity,
  ): ExplainingWrite | false | undefined {
    if (previous === undefined) return false;
    const now = this.clock.now();
    this.#writes = this.#writes.filter(
      (write) => !isInterrupted(write, { resource, previous, now }),
    );
    const recent = this.#writes.filter(
      ({ endsAt }) => endsAt >= since || now <= endsAt + this.memory,
    );
    const explainedBy = aspects.flatMap((aspect): Explanation[] => {
      if (!differs(resource, previous, aspect)) return [];
      const oldest = this.#oldestNumbers[aspect];
      const difference = { resource, previous, now };
      const fitting = recent.filter(
        (write) =>
          (write.number >= oldest || now <= write.endsAt + settling) &&
          sets[aspect](write, difference),
      );
      return [{ aspect, oldest, fitting }];
    });
    // Earlier writes explain late reports only: an equal value set afterwards is an external change.
    for (const { aspect, oldest, fitting } of explainedBy)
      this.#oldestNumbers[aspect] = Math.max(fitting.at(-1)?.number ?? oldest, oldest);
    if (explainedBy.length === 0) return undefined;
    return selectExplaining(explainedBy);
  }
}

interface Explanation {
  readonly aspect: Aspect;
  /** Of the write that explained the last change of the aspect. */
  readonly oldest: number;
  readonly fitting: readonly RecordedWrite[];
}

const severalOrigins: ExplainingWrite = { origin: undefined };

/** Returns false if an aspect is not explained. */
function selectExplaining(explanations: readonly Explanation[]): ExplainingWrite | false {
  const writes: RecordedWrite[] = [];
  for (const explanation of explanations) {
    const probable = selectProbable(explanation);
    if (probable.length === 0) return false;
    writes.push(...probable);
  }
  const [first] = writes;
  if (first === undefined) return false;
  return writes.every(({ origin }) => isSameOrigin(origin, first.origin)) ? first : severalOrigins;
}

/**
 * A write whose effect was not reported yet comes first. Of these, one that names the aspect comes before one whose
 * values are unknown, such as a scene, and this before one that may set the aspect besides.
 */
function selectProbable({ aspect, oldest, fitting }: Explanation): readonly RecordedWrite[] {
  const unreported = fitting.filter(({ number }) => number > oldest);
  if (unreported.length === 0) return fitting.slice(-1);
  const naming = unreported.filter(
    ({ members }) => members !== undefined && has(members, comparedMembers[aspect]),
  );
  if (naming.length > 0) return naming;
  const unknown = unreported.filter(
    ({ members }) => members === undefined || has(members, ['dimming_delta', ...unpredictable]),
  );
  return unknown.length > 0 ? unknown : unreported;
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
