import { isObject, getListMember, getNestedMember, getRidsOfReferences } from '../../resources';
import type { Resource } from '../../resources';
import { randomUUID } from 'node:crypto';
import { createGroupedLight } from '../fixtures';
import { toReference } from '../home/find-resources';
import type { SimulatedHome } from '../home/simulated-home';
import { SimulatorHttpError } from '../http/simulator-response';
import type { ResourceWriteHandler } from './resource-write-handler';
import { assertReferenceExists } from './reference-integrity';

/**
 * Service document, section 4.3.
 *
 * @throws SimulatorHttpError 409 for a device that is part of another room
 */
function assertInOneRoomOnly(home: SimulatedHome, room: Resource, children: unknown): void {
  const requestedRids = new Set(getRidsOfReferences(children));
  for (const other of home.byType('room')) {
    if (other.id === room.id) continue;
    const conflictingRid = getRidsOfReferences(other['children']).find((rid) =>
      requestedRids.has(rid),
    );
    if (conflictingRid === undefined) continue;
    const name = String(getNestedMember(other, 'metadata', 'name'));
    throw new SimulatorHttpError(
      409,
      `device ${conflictingRid} is part of room ${other.id} (${name}) already`,
    );
  }
}

/** Only devices and lights are checked: real bridges accept further types of children. */
function assertChildrenValid(home: SimulatedHome, group: Resource, children: unknown): void {
  for (const [index, child] of getListMember(children).entries()) {
    const rtype = getNestedMember(child, 'rtype');
    if (rtype === 'device' || rtype === 'light') {
      assertReferenceExists(home, `children[${index}]`, child);
    }
  }
  if (group.type === 'room') assertInOneRoomOnly(home, group, children);
}

/** Service document, sections 2.2 and 4.3. */
export const roomAndZoneWriteHandler: ResourceWriteHandler = {
  create({ home }, group) {
    assertChildrenValid(home, group, group['children']);
    const metadata = isObject(group['metadata']) ? group['metadata'] : {};
    const groupedLight = createGroupedLight(toReference(group), randomUUID());
    home.add(groupedLight);
    return {
      children: [],
      ...group,
      metadata: { name: 'New group', archetype: 'other', ...metadata },
      services: [toReference(groupedLight)],
    };
  },
  /** `bridge_home` lists rooms but not zones. */
  afterCreate({ home }, group) {
    if (group.type !== 'room') return;
    for (const bridgeHome of home.byType('bridge_home'))
      home.change(bridgeHome.id, {
        children: [...getListMember(bridgeHome, 'children'), toReference(group)],
      });
  },
  update({ home }, group, body) {
    assertChildrenValid(home, group, body['children']);
    home.change(group.id, body);
  },
};
