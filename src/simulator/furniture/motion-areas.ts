import type { Resource } from '../../resources';
import { deviceReference, referenceTo } from './device';
import { groupedSensors } from './groups';
import { idOf } from './id-of';
import { firstReport } from './sensors';

/** Lamps that together watch for motion; `motion_sensors` is the service document's shape. */
export function furnishMotionArea(): Resource[] {
  const configuration = {
    rid: idOf('motion_area_configuration/living'),
    rtype: 'motion_area_configuration',
  };
  const candidates = ['living-ceiling', 'living-floor', 'counter-strip'].map((lamp) => ({
    rid: idOf(`motion_area_candidate/${lamp}`),
    rtype: 'motion_area_candidate',
  }));
  const sensed = {
    owner: configuration,
    enabled: true,
    motion: {
      motion: false,
      motion_valid: true,
      motion_report: { changed: firstReport, motion: false },
    },
    sensitivity: { sensitivity: 2, sensitivity_max: 4 },
  };
  const services = ['convenience_area_motion', 'security_area_motion'].map((type) => ({
    id: idOf(`${type}/living`),
    type,
    ...sensed,
  }));
  return [
    {
      id: configuration.rid,
      type: 'motion_area_configuration',
      owner: deviceReference('bridge'),
      name: 'Living area',
      group: { rid: idOf('room/living-room'), rtype: 'room' },
      participants: candidates.map((resource) => ({ resource, status: { health: 'healthy' } })),
      motion_sensors: candidates,
      services: services.map(referenceTo),
      health: 'healthy',
      enabled: true,
    },
    ...services,
  ];
}

/** Sensors of two rooms that act as one. */
export function furnishServiceGroup(): Resource[] {
  const group = {
    id: idOf('service_group/ground-floor'),
    type: 'service_group',
    children: ['kitchen-motion', 'hallway-motion'].flatMap((sensor) => [
      { rid: idOf(`motion/${sensor}`), rtype: 'motion' },
      { rid: idOf(`light_level/${sensor}`), rtype: 'light_level' },
    ]),
    metadata: { name: 'Ground floor sensors' },
  };
  const grouped = groupedSensors({ rid: group.id, rtype: 'service_group' }, 'ground-floor');
  return [{ ...group, services: grouped.map(referenceTo) }, ...grouped];
}
