import { getListMember, getRidsOfReferences, getTextMember } from '../resources/members';
import type { Resource } from '../resources/resource';
import { isMadeType } from './writable';

/** The resources of one home, as a file or a bridge has them. */
export class Home {
  readonly #resources = new Map<string, Resource>();
  readonly #byType = new Map<string, Map<string, Resource>>();
  readonly #services = new Map<string, Set<string>>();
  /** Built anew after a room has changed. */
  #roomsByChild: ReadonlyMap<string, Resource> | undefined;

  constructor(resources: Iterable<Resource>) {
    for (const resource of resources) this.set(resource);
  }

  get(id: string): Resource | undefined {
    return this.#resources.get(id);
  }

  all(): readonly Resource[] {
    return [...this.#resources.values()];
  }

  byType(type: string): readonly Resource[] {
    return [...(this.#byType.get(type)?.values() ?? [])];
  }

  /** Adds or replaces. */
  set(resource: Resource): void {
    const { id, type } = resource;
    if (type === 'room') this.#roomsByChild = undefined;
    this.#resources.set(id, resource);
    const ofType = this.#byType.get(type) ?? new Map<string, Resource>();
    this.#byType.set(type, ofType.set(id, resource));
    const owner = getTextMember(resource, 'owner', 'rid');
    // A motion area belongs to the bridge, and yet people made it.
    if (owner !== undefined && !isMadeType(type)) this.#addService(owner, id);
    // Grouped lights of old firmware tell no owner.
    for (const service of getRidsOfReferences(getListMember(resource, 'grouped_services')))
      this.#addService(id, service);
  }

  delete(id: string): void {
    const type = this.#resources.get(id)?.type ?? '';
    if (type === 'room') this.#roomsByChild = undefined;
    this.#resources.delete(id);
    this.#byType.get(type)?.delete(id);
  }

  /** In the order in which the owner lists them. */
  servicesOf(owner: string): readonly Resource[] {
    const services = [...(this.#services.get(owner) ?? [])].flatMap((id) => this.get(id) ?? []);
    if (services.length < 2) return services;
    const listed = getRidsOfReferences(getListMember(this.get(owner), 'services'));
    const getPlace = ({ id }: Resource): number =>
      listed.includes(id) ? listed.indexOf(id) : listed.length;
    return services.toSorted((one, other) => getPlace(one) - getPlace(other));
  }

  /** Also of a service: the room of its device. */
  roomOf(id: string): Resource | undefined {
    this.#roomsByChild ??= new Map(
      this.byType('room').flatMap((room) =>
        getRidsOfReferences(room['children']).map((child) => [child, room] as const),
      ),
    );
    const device = getTextMember(this.get(id), 'owner', 'rid') ?? id;
    return this.#roomsByChild.get(device) ?? this.#roomsByChild.get(id);
  }

  /** The device itself, or that of a service. */
  deviceOf(resource: Resource): Resource | undefined {
    if (resource.type === 'device') return resource;
    const owner = this.get(getTextMember(resource, 'owner', 'rid') ?? '');
    return owner?.type === 'device' ? owner : undefined;
  }

  /** True for the device that is the bridge itself. */
  isBridge(device: string): boolean {
    return this.servicesOf(device).some(({ type }) => type === 'bridge');
  }

  /** Its own name, otherwise that of its owner; empty if there is none. */
  nameOf(id: string): string {
    const resource = this.get(id);
    const name = getTextMember(resource, 'metadata', 'name') ?? getTextMember(resource, 'name');
    const owner = getTextMember(resource, 'owner', 'rid');
    return name ?? getTextMember(this.get(owner ?? ''), 'metadata', 'name') ?? '';
  }

  #addService(owner: string, id: string): void {
    this.#services.set(owner, (this.#services.get(owner) ?? new Set()).add(id));
  }
}
