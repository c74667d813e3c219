import { randomUUID } from 'node:crypto';
import { getListMember, getNestedMember } from '../../resources';
import type { Resource, ResourceIdentifier, Members } from '../../resources';
import { SimulatorHttpError } from '../http/simulator-response';
import type { ResourceWriteHandler, SimulationContext } from './resource-write-handler';
import { findOwner, toReference } from '../home/find-resources';
import { assertReferenceExists } from './reference-integrity';
import { createSampleSensorReport } from './sensors';

const createReportingService = (type: string, owner: ResourceIdentifier): Resource => ({
  id: randomUUID(),
  type,
  owner,
  enabled: true,
  ...createSampleSensorReport(type),
});

/** With their health, and the service document's `motion_sensors`. */
function toParticipantMembers(simulation: SimulationContext, participants: unknown): Members {
  if (!Array.isArray(participants)) return {};
  const resources = participants.map((participant: unknown): unknown =>
    getNestedMember(participant, 'resource'),
  );
  for (const [index, resource] of resources.entries()) {
    assertReferenceExists(simulation.home, `participants[${index}].resource`, resource);
  }
  return {
    participants: resources.map((resource) => ({ resource, status: { health: 'healthy' } })),
    motion_sensors: resources,
  };
}

/** Service document, section 2.6. */
export const motionAreaConfigurationWriteHandler: ResourceWriteHandler = {
  create(simulation, area) {
    assertReferenceExists(simulation.home, 'group', area['group']);
    const participantMembers = toParticipantMembers(simulation, area['participants']);
    const motionServices = ['convenience_area_motion', 'security_area_motion'].map((type) => ({
      ...createReportingService(type, toReference(area)),
      sensitivity: { sensitivity: 2, sensitivity_max: 4 },
    }));
    for (const motionService of motionServices) simulation.home.add(motionService);
    const bridge = simulation.home.byType('bridge')[0];
    const device = bridge === undefined ? undefined : findOwner(simulation.home, bridge);
    const enabled = area['enabled'] !== false;
    return {
      ...area,
      ...(device === undefined ? {} : { owner: toReference(device) }),
      ...participantMembers,
      services: motionServices.map(toReference),
      health: enabled ? 'healthy' : 'not_running',
      enabled,
    };
  },
  /** The services keep `enabled` and their last reading (home-assistant/core#177643). */
  update(simulation, area, body) {
    assertReferenceExists(simulation.home, 'group', body['group']);
    const { enabled } = body;
    simulation.home.change(area.id, {
      ...body,
      ...toParticipantMembers(simulation, body['participants']),
      ...(typeof enabled === 'boolean' ? { health: enabled ? 'healthy' : 'not_running' } : {}),
    });
  },
};

const groupedTypeByChildType: Readonly<Record<string, string>> = {
  motion: 'grouped_motion',
  light_level: 'grouped_light_level',
};

/** Service document, section 2.8. */
export const serviceGroupWriteHandler: ResourceWriteHandler = {
  create({ home }, group) {
    const children = getListMember(group, 'children');
    if (children.length === 0)
      throw new SimulatorHttpError(400, 'A service group needs children (.children).');
    const types = new Set(
      children.flatMap(
        (child) => groupedTypeByChildType[String(getNestedMember(child, 'rtype'))] ?? [],
      ),
    );
    const services = [...types].map((type) => createReportingService(type, toReference(group)));
    for (const service of services) home.add(service);
    return { ...group, services: services.map(toReference) };
  },
};
