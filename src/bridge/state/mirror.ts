import { isRoomOrZoneType, getNestedMember, getRidsOfReferences } from '../../resources';
import type { Resource, ResourceOf, ResourceType } from '../../resources';
import type { GroupIndex } from './group-index';
import type { ResourceStore } from './resource-store';

/** Names of a resource and of its room or zone; missing where they are not known. */
export interface ResourceDisplayNames {
  readonly name?: string;
  readonly room?: string;
}

/** Last known state of all resources of the bridge. Resources are frozen: clone them to change them. */
export interface Mirror {
  /** Returns the resource, or undefined when it is not known. */
  get(rid: string): Resource | undefined;
  /** Returns the resource, or undefined when none of this type has the id. */
  get<Type extends ResourceType>(rid: string, rtype: Type): ResourceOf<Type> | undefined;
  /** Returns the known resources of a type. */
  byType<Type extends ResourceType>(rtype: Type): readonly ResourceOf<Type>[];
  byType(rtype: string): readonly Resource[];
  all(): Iterable<Resource>;
  /** Returns the types of the known resources, those that the resource table does not list included. */
  types(): readonly string[];
  /**
   * Returns the id of the device, room or other resource that it is a service of: as it says itself, else as their
   *   `services` say; undefined where it is none.
   */
  ownerRid(resource: Resource): string | undefined;
  /**
   * Returns the user-given name of the resource, else of its owner: a service is named after its
   *   device, a grouped light after its room; undefined when none is known.
   */
  name(rid: string): string | undefined;
  /** Returns the room, else the zone, that contains or owns the resource; undefined when none is known. */
  room(rid: string): Resource | undefined;
  /**
   * Returns the names of a resource and of its room or zone, for people; for a while also of one that was deleted, and
   *   the name that the client was given for one that it does not know. Frozen: copy them to change them.
   */
  displayNames(rid: string): ResourceDisplayNames;
  /**
   * Fetches all resources. Concurrent calls share one request.
   *
   * @throws {BridgeError} when the bridge could not be read
   */
  refresh(): Promise<void>;
  /**
   * Fetches all resources by a request that starts after this call, shared by calls made before it starts: a request
   * already in flight may not include what has just been written.
   *
   * @throws {BridgeError} when the bridge could not be read
   */
  refetch(): Promise<void>;
  /**
   * Fetches all resources of one type: bridges leave some, such as `public_image`, out of the list of everything. Calls
   * while one is fetched share the next fetch, which begins afterwards.
   *
   * @throws {BridgeError} when the bridge could not be read or has no such type
   */
  refreshType(rtype: ResourceType): Promise<void>;
  /** When all resources were last fetched. */
  readonly refreshedAt: Date | undefined;
}

/** A mirror backed by a `ResourceStore`. */
export class StoreBackedMirror implements Mirror {
  readonly #store: ResourceStore;
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #getResource: GetResource = (rid) => this.#resources.get(rid);
  readonly #loadType: (rtype: ResourceType) => Promise<void>;
  readonly #getLoadedAt: () => Date | undefined;
  readonly #findFormerName: (rid: string) => string | undefined;
  /** Names by resource id, as of a revision of the store. */
  readonly #displayNames = new Map<string, ResourceDisplayNames>();
  #namingRevision = -1;
  readonly #reads: SharedRead;
  readonly #readsByType = new Map<ResourceType, SharedRead>();

  /**
   * @param loadState fetches all resources into the store
   * @param getLoadedAt returns when that last completed, whoever called it
   * @param loadType fetches those of a type into the store
   * @param findFormerName finds the name of a resource that the bridge does not hold
   */
  constructor(
    store: ResourceStore,
    loadState: () => Promise<void>,
    getLoadedAt: () => Date | undefined = () => undefined,
    loadType: (rtype: ResourceType) => Promise<void> = loadState,
    findFormerName: (rid: string) => string | undefined = () => undefined,
  ) {
    this.#findFormerName = findFormerName;
    this.#store = store;
    this.#resources = store.resources;
    this.#reads = new SharedRead(loadState);
    this.#loadType = loadType;
    this.#getLoadedAt = getLoadedAt;
  }

  get refreshedAt(): Date | undefined {
    return this.#getLoadedAt();
  }

  get(rid: string): Resource | undefined;
  get<Type extends ResourceType>(rid: string, rtype: Type): ResourceOf<Type> | undefined;
  get(rid: string, rtype?: string): Resource | undefined {
    const resource = this.#resources.get(rid);
    return rtype === undefined || resource?.type === rtype ? resource : undefined;
  }

  byType<Type extends ResourceType>(rtype: Type): readonly ResourceOf<Type>[];
  byType(rtype: string): readonly Resource[];
  byType(rtype: string): readonly Resource[] {
    return this.#store.byType(rtype);
  }

  all(): Iterable<Resource> {
    return this.#store.all();
  }

  types(): readonly string[] {
    return this.#store.types();
  }

  ownerRid(resource: Resource): string | undefined {
    return this.#store.ownerRid(resource);
  }

  name(rid: string): string | undefined {
    return findResourceName(this.#getResource, this.#store.groups, rid);
  }

  room(rid: string): Resource | undefined {
    return findResourceRoom(this.#getResource, this.#store.groups, rid);
  }

  displayNames(rid: string): ResourceDisplayNames {
    const { namingRevision } = this.#store;
    if (this.#namingRevision !== namingRevision) this.#displayNames.clear();
    this.#namingRevision = namingRevision;
    const known = this.#displayNames.get(rid);
    if (known !== undefined) return known;
    const isKnown = this.#resources.has(rid);
    if (!isKnown && this.#store.getRemoved(rid) !== undefined) return this.#findFormerNames(rid);
    const displayNames = findDisplayNames(this.#getResource, this.#store.groups, rid);
    if (isKnown) this.#displayNames.set(rid, displayNames);
    const formerName = isKnown ? undefined : this.#findFormerName(rid);
    return formerName === undefined ? displayNames : Object.freeze({ name: formerName });
  }

  /** Names of a resource that was removed lately. */
  #findFormerNames(rid: string): ResourceDisplayNames {
    const store = this.#store;
    const get: GetResource = (id) => store.get(id) ?? store.getRemoved(id);
    return findDisplayNames(get, store.formerGroups, rid);
  }

  refresh(): Promise<void> {
    return this.#reads.join();
  }

  refetch(): Promise<void> {
    return this.#reads.startAfterCurrent();
  }

  refreshType(rtype: ResourceType): Promise<void> {
    const reads = this.#readsByType.get(rtype) ?? new SharedRead(() => this.#loadType(rtype));
    this.#readsByType.set(rtype, reads);
    return reads.startAfterCurrent();
  }
}

/** Lets concurrent calls share one read. */
class SharedRead {
  #inFlight: Promise<void> | undefined;
  #queued: Promise<void> | undefined;

  constructor(private readonly read: () => Promise<void>) {}

  /** Joins the read in flight, or starts one. */
  join(): Promise<void> {
    this.#inFlight ??= this.read().finally(() => {
      this.#inFlight = undefined;
    });
    return this.#inFlight;
  }

  /** Starts a read after the one in flight; shared by calls made before it starts. */
  startAfterCurrent(): Promise<void> {
    this.#queued ??= this.#startAfterCurrent();
    return this.#queued;
  }

  async #startAfterCurrent(): Promise<void> {
    await this.#inFlight?.catch(() => undefined);
    this.#queued = undefined;
    return this.join();
  }
}

function findDisplayNames(get: GetResource, groups: GroupIndex, rid: string): ResourceDisplayNames {
  const names: { name?: string; room?: string } = {};
  const name = findResourceName(get, groups, rid);
  const group = findResourceRoom(get, groups, rid);
  const room = group === undefined ? undefined : findResourceName(get, groups, group.id);
  if (name !== undefined) names.name = name;
  if (room !== undefined) names.room = room;
  return Object.freeze(names);
}

/** Name of `bridge_home`, which has none in the API. */
const bridgeHomeDisplayName = 'Home';

/** Longest chain of owners that is followed, which may be a circle; real ones have at most three. */
const maxChainLength = 8;

type GetResource = (rid: string) => Resource | undefined;

/**
 * Finds the display name of a resource.
 *
 * @returns its own name, else the name of its script, owner or home; undefined when none is known
 */
function findResourceName(get: GetResource, groups: GroupIndex, rid: string): string | undefined {
  let resource = get(rid);
  for (let length = 1; resource !== undefined && length <= maxChainLength; length += 1) {
    const name = getOwnName(resource);
    if (name !== undefined)
      return resource.id === rid ? name : appendControlId(get, groups, rid, name);
    const nextRid = groups.findOwnerRid(resource) ?? resource['script_id'];
    resource = typeof nextRid === 'string' ? get(nextRid) : undefined;
  }
  return undefined;
}

/**
 * Finds the room or zone of a resource.
 *
 * @returns the room that contains the resource or its device, or the group it belongs to; else the zone
 */
function findResourceRoom(get: GetResource, groups: GroupIndex, rid: string): Resource | undefined {
  const chain = [rid];
  let resource = get(rid);
  while (resource !== undefined && chain.length < maxChainLength) {
    if (isRoomOrZoneType(resource.type)) return resource;
    const nextRid = getNestedMember(resource, 'group', 'rid') ?? groups.findOwnerRid(resource);
    if (typeof nextRid !== 'string') break;
    chain.push(nextRid);
    resource = get(nextRid);
  }
  return groups.findContainingGroup(chain);
}

function getOwnName(resource: Resource): string | undefined {
  if (resource.type === 'bridge_home') return bridgeHomeDisplayName;
  return (
    toName(getNestedMember(resource, 'metadata', 'name')) ??
    toName(resource['name']) ??
    toName(getNestedMember(resource, 'fabric_data', 'label'))
  );
}

const toName = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Appends `control_id`, the number printed on the device, when it has several services of the type. */
function appendControlId(get: GetResource, groups: GroupIndex, rid: string, name: string): string {
  const resource = get(rid);
  const controlId = getNestedMember(resource, 'metadata', 'control_id');
  if (resource === undefined || typeof controlId !== 'number') return name;
  const deviceRid = groups.findOwnerRid(resource);
  if (deviceRid === undefined) return name;
  const sameTypeServices = getRidsOfReferences(getNestedMember(get(deviceRid), 'services')).filter(
    (service) => get(service)?.type === resource.type,
  );
  return sameTypeServices.length > 1 ? `${name} ${controlId}` : name;
}
