import { roomAndZoneTypes } from '../resources/group-types';
import type { Resource } from '../resources/resource';
import type { ResourceOf, ResourceType } from '../resources/table';
import { findDisplayNames, findResourceName, findResourceRoom, ParentIndex } from './names';
import type { GetResource, ResourceDisplayNames } from './names';
import {
  deepFreezeResource,
  findChangedPaths,
  findMomentaryInputReports,
  getFirstStep,
  getOwnerId,
  mergeUpdate,
  addShownColor,
} from './resource-state';
import type { MomentaryInputReport, ResourceChange, ResourceChangeEvent } from './resource-state';
import { otherCause } from '../logbook/changed-by';
import type { ChangedBy } from '../logbook/changed-by';
import { BoundedMap } from './bounded-map';
import { createMotionZoneSensor, isMotionZoneServiceType } from '../resources/motion-zones';

/** A `ResourceChangeEvent`, or what is known of one. */
export interface ChangeToExplain extends Partial<
  Pick<ResourceChangeEvent, 'changed' | 'cause' | 'own' | 'origin'>
> {
  readonly resource: Resource;
  readonly previous?: Resource | undefined;
}

/** The last known state of all resources of the bridge. Resources are frozen: clone them to change them. */
export interface StateCache extends StateReads {
  get(rid: string): Resource | undefined;
  get<Type extends ResourceType>(rid: string, rtype: Type): ResourceOf<Type> | undefined;
  byType<Type extends ResourceType>(rtype: Type): readonly ResourceOf<Type>[];
  byType(rtype: string): readonly Resource[];
  all(): Iterable<Resource>;
  types(): readonly string[];
  /** Owner named by the resource or by the `services` of the owner, for example its device or room. */
  ownerRid(resource: Resource): string | undefined;
  /** Name that the user gave to the resource or its owner: a device names its services, a room its grouped light. */
  name(rid: string): string | undefined;
  /** The room that contains or owns the resource, or else the zone. */
  room(rid: string): Resource | undefined;
  /**
   * Finds what changed a resource: the write that explains an own change, otherwise what the bridge did at the same
   * time.
   */
  findCause(change: ChangeToExplain): ChangedBy;
  /** Names for users. Also names resources deleted recently, and unknown ones by `findFormerName`. Frozen. */
  displayNames(rid: string): ResourceDisplayNames;
}

/** How the last known state is read again. */
export interface StateReads {
  /**
   * Reads all resources. Concurrent calls share one request.
   *
   * @throws {BridgeError} if the bridge cannot be read
   */
  refresh(): Promise<void>;
  /**
   * Reads all resources with a request that starts after this call: a request in flight may not include a recent
   * write. Calls before the start share it.
   *
   * @throws {BridgeError} if the bridge cannot be read
   */
  refetch(): Promise<void>;
  /**
   * Reads all resources of one type: bridges omit some types, for example `public_image`, from the list of all
   * resources. Calls during a read share the next one.
   *
   * @throws {BridgeError} if the bridge cannot be read or does not have the type
   */
  refreshType(rtype: ResourceType): Promise<void>;
  readonly refreshedAt: Date | undefined;
}

/** Resources that events update meanwhile are newer than the response. */
export interface InFlightRead {
  readonly sequence: number;
  readonly updatedRids: Set<string>;
}

const namingTypes: ReadonlySet<string> = new Set(roomAndZoneTypes);

/** Removed resources are kept for messages about the removal. */
const maxRemovedResources = 1_000;

const namingMembers: ReadonlySet<string> = new Set([
  'metadata',
  'name',
  'fabric_data',
  'owner',
  'script_id',
  'group',
  'children',
  'services',
  'grouped_services',
]);

/**
 * The last known state of a bridge: keeps what responses and events report, finds what each of them changed, and names
 * the resources.
 */
export class ResourceStore implements StateCache {
  /** Called with the input reports in each stored state; they may be old. */
  onReports: (rid: string, reports: readonly MomentaryInputReport[]) => void = () => undefined;
  findCause: (change: ChangeToExplain) => ChangedBy = ({ origin }) => origin ?? otherCause;
  /** Returns the name that a resource had before this store knew it. */
  findFormerName: (rid: string) => string | undefined = () => undefined;
  readonly #byId = new Map<string, Resource>();
  readonly #byType = new Map<string, Map<string, Resource>>();
  readonly #listCache = new Map<string, readonly Resource[]>();
  readonly #revisions = new Map<string, number>();
  /** Sequence by type; missing for a type that was never read completely. */
  readonly #lastAppliedSequence = new Map<string, number>();
  /** Types in a list of all resources. Some bridges omit types, which must not delete the resources. */
  readonly #fullReadTypes = new Set<string>();
  readonly #pendingReads = new Set<InFlightRead>();
  #sequence = 0;
  #hasAppliedAll = false;
  #parents: ParentIndex | undefined;
  #formerParents: ParentIndex | undefined;
  readonly #removed = new BoundedMap<string, Resource>(maxRemovedResources);
  readonly #motionZones = new MotionZoneStates((rid) => this.#byId.get(rid));
  readonly #furtherChanges: ResourceChange[] = [];
  #namingRevision = 0;
  /** At `#displayNamesRevision`. */
  readonly #displayNames = new Map<string, ResourceDisplayNames>();
  #displayNamesRevision = -1;
  readonly #getResource: GetResource = (rid) => this.#byId.get(rid);

  constructor(private readonly reads: StateReads) {}

  get refreshedAt(): Date | undefined {
    return this.reads.refreshedAt;
  }

  refresh(): Promise<void> {
    return this.reads.refresh();
  }

  refetch(): Promise<void> {
    return this.reads.refetch();
  }

  refreshType(rtype: ResourceType): Promise<void> {
    return this.reads.refreshType(rtype);
  }

  get(rid: string): Resource | undefined;
  get<Type extends ResourceType>(rid: string, rtype: Type): ResourceOf<Type> | undefined;
  get(rid: string, rtype?: string): Resource | undefined {
    const resource = this.#byId.get(rid);
    return rtype === undefined || resource?.type === rtype ? resource : undefined;
  }

  byType<Type extends ResourceType>(rtype: Type): readonly ResourceOf<Type>[];
  byType(rtype: string): readonly Resource[];
  byType(rtype: string): readonly Resource[] {
    let list = this.#listCache.get(rtype);
    if (list === undefined) {
      list = Object.freeze([...(this.#byType.get(rtype)?.values() ?? [])]);
      this.#listCache.set(rtype, list);
    }
    return list;
  }

  all(): Iterable<Resource> {
    return this.#byId.values();
  }

  types(): readonly string[] {
    return [...this.#byType].filter(([, resources]) => resources.size > 0).map(([rtype]) => rtype);
  }

  ownerRid(resource: Resource): string | undefined {
    const named = getOwnerId(resource);
    // A known owner saves the index, which is rebuilt after each change of a room.
    return named !== undefined && this.#byId.has(named)
      ? named
      : this.#currentParents.findOwnerRid(resource);
  }

  name(rid: string): string | undefined {
    return findResourceName(this.#getResource, this.#currentParents, rid);
  }

  room(rid: string): Resource | undefined {
    return findResourceRoom(this.#getResource, this.#currentParents, rid);
  }

  displayNames(rid: string): ResourceDisplayNames {
    if (this.#displayNamesRevision !== this.#namingRevision) this.#displayNames.clear();
    this.#displayNamesRevision = this.#namingRevision;
    const known = this.#displayNames.get(rid);
    if (known !== undefined) return known;
    const isKnown = this.#byId.has(rid);
    if (!isKnown && this.#removed.has(rid)) return this.#findNamesBeforeRemoval(rid);
    const displayNames = findDisplayNames(this.#getResource, this.#currentParents, rid);
    if (isKnown) this.#displayNames.set(rid, displayNames);
    const formerName = isKnown ? undefined : this.findFormerName(rid);
    return formerName === undefined ? displayNames : Object.freeze({ name: formerName });
  }

  #findNamesBeforeRemoval(rid: string): ResourceDisplayNames {
    const get: GetResource = (id) => this.#byId.get(id) ?? this.#removed.get(id);
    // The parents before the last change of a room or zone list the resources that the change removed.
    return findDisplayNames(get, this.#formerParents ?? this.#currentParents, rid);
  }

  get #currentParents(): ParentIndex {
    this.#parents ??= new ParentIndex(this);
    return this.#parents;
  }

  revision(rtype: string): number {
    return this.#revisions.get(rtype) ?? 0;
  }

  /** Increases with each change that may affect a name, an owner, a room or a zone. */
  get namingRevision(): number {
    return this.#namingRevision;
  }

  beginRead(): InFlightRead {
    this.#sequence += 1;
    const pendingRead: InFlightRead = { sequence: this.#sequence, updatedRids: new Set() };
    this.#pendingReads.add(pendingRead);
    return pendingRead;
  }

  endRead(pendingRead: InFlightRead): void {
    this.#pendingReads.delete(pendingRead);
  }

  hasRead(rtype: string): boolean {
    return this.#lastAppliedSequence.has(rtype);
  }

  wasListedWithAll(rtype: string): boolean {
    return this.#fullReadTypes.has(rtype);
  }

  isSuperseded(pendingRead: InFlightRead, rtype: string): boolean {
    return (this.#lastAppliedSequence.get(rtype) ?? 0) > pendingRead.sequence;
  }

  /** Returns the changes; none for the first read of the type. */
  applyCollection(
    pendingRead: InFlightRead,
    rtype: string,
    resources: readonly Resource[],
  ): ResourceChange[] {
    const groups = groupByType(resources);
    if (!groups.has(rtype)) groups.set(rtype, new Map());
    const changes: ResourceChange[] = [];
    const isFirst = !this.#lastAppliedSequence.has(rtype);
    for (const [type, group] of groups) {
      const typeChanges = this.#applyType(pendingRead, type, group, type === rtype);
      if (type !== rtype || !isFirst) changes.push(...typeChanges);
    }
    changes.push(...this.takeFurtherChanges().filter((change) => !isFirst || !isOf(change, rtype)));
    return changes;
  }

  /** Yields the changes of each type; none for the first read. */
  *applyAllByType(
    pendingRead: InFlightRead,
    resources: readonly Resource[],
  ): Generator<readonly ResourceChange[], void, undefined> {
    const groups = groupByType(resources);
    for (const type of this.#fullReadTypes) {
      if (!groups.has(type)) groups.set(type, new Map());
    }
    const isKnown = (type: string): boolean =>
      this.#hasAppliedAll || this.#lastAppliedSequence.has(type);
    const unknownTypes = new Set([...groups.keys()].filter((type) => !isKnown(type)));
    for (const [type, group] of groups) {
      const isFirst = unknownTypes.has(type);
      this.#fullReadTypes.add(type);
      const typeChanges = this.#applyType(pendingRead, type, group, true);
      yield isFirst ? [] : typeChanges;
    }
    yield this.takeFurtherChanges().filter(({ resource }) => !unknownTypes.has(resource.type));
    this.#hasAppliedAll = true;
  }

  applyAdd(resource: Resource): ResourceChange | undefined {
    this.markUpdated(resource.id);
    return this.#put(resource);
  }

  applyUpdate(update: Resource): ResourceChange | undefined {
    this.markUpdated(update.id);
    const state =
      this.#motionZones.getReported(update.id) ?? this.#byType.get(update.type)?.get(update.id);
    if (state === undefined) return this.#put(update);
    const merged = mergeUpdate(state, addShownColor(state, update));
    return merged === state ? undefined : this.#put(merged);
  }

  applyDelete(deleted: Pick<Resource, 'id' | 'type'>): ResourceChange | undefined {
    this.markUpdated(deleted.id);
    return this.#remove(deleted.type, deleted.id);
  }

  /** Marks a resource as newer than the responses of the reads in flight. */
  markUpdated(rid: unknown): void {
    if (typeof rid !== 'string') return;
    for (const pendingRead of this.#pendingReads) pendingRead.updatedRids.add(rid);
  }

  #applyType(
    pendingRead: InFlightRead,
    type: string,
    resources: ReadonlyMap<string, Resource>,
    isComplete: boolean,
  ): ResourceChange[] {
    // An older response would restore an old state.
    if (this.isSuperseded(pendingRead, type)) return [];
    const changes: ResourceChange[] = [];
    const collect = (change: ResourceChange | undefined): void => {
      if (change !== undefined) changes.push(change);
    };
    for (const [rid, resource] of resources) {
      if (!pendingRead.updatedRids.has(rid)) collect(this.#put(resource));
    }
    if (!isComplete) return changes;
    this.#lastAppliedSequence.set(type, pendingRead.sequence);
    for (const rid of this.#byType.get(type)?.keys() ?? []) {
      if (!resources.has(rid) && !pendingRead.updatedRids.has(rid))
        collect(this.#remove(type, rid));
    }
    return changes;
  }

  #put(reported: Resource): ResourceChange | undefined {
    const change = this.#store(this.#motionZones.record(reported));
    this.#updateMotionZone(reported);
    return change;
  }

  #updateMotionZone(changed: Resource): void {
    for (const sensor of this.#motionZones.listAffected(changed)) {
      const change = this.#store(sensor);
      if (change !== undefined) this.#furtherChanges.push(change);
    }
  }

  /** Returns the changes of other resources that the last changes have caused, such as of a zone's sensors. */
  takeFurtherChanges(): ResourceChange[] {
    return this.#furtherChanges.splice(0);
  }

  #store(resource: Resource): ResourceChange | undefined {
    const { id, type } = resource;
    const siblings = this.#byType.get(type) ?? new Map<string, Resource>();
    const previous = siblings.get(id);
    if (previous === resource) return undefined;
    const changed = previous === undefined ? undefined : findChangedPaths(previous, resource);
    if (changed?.length === 0 || !deepFreezeResource(resource)) return undefined;
    siblings.set(id, resource);
    if (previous === undefined) this.#byType.set(type, siblings);
    this.#byId.set(id, resource);
    this.#invalidate(type, changed);
    const reports = findMomentaryInputReports(resource, changed);
    if (reports.length > 0) this.onReports(id, reports);
    return previous === undefined || changed === undefined
      ? { kind: 'added', resource, changed: [] }
      : { kind: 'changed', resource, previous, changed };
  }

  #remove(type: string, rid: string): ResourceChange | undefined {
    const siblings = this.#byType.get(type);
    const resource = siblings?.get(rid);
    if (siblings === undefined || resource === undefined) return undefined;
    siblings.delete(rid);
    if (this.#byId.get(rid) === resource) this.#byId.delete(rid);
    this.#motionZones.remove(rid);
    this.#updateMotionZone(resource);
    this.#removed.set(rid, resource);
    this.#invalidate(type);
    return { kind: 'deleted', resource, previous: resource, changed: [] };
  }

  #invalidate(type: string, changed?: readonly string[]): void {
    this.#listCache.delete(type);
    this.#revisions.set(type, this.revision(type) + 1);
    if (changed !== undefined && !namingTypes.has(type) && !changed.some(isNamingPath)) return;
    this.#formerParents = this.#parents ?? this.#formerParents;
    this.#parents = undefined;
    this.#namingRevision += 1;
  }
}

const isOf = ({ resource }: ResourceChange, rtype: string): boolean => resource.type === rtype;

const isNamingPath = (path: string): boolean => namingMembers.has(getFirstStep(path));

/** Of two resources with one id, the last is kept. */
function groupByType(resources: readonly Resource[]): Map<string, Map<string, Resource>> {
  const groups = new Map<string, Map<string, Resource>>();
  for (const resource of resources) {
    const group = groups.get(resource.type) ?? new Map<string, Resource>();
    groups.set(resource.type, group.set(resource.id, resource));
  }
  return groups;
}

/** The services of MotionAware zones as the bridge reports them: the state cache holds the sensor of the whole zone. */
class MotionZoneStates {
  readonly #reported = new Map<string, Resource>();

  /** @param get returns a resource of the state cache */
  constructor(private readonly get: (rid: string) => Resource | undefined) {}

  /** Undefined for a resource that is no such service. */
  getReported(rid: string): Resource | undefined {
    return this.#reported.get(rid);
  }

  /** @returns what the state cache holds of the resource */
  record(reported: Resource): Resource {
    if (!isMotionZoneServiceType(reported.type)) return reported;
    this.#reported.set(reported.id, reported);
    return this.#createSensor(reported);
  }

  remove(rid: string): void {
    this.#reported.delete(rid);
  }

  /** Returns the sensors that a change of a zone, or of another service of their zone, may change. */
  listAffected(changed: Resource): readonly Resource[] {
    const isZone = changed.type === 'motion_area_configuration';
    if (!isZone && !isMotionZoneServiceType(changed.type)) return [];
    const zone = isZone ? changed.id : getOwnerId(changed);
    return this.#listServices(zone)
      .filter(({ id }) => id !== changed.id)
      .map((service) => this.#createSensor(service));
  }

  #createSensor(service: Resource): Resource {
    const owner = getOwnerId(service);
    return owner === undefined
      ? service
      : createMotionZoneSensor(service, this.get(owner), this.#listServices(owner));
  }

  #listServices(zone: string | undefined): readonly Resource[] {
    return [...this.#reported.values()].filter((service) => getOwnerId(service) === zone);
  }
}
