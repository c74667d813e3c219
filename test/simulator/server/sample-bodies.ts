import { createFixtureId } from '../../../src/simulator';
import { getMemberSchemas } from '../../../src/resources/describe-schema';
import { getResourceDefinition } from '../../../src/resources/table';
import type { CreateBody, ResourceType, UpdateBody } from '../../../src/resources/table';

const livingRoom = { rid: createFixtureId('room/living-room'), rtype: 'room' } as const;
const brightScene = { rid: createFixtureId('scene/living-room/bright'), rtype: 'scene' } as const;
const floorLamp = { rid: createFixtureId('light/living-floor'), rtype: 'light' } as const;

/** A body for each type that can be created. */
export const createBodiesByType: { [Type in ResourceType]?: CreateBody<Type> } = {
  behavior_instance: {
    script_id: createFixtureId('behavior_script/wake-up'),
    enabled: true,
    configuration: { where: [{ group: livingRoom }] },
    metadata: { name: 'Saturday alarm' },
  },
  entertainment_configuration: {
    metadata: { name: 'Music' },
    configuration_type: 'music',
    locations: {
      service_locations: [
        {
          service: { rid: createFixtureId('entertainment/living-floor'), rtype: 'entertainment' },
          positions: [{ x: 0, y: 0.5, z: 0 }],
        },
      ],
    },
  },
  geofence_client: { name: 'Watch', is_at_home: true },
  motion_area_configuration: {
    name: 'Kitchen area',
    group: { rid: createFixtureId('room/kitchen'), rtype: 'room' },
    participants: [
      {
        resource: {
          rid: createFixtureId('motion_area_candidate/counter-strip'),
          rtype: 'motion_area_candidate',
        },
      },
    ],
  },
  room: { children: [], metadata: { name: 'Cellar', archetype: 'storage' } },
  scene: {
    actions: [{ target: floorLamp, action: { on: { on: true }, dimming: { brightness: 30 } } }],
    metadata: { name: 'Quiet' },
    group: livingRoom,
  },
  service_group: {
    children: [{ rid: createFixtureId('motion/garden-motion'), rtype: 'motion' }],
    metadata: { name: 'Outside' },
  },
  smart_scene: {
    metadata: { name: 'Through the day' },
    group: livingRoom,
    week_timeslots: [
      {
        timeslots: [
          { start_time: { kind: 'time', time: { hour: 8, minute: 30 } }, target: brightScene },
        ],
        recurrence: ['monday', 'sunday'],
      },
    ],
  },
  zone: { children: [floorLamp], metadata: { name: 'Corner', archetype: 'reading' } },
};

/** A body for each type that takes more than its own name and `enabled`. Service document, section 4.2. */
const updateBodiesByType: { [Type in ResourceType]?: UpdateBody<Type> } = {
  device: { metadata: { name: 'Renamed' } },
  device_software_update: {
    type: 'device_software_update',
    install: { install_state: 'install' },
  },
  geofence_client: { type: 'geofence_client', name: 'Phone', is_at_home: false },
  geolocation: { latitude: 52.1, longitude: 5.1 },
  grouped_light: { type: 'grouped_light', on: { on: true } },
  light: { type: 'light', on: { on: true } },
  room: { type: 'room', metadata: { name: 'Attic', archetype: 'attic' } },
  smart_scene: { type: 'smart_scene', recall: { action: 'activate' } },
  zigbee_connectivity: { type: 'zigbee_connectivity', channel: { value: 'channel_25' } },
  zigbee_device_discovery: {
    type: 'zigbee_device_discovery',
    action: { action_type: 'search' },
  },
};

/** A body that changes a resource of a type: what can be switched is switched off. */
export function getUpdateBody(rtype: ResourceType): unknown {
  const { update } = getResourceDefinition(rtype);
  const isSwitchable = update !== undefined && getMemberSchemas(update).has('enabled');
  return updateBodiesByType[rtype] ?? { type: rtype, ...(isSwitchable ? { enabled: false } : {}) };
}
