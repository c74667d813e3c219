import type { Resource, ResourceIdentifier } from '../../resources';
import { deviceReference, referenceTo } from './device';
import { idOf } from './id-of';
import { roomPlans, zonePlans } from './plan';
import { firstReport } from './sensors';

const lightReference = (lamp: string): ResourceIdentifier => ({
  rid: idOf(`light/${lamp}`),
  rtype: 'light',
});

/** The lamps of a group as one. What they show comes from the lamps. */
export const groupedLightFor = (owner: ResourceIdentifier, id: string): Resource => ({
  id,
  type: 'grouped_light',
  owner,
  on: { on: false },
  dimming: { brightness: 0 },
  dimming_delta: {},
  color_temperature: {},
  color_temperature_delta: {},
  color: {},
  dynamics: {},
  alert: { action_values: ['breathe'] },
  signaling: { signal_values: ['no_signal', 'on_off', 'on_off_color', 'alternating'] },
});

/** The sensors of a group as one: real bridges answer only reports, the service document plain values. */
export function groupedSensors(owner: ResourceIdentifier, name: string): Resource[] {
  return [
    {
      id: idOf(`grouped_motion/${name}`),
      type: 'grouped_motion',
      owner,
      enabled: true,
      motion: { motion_report: { changed: firstReport, motion: false } },
    },
    {
      id: idOf(`grouped_light_level/${name}`),
      type: 'grouped_light_level',
      owner,
      enabled: true,
      light: {
        light_level: 20_421,
        light_level_valid: true,
        light_level_report: { changed: firstReport, light_level: 20_421 },
      },
    },
  ];
}

interface GroupMembers {
  type: 'room' | 'zone' | 'bridge_home';
  key: string;
  children: readonly ResourceIdentifier[];
  members?: Readonly<Record<string, unknown>>;
  sensors?: boolean;
}

function furnishGroup({ type, key, children, members = {}, sensors }: GroupMembers): Resource[] {
  const owner = { rid: idOf(`${type}/${key}`), rtype: type };
  const services = [
    groupedLightFor(owner, idOf(`grouped_light/${key}`)),
    ...(sensors === true ? groupedSensors(owner, key) : []),
  ];
  return [
    { id: owner.rid, type, children, services: services.map(referenceTo), ...members },
    ...services,
  ];
}

/** Rooms, zones and the home itself, each with its grouped light. */
export const furnishGroups = (): Resource[] => [
  ...furnishGroup({
    type: 'bridge_home',
    key: 'home',
    children: [
      deviceReference('bridge'),
      ...roomPlans.map(({ key }) => ({ rid: idOf(`room/${key}`), rtype: 'room' })),
    ],
  }),
  ...roomPlans.flatMap(({ key, name, archetype, lamps, devices }) =>
    furnishGroup({
      type: 'room',
      key,
      children: [...lamps.map((lamp) => lamp.key), ...devices].map(deviceReference),
      members: { metadata: { name, archetype } },
      sensors: devices.some((device) => device.endsWith('-motion')),
    }),
  ),
  ...zonePlans.flatMap(({ key, name, archetype, lamps }) =>
    furnishGroup({
      type: 'zone',
      key,
      children: lamps.map(lightReference),
      members: { metadata: { name, archetype } },
    }),
  ),
];
