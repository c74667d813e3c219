import { createReportMembers, getSensorReportValue } from '../../resources/sensor-report';
import type { SensorReportDefinition } from '../../resources/sensor-report';
import { getNestedMember, isObject, getListMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import { getResourceDefinition, isKnownResourceType } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import type { ResourceIdentifier } from '../../resources/schemas';
import { SimulatorHttpError } from '../http';
import type { ResourceWriteHandler, SimulationContext } from './write-handler';
import { findOwner, resolveReferences, toReference } from '../simulated-home';
import type { SimulatedHome, SimulatedHomeChange } from '../simulated-home';
import { randomUUID } from 'node:crypto';
import { assertReferenceExists } from './write-handler';

export const getSensorReportDefinition = (rtype: string): SensorReportDefinition | undefined =>
  isKnownResourceType(rtype) ? getResourceDefinition(rtype).report : undefined;

export const createCurrentReport = (report: SensorReportDefinition, value: unknown): Members =>
  createReportMembers(report, value, new Date().toISOString());

/** The sample value with the present time; empty for a type without a report. */
function createSampleSensorReport(rtype: string): Members {
  if (!isKnownResourceType(rtype)) return {};
  const { report, sample } = getResourceDefinition(rtype);
  return report === undefined
    ? {}
    : createCurrentReport(report, getSensorReportValue(sample, report));
}

/** A disabled sensor has no value, only `<name>_valid: false`. */
function createReportWhenToggled(rtype: string, enabled: boolean): Members {
  const report = getSensorReportDefinition(rtype);
  if (enabled || report === undefined) return createSampleSensorReport(rtype);
  const { group, name } = report;
  return {
    [group]: { [name]: undefined, [`${name}_valid`]: false, [`${name}_report`]: undefined },
  };
}

/** Service document, section 2.6. */
export const sensorWriteHandler: ResourceWriteHandler = {
  update({ home }, sensor, body) {
    const requested = getNestedMember(body, 'sensitivity', 'sensitivity');
    const maximum = getNestedMember(sensor, 'sensitivity', 'sensitivity_max');
    if (typeof requested === 'number' && typeof maximum === 'number' && requested > maximum) {
      throw new SimulatorHttpError(
        400,
        `attribute (.sensitivity.sensitivity) is at most ${maximum}`,
      );
    }
    const { enabled } = body;
    const enabledChanged = typeof enabled === 'boolean' && enabled !== sensor['enabled'];
    home.change(sensor.id, {
      ...body,
      ...(enabledChanged ? createReportWhenToggled(sensor.type, enabled) : {}),
    });
  },
};

/** Hue CLIP API reference. */
export const contactWriteHandler: ResourceWriteHandler = {
  update({ home }, contact, { enabled }) {
    if (typeof enabled !== 'boolean' || enabled === contact['enabled']) return;
    home.change(contact.id, {
      enabled,
      contact_report: enabled ? { changed: new Date().toISOString(), state: 'contact' } : undefined,
    });
  },
};

/** In the service document's shape, and in that of real bridges. */
const reportPaths = [
  { group: 'bell', report: 'bell_report' },
  { group: 'button', report: 'button_report' },
] as const;

/** A press that is reported in one of the shapes is also in the other. */
export function keepBellReportsInSync({ home }: SimulationContext): void {
  home.on('change', ({ resource, changedPaths: changed }) => {
    if (resource.type !== 'bell_button') return;
    const changedPath = reportPaths.find(({ group }) =>
      changed.some((path) => path.startsWith(`${group}.`)),
    );
    if (changedPath === undefined) return;
    const report = getNestedMember(resource, changedPath.group, changedPath.report);
    for (const { group, report: name } of reportPaths) {
      if (isObject(report) && isObject(resource[group])) {
        home.change(resource.id, { [group]: { last_event: report['event'], [name]: report } });
      }
    }
  });
}

/** Any motion, the maximum light level. */
const aggregations: Readonly<
  Record<string, { rtype: string; aggregate(values: unknown[]): unknown }>
> = {
  grouped_motion: { rtype: 'motion', aggregate: (values) => values.includes(true) },
  grouped_light_level: {
    rtype: 'light_level',
    aggregate: (values) => Math.max(...values.filter((value) => typeof value === 'number')),
  },
};

/** Services of the devices in a room, or the services that a group lists. */
function findSensors(home: SimulatedHome, group: Resource, rtype: string): Resource[] {
  return resolveReferences(home, group['children']).flatMap((child) =>
    child.type === rtype
      ? [child]
      : resolveReferences(home, child['services']).filter(({ type }) => type === rtype),
  );
}

/** A room or service group reports what its sensors report. */
export function keepGroupedSensorsInSync({ home }: SimulationContext): void {
  home.on('change', ({ kind, resource, changedPaths: changed }: SimulatedHomeChange) => {
    if (kind !== 'changed' || !changed.some((path) => path.includes('_report'))) return;
    for (const [groupedType, aggregation] of Object.entries(aggregations)) {
      if (aggregation.rtype !== resource.type) continue;
      for (const grouped of home.byType(groupedType)) updateGroupedSensor(home, grouped, resource);
    }
  });
}

function updateGroupedSensor(home: SimulatedHome, grouped: Resource, sensor: Resource): void {
  const owner = findOwner(home, grouped);
  const aggregation = aggregations[grouped.type];
  const report = getSensorReportDefinition(grouped.type);
  if (owner === undefined || aggregation === undefined || report === undefined) return;
  const sensors = findSensors(home, owner, aggregation.rtype);
  if (grouped['enabled'] === false || !sensors.some(({ id }) => id === sensor.id)) return;
  const values = sensors
    .map((each) => getSensorReportValue(each, report))
    .filter((value) => value !== undefined);
  const value = values.length === 0 ? undefined : aggregation.aggregate(values);
  if (value !== undefined && value !== getSensorReportValue(grouped, report))
    home.change(grouped.id, createCurrentReport(report, value));
}

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
