import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Clock } from '../time/clock';
import { referencedRids } from './group-index';
import type { Limits } from '../limits';
import type { ResourceStore } from './resource-store';

/** Remembers what this client wrote lately, to tell its own changes from those of others. */
export class OwnWrites {
  /** When a resource was last touched by a write, in the order of these times. */
  readonly #times = new Map<string, number>();

  constructor(
    private readonly store: ResourceStore,
    private readonly clock: Clock,
    private readonly limits: Limits,
  ) {}

  /** Notes a write to a resource that was just sent, or just answered. */
  note(rid: string): void {
    const now = this.clock.now();
    for (const touched of touchedBy(this.store, rid)) {
      this.#times.delete(touched);
      this.#times.set(touched, now);
    }
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= this.limits.rememberedWrites) break;
      this.#times.delete(oldest);
    }
  }

  /**
   * Says whether a write explains a change.
   *
   * @param since when the bridge was last looked at before the change was seen, in ms of the clock
   * @returns true when the resource or its owner was written after that, or shortly before
   */
  explain(resource: Resource, since: number): boolean {
    const earliest = since - this.limits.ownWindow;
    const owner = member(resource, 'owner', 'rid');
    const written = (rid: string): boolean => (this.#times.get(rid) ?? -Infinity) >= earliest;
    return written(resource.id) || (typeof owner === 'string' && written(owner));
  }
}

/** A resource and what changes along with it: lamps with their groups, groups and scenes with their lamps. */
function touchedBy(store: ResourceStore, rid: string): Set<string> {
  const touched = new Set([rid]);
  const resource = store.get(rid);
  const lamps = resource === undefined ? [] : lampsOf(store, resource);
  if (lamps.length === 0) return touched;
  const standing = new Set<unknown>();
  for (const lamp of lamps) {
    touched.add(lamp.id);
    standing.add(lamp.id).add(member(lamp, 'owner', 'rid'));
  }
  for (const groupedLight of store.byType('grouped_light')) {
    const group = groupOf(store, groupedLight);
    const concerned =
      group?.type === 'bridge_home' ||
      referencedRids(group?.['children']).some((child) => standing.has(child));
    if (concerned) touched.add(groupedLight.id);
  }
  return touched;
}

/** The lights that a write to a light, grouped light, scene or smart scene acts on. */
function lampsOf(store: ResourceStore, resource: Resource): readonly Resource[] {
  if (resource.type === 'light') return [resource];
  const group = groupOf(store, resource);
  if (group === undefined) return [];
  if (group.type === 'bridge_home') return store.byType('light');
  return referencedRids(group['children'])
    .flatMap((rid) => [rid, ...referencedRids(store.get(rid)?.['services'])])
    .flatMap((rid) => store.get(rid) ?? [])
    .filter(({ type }) => type === 'light');
}

function groupOf(store: ResourceStore, resource: Resource): Resource | undefined {
  const rid =
    resource.type === 'grouped_light'
      ? store.groups.ownerOf(resource)
      : member(resource, 'group', 'rid');
  return typeof rid === 'string' ? store.get(rid) : undefined;
}
