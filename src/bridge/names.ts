import { roomAndZoneTypes, isRoomOrZoneType } from '../resources/group-types';
import { getNestedMember, getRidsOfReferences } from '../resources/members';
import type { KnownResourceType } from '../resources/table';
import type { Resource } from '../resources/resource';
import { getOwnerId, isGroupedService } from './resource-state';

export interface ResourceDisplayNames {
  readonly name?: string;
  readonly room?: string;
}

export type GetResource = (rid: string) => Resource | undefined;

/** The names of a resource and of its room, for people. */
export function findDisplayNames(
  get: GetResource,
  parents: ParentIndex,
  rid: string,
): ResourceDisplayNames {
  const names: { name?: string; room?: string } = {};
  const name = findResourceName(get, parents, rid);
  const group = findResourceRoom(get, parents, rid);
  const room = group === undefined ? undefined : findResourceName(get, parents, group.id);
  if (name !== undefined) names.name = name;
  if (room !== undefined) names.room = room;
  return Object.freeze(names);
}

/** The API has no name for `bridge_home`. */
const bridgeHomeDisplayName = 'Home';

/** Real chains of owners have at most three; a circle must end. */
const maxChainLength = 8;

/** Own name, or that of the script, owner or home. */
export function findResourceName(
  get: GetResource,
  parents: ParentIndex,
  rid: string,
): string | undefined {
  let resource = get(rid);
  for (let length = 1; resource !== undefined && length <= maxChainLength; length += 1) {
    const name = getOwnName(resource);
    if (name !== undefined)
      return resource.id === rid ? name : appendControlId(get, parents, rid, name);
    const nextRid = parents.findOwnerRid(resource) ?? resource['script_id'];
    resource = typeof nextRid === 'string' ? get(nextRid) : undefined;
  }
  return undefined;
}

/** The room that contains the resource or its device, or the group that it belongs to, or the zone. */
export function findResourceRoom(
  get: GetResource,
  parents: ParentIndex,
  rid: string,
): Resource | undefined {
  const chain = [rid];
  let resource = get(rid);
  while (resource !== undefined && chain.length < maxChainLength) {
    if (isRoomOrZoneType(resource.type)) return resource;
    const nextRid = getNestedMember(resource, 'group', 'rid') ?? parents.findOwnerRid(resource);
    if (typeof nextRid !== 'string') break;
    chain.push(nextRid);
    resource = get(nextRid);
  }
  return parents.findContainingGroup(chain);
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
function appendControlId(
  get: GetResource,
  parents: ParentIndex,
  rid: string,
  name: string,
): string {
  const resource = get(rid);
  const controlId = getNestedMember(resource, 'metadata', 'control_id');
  if (resource === undefined || typeof controlId !== 'number') return name;
  const deviceRid = parents.findOwnerRid(resource);
  if (deviceRid === undefined) return name;
  const sameTypeServices = getRidsOfReferences(getNestedMember(get(deviceRid), 'services')).filter(
    (service) => get(service)?.type === resource.type,
  );
  return sameTypeServices.length > 1 ? `${name} ${controlId}` : name;
}

/** Types that own their `services`. A service group lists services of others. */
const offeringTypes = [
  'device',
  ...roomAndZoneTypes,
  'bridge_home',
  'motion_area_configuration',
] as const satisfies readonly KnownResourceType[];

const ownerlessTypes: ReadonlySet<string> = new Set([
  ...offeringTypes,
  'scene',
  'smart_scene',
  'behavior_script',
  'behavior_instance',
] satisfies readonly KnownResourceType[]);

interface KnownResources {
  get(rid: string): Resource | undefined;
  byType(rtype: string): readonly Resource[];
}

/** Finds the room or zone that lists a resource in `children`, and the resource that lists it in `services`. */
export class ParentIndex {
  readonly #rooms = new Map<string, Resource>();
  readonly #zones = new Map<string, Resource>();
  readonly #offering = new Map<string, Resource>();
  #offeringByService: Map<string, Resource> | undefined;

  constructor(private readonly resources: KnownResources) {
    for (const rtype of roomAndZoneTypes) {
      const groupsByChild = rtype === 'room' ? this.#rooms : this.#zones;
      for (const group of resources.byType(rtype)) {
        indexReferences(groupsByChild, group, 'children');
        indexReferences(this.#offering, group, 'services');
        // In firmware of 2021, `services` lists the services of the children.
        indexReferences(this.#offering, group, 'grouped_services');
      }
    }
  }

  /**
   * Rooms have priority over zones.
   *
   * @param rids ids of the resource and its owners, the resource first
   */
  findContainingGroup(rids: readonly string[]): Resource | undefined {
    for (const index of [this.#rooms, this.#zones]) {
      for (const rid of rids) {
        const group = index.get(rid);
        if (group !== undefined) return group;
      }
    }
    return undefined;
  }

  /**
   * The owner is named by the resource, or lists it in `services`. The device that lists it also replaces a named owner
   * that does not exist, which some bridges send. A grouped service belongs to the group that lists
   * it, an image to the first scene that uses it.
   */
  findOwnerRid(resource: Resource): string | undefined {
    const named = getOwnerId(resource);
    if (named !== undefined) {
      const isKnown = this.resources.get(named) !== undefined;
      const offering = isKnown ? undefined : this.#findOffering(resource.id);
      return offering?.type === 'device' ? offering.id : named;
    }
    if (isGroupedService(resource)) {
      const owner =
        this.#offering.get(resource.id)?.id ?? getNestedMember(resource, 'owner', 'rid');
      if (typeof owner === 'string') return owner;
    }
    return ownerlessTypes.has(resource.type) ? undefined : this.#findOffering(resource.id)?.id;
  }

  #findOffering(rid: string): Resource | undefined {
    if (this.#offeringByService === undefined) {
      this.#offeringByService = new Map();
      for (const rtype of offeringTypes) {
        for (const resource of this.resources.byType(rtype))
          indexReferences(this.#offeringByService, resource, 'services');
      }
      for (const rtype of ['scene', 'smart_scene']) {
        for (const scene of this.resources.byType(rtype)) {
          const image = getNestedMember(scene, 'metadata', 'image', 'rid');
          if (typeof image === 'string' && !this.#offeringByService.has(image))
            this.#offeringByService.set(image, scene);
        }
      }
    }
    return this.#offeringByService.get(rid);
  }
}

function indexReferences(index: Map<string, Resource>, group: Resource, listName: string): void {
  for (const rid of getRidsOfReferences(group[listName]))
    if (!index.has(rid)) index.set(rid, group);
}
