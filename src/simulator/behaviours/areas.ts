import { randomUUID } from 'node:crypto';
import { member } from '../../resources';
import type { Resource, ResourceIdentifier } from '../../resources';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { ownerOf, referenced } from './lamps-of';
import { refuseDangling } from './references';
import { readings, reported, sensorBehaviour } from './sensors';

/** A new service that reports, with a first report. */
const reporting = (type: string, owner: ResourceIdentifier): Resource => ({
  id: randomUUID(),
  type,
  owner,
  enabled: true,
  ...(readings[type] === undefined ? {} : reported(readings[type], readings[type].atFirst)),
});

const referenceTo = ({ id, type }: Resource): ResourceIdentifier => ({ rid: id, rtype: type });

/** Participants with their health, and the service document's `motion_sensors` beside them. */
function participantMembers(house: House, participants: unknown): Record<string, unknown> {
  if (!Array.isArray(participants)) return {};
  const resources = participants.map((participant: unknown): unknown =>
    member(participant, 'resource'),
  );
  for (const [index, resource] of resources.entries()) {
    refuseDangling(house.home, `participants[${index}].resource`, resource);
  }
  return {
    participants: resources.map((resource) => ({ resource, status: { health: 'healthy' } })),
    motion_sensors: resources,
  };
}

function createArea(house: House, area: Resource): Resource {
  refuseDangling(house.home, 'group', area['group']);
  const participants = participantMembers(house, area['participants']);
  const owner = { rid: area.id, rtype: area.type };
  const motions = ['convenience_area_motion', 'security_area_motion'].map((type) => ({
    ...reporting(type, owner),
    sensitivity: { sensitivity: 2, sensitivity_max: 4 },
  }));
  for (const motion of motions) house.home.add(motion);
  const bridge = house.home.byType('bridge')[0];
  const device = bridge === undefined ? undefined : ownerOf(house.home, bridge);
  const enabled = area['enabled'] !== false;
  return {
    ...area,
    ...(device === undefined ? {} : { owner: referenceTo(device) }),
    ...participants,
    services: motions.map(referenceTo),
    health: enabled ? 'healthy' : 'not_running',
    enabled,
  };
}

function updateArea(house: House, area: Resource, body: Body): Outcome {
  refuseDangling(house.home, 'group', body['group']);
  const { enabled } = body;
  house.home.change(area.id, {
    ...body,
    ...participantMembers(house, body['participants']),
    ...(typeof enabled === 'boolean' ? { health: enabled ? 'healthy' : 'not_running' } : {}),
  });
  if (typeof enabled !== 'boolean') return done;
  for (const motion of referenced(house.home, area['services'])) {
    sensorBehaviour.update?.(house, motion, { enabled });
  }
  return done;
}

/** Lamps that together watch for motion. Service document, section 2.6. */
export const motionAreaConfigurationBehaviour: Behaviour = {
  create: createArea,
  update: updateArea,
};

/** Types of children, each with the service that speaks for all of them. */
const groupedTypes: Readonly<Record<string, string>> = {
  motion: 'grouped_motion',
  light_level: 'grouped_light_level',
};

function createServiceGroup({ home }: House, group: Resource): Resource {
  const children: readonly unknown[] = Array.isArray(group['children']) ? group['children'] : [];
  if (children.length === 0) throw new Refusal(400, 'A service group needs children (.children).');
  const types = new Set(
    children.map((child) => groupedTypes[String(member(child, 'rtype'))] ?? ''),
  );
  types.delete('');
  const services = [...types].map((type) => reporting(type, { rid: group.id, rtype: group.type }));
  for (const service of services) home.add(service);
  return { ...group, services: services.map(referenceTo) };
}

/** Services that act as one. Service document, section 2.8. */
export const serviceGroupBehaviour: Behaviour = { create: createServiceGroup };
