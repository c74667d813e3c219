import { isRoomOrZoneType, getNestedMember, getRidsOfReferences } from '../../resources';
import type { Resource, ResourceOf, ResourceType } from '../../resources';
import type { ParentIndex } from './parent-index';
import type { ResourceStore } from './resource-store';

export interface ResourceDisplayNames {
  readonly name?: string;
  readonly room?: string;
}

/** The last known state of all resources of the bridge. Resources are frozen: clone them to change them. */
export interface StateCache {
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
  /** Names for users. Also names resources deleted recently, and unknown ones by `findFormerName`. Frozen. */
  displayNames(rid: string): ResourceDisplayNames;
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

export class StoreBackedStateCache implements StateCache {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #getResource: GetResource = (rid) => this.#resources.get(rid);
  readonly #displayNames = new Map<string, ResourceDisplayNames>();
  #namingRevision = -1;
  readonly #reads: SharedRead;
  readonly #readsByType = new Map<ResourceType, SharedRead>();

  constructor(
    private readonly store: ResourceStore,
    loadState: () => Promise<void>,
    private readonly getLoadedAt: () => Date | undefined = () => undefined,
    private readonly loadType: (rtype: ResourceType) => Promise<void> = loadState,
    private readonly findFormerName: (rid: string) => string | undefined = () => undefined,
  ) {
    this.#resources = store.resources;
    this.#reads = new SharedRead(loadState);
  }

  get refreshedAt(): Date | undefined {
    return this.getLoadedAt();
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
    return this.store.byType(rtype);
  }

  all(): Iterable<Resource> {
    return this.store.all();
  }

  types(): readonly string[] {
    return this.store.types();
  }

  ownerRid(resource: Resource): string | undefined {
    return this.store.ownerRid(resource);
  }

  name(rid: string): string | undefined {
    return findResourceName(this.#getResource, this.store.parents, rid);
  }

  room(rid: string): Resource | undefined {
    return findResourceRoom(this.#getResource, this.store.parents, rid);
  }

  displayNames(rid: string): ResourceDisplayNames {
    const { namingRevision } = this.store;
    if (this.#namingRevision !== namingRevision) this.#displayNames.clear();
    this.#namingRevision = namingRevision;
    const known = this.#displayNames.get(rid);
    if (known !== undefined) return known;
    const isKnown = this.#resources.has(rid);
    if (!isKnown && this.store.getRemoved(rid) !== undefined) return this.#findFormerNames(rid);
    const displayNames = findDisplayNames(this.#getResource, this.store.parents, rid);
    if (isKnown) this.#displayNames.set(rid, displayNames);
    const formerName = isKnown ? undefined : this.findFormerName(rid);
    return formerName === undefined ? displayNames : Object.freeze({ name: formerName });
  }

  #findFormerNames(rid: string): ResourceDisplayNames {
    const store = this.store;
    const get: GetResource = (id) => store.get(id) ?? store.getRemoved(id);
    return findDisplayNames(get, store.formerParents, rid);
  }

  refresh(): Promise<void> {
    return this.#reads.join();
  }

  refetch(): Promise<void> {
    return this.#reads.startAfterCurrent();
  }

  refreshType(rtype: ResourceType): Promise<void> {
    const reads = this.#readsByType.get(rtype) ?? new SharedRead(() => this.loadType(rtype));
    this.#readsByType.set(rtype, reads);
    return reads.startAfterCurrent();
  }
}

class SharedRead {
  #inFlight: Promise<void> | undefined;
  #queued: Promise<void> | undefined;

  constructor(private readonly read: () => Promise<void>) {}

  join(): Promise<void> {
    this.#inFlight ??= this.read().finally(() => {
      this.#inFlight = undefined;
    });
    return this.#inFlight;
  }

  /** Calls before the start share the read. */
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

function findDisplayNames(
  get: GetResource,
  groups: ParentIndex,
  rid: string,
): ResourceDisplayNames {
  const names: { name?: string; room?: string } = {};
  const name = findResourceName(get, groups, rid);
  const group = findResourceRoom(get, groups, rid);
  const room = group === undefined ? undefined : findResourceName(get, groups, group.id);
  if (name !== undefined) names.name = name;
  if (room !== undefined) names.room = room;
  return Object.freeze(names);
}

/** The API has no name for `bridge_home`. */
const bridgeHomeDisplayName = 'Home';

/** Real chains of owners have at most three; a circle must end. */
const maxChainLength = 8;

type GetResource = (rid: string) => Resource | undefined;

/** Own name, or that of the script, owner or home. */
function findResourceName(get: GetResource, groups: ParentIndex, rid: string): string | undefined {
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

/** The room that contains the resource or its device, or the group that it belongs to, or the zone. */
function findResourceRoom(
  get: GetResource,
  groups: ParentIndex,
  rid: string,
): Resource | undefined {
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

/** `control_id`, printed on the device, distinguishes several services of one type. */
function appendControlId(get: GetResource, groups: ParentIndex, rid: string, name: string): string {
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
