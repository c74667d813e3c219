import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { randomUUID } from 'node:crypto';
import { groupedLightFor } from '../furniture';
import type { Home } from '../home';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { refuseDangling } from './references';

/**
 * A device stands in one room only. Service document, section 4.3.
 *
 * @throws Refusal 409 for a device that stands in another room
 */
function refuseSecondRoom(home: Home, room: Resource, children: unknown): void {
  const wanted = new Set(ridsOf(children));
  for (const other of home.byType('room')) {
    if (other.id === room.id) continue;
    const taken = ridsOf(other['children']).find((rid) => wanted.has(rid));
    if (taken === undefined) continue;
    throw new Refusal(
      409,
      `device ${taken} is part of room ${other.id} (${nameOf(other)}) already`,
    );
  }
}

const ridsOf = (references: unknown): string[] =>
  (Array.isArray(references) ? references : []).flatMap((reference: unknown) => {
    const rid = isObject(reference) ? reference['rid'] : undefined;
    return typeof rid === 'string' ? [rid] : [];
  });

const nameOf = (resource: Resource): string => String(member(resource, 'metadata', 'name'));

/** Devices and lamps must be there; of what else may be a child, this bridge knows less than others. */
function checkChildren(home: Home, group: Resource, children: unknown): void {
  if (!Array.isArray(children)) return;
  for (const [index, child] of children.entries()) {
    const rtype = member(child, 'rtype');
    if (rtype === 'device' || rtype === 'light') {
      refuseDangling(home, `children[${index}]`, child);
    }
  }
  if (group.type === 'room') refuseSecondRoom(home, group, children);
}

function create({ home }: House, group: Resource): Resource {
  checkChildren(home, group, group['children']);
  const metadata = isObject(group['metadata']) ? group['metadata'] : {};
  const groupedLight = groupedLightFor({ rid: group.id, rtype: group.type }, randomUUID());
  home.add(groupedLight);
  return {
    children: [],
    ...group,
    metadata: { name: 'New group', archetype: 'other', ...metadata },
    services: [{ rid: groupedLight.id, rtype: 'grouped_light' }],
  };
}

/** The home lists its rooms, not its zones. */
function created({ home }: House, group: Resource): void {
  if (group.type !== 'room') return;
  for (const { id, children } of home.byType('bridge_home')) {
    const others: readonly unknown[] = Array.isArray(children) ? children : [];
    home.change(id, { children: [...others, { rid: group.id, rtype: group.type }] });
  }
}

function update({ home }: House, group: Resource, body: Body): Outcome {
  checkChildren(home, group, body['children']);
  home.change(group.id, body);
  return done;
}

/** Rooms and zones. Service document, sections 2.2 and 4.3. */
export const groupBehaviour: Behaviour = { create, created, update };
