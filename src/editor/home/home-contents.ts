import { normalizeNameForComparison } from '../../vocabulary/lookup';
import type { HomeFrame, HomeGroup, HomeItem } from '../../runtime/home/home-item';

/** What belongs to the whole home. */
export const homeSection = 'home';
/** Devices in no room. */
export const noRoomSection = 'none';
export const automationSection = 'automations';

export const isGroup = (item: HomeItem | undefined): item is HomeGroup =>
  item?.rtype === 'room' || item?.rtype === 'zone' || item?.rtype === 'bridge_home';

/** Returns the room or zone of a scene, otherwise the room of an item. */
export function findRoomOfItem(
  items: ReadonlyMap<string, HomeItem>,
  item: HomeItem,
): { readonly rid: string; readonly name: string } | null {
  const id = 'group' in item ? item.group : item.room;
  const room = id === undefined ? undefined : items.get(id);
  return room === undefined ? null : { rid: room.id, name: room.name };
}

/** Holds the items of a home as the runtime last told them, and sorts them into rooms. */
export class HomeContents {
  #items: ReadonlyMap<string, HomeItem> = new Map();

  get items(): ReadonlyMap<string, HomeItem> {
    return this.#items;
  }

  /** Returns changed items and removed ids, also when a whole home is read again. */
  apply(frame: Extract<HomeFrame, { kind: 'home' | 'changes' }>) {
    const next = new Map(frame.kind === 'home' ? [] : this.#items);
    const received = frame.kind === 'home' ? frame.items : frame.changed;
    const changed = received.filter((item) => !isSame(item, this.#items.get(item.id)));
    for (const item of received) next.set(item.id, item);
    if (frame.kind === 'changes') for (const id of frame.removed) next.delete(id);
    const removed = [...this.#items.keys()].filter((id) => !next.has(id));
    this.#items = next;
    return { changed, removed };
  }

  /** A lamp is also in the sections of its zones. */
  findSections(item: HomeItem): readonly string[] {
    const section = this.#findFirstSection(item);
    if (item.rtype !== 'light' || item.zones === undefined) return [section];
    const zones = item.zones.filter((id) => isGroup(this.#items.get(id)));
    return [...new Set([section, ...zones])];
  }

  /** Returns the id of a room, a zone, or another section. */
  #findFirstSection(item: HomeItem): string {
    if (isGroup(item)) return item.rtype === 'bridge_home' ? homeSection : item.id;
    if (item.rtype === 'behavior_instance') return automationSection;
    const isOfGroup = item.rtype === 'scene' || item.rtype === 'smart_scene';
    const groupIds = isOfGroup ? [item.group] : [item.room];
    if (item.owner === undefined) groupIds.push(...(item.zones ?? []));
    for (const id of groupIds) {
      const group = id === undefined ? undefined : this.#items.get(id);
      if (isGroup(group)) return this.#findFirstSection(group);
    }
    return item.owner === undefined && !isOfGroup ? homeSection : noRoomSection;
  }

  findRepeatedNames(): ReadonlySet<string> {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const item of this.#items.values()) {
      if (!hasOwnName(item)) continue;
      const key = toNameKey(item);
      (seen.has(key) ? repeated : seen).add(key);
    }
    return repeated;
  }
}

/** Sensors and buttons have the name of their device. */
const hasOwnName = ({ rtype }: HomeItem): boolean =>
  ['light', 'room', 'zone', 'scene', 'smart_scene', 'behavior_instance'].includes(rtype);

/** Scenes of the same name differ by their room. */
export const toNameKey = (item: HomeItem): string =>
  `${item.rtype}/${'group' in item ? (item.group ?? '') : ''}/${normalizeNameForComparison(item.name)}`;

const isSame = (item: HomeItem, other: HomeItem | undefined): boolean =>
  other !== undefined && JSON.stringify(item) === JSON.stringify(other);
