import { createReportMembers, sampleTimestamp } from '../../src/resources';
import type { Members, Resource } from '../../src/resources';
import { createFixtureId } from '../../src/simulator';

const refer = (rtype: string, key: string): { rid: string; rtype: string } => ({
  rid: createFixtureId(`${rtype}/${key}`),
  rtype,
});

const create = (type: string, key: string, members: Members = {}): Resource => ({
  id: refer(type, key).rid,
  type,
  ...members,
});

const createDevice = (key: string, name: string, ...services: Resource[]): Resource[] => [
  create('device', key, {
    metadata: { name, archetype: 'unknown_archetype' },
    product_data: { model_id: 'X1', product_name: name, software_version: '1.0' },
    services: services.map(({ id, type }) => ({ rid: id, rtype: type })),
  }),
  ...services.map((service) => ({ owner: refer('device', key), ...service })),
];

const tamperReports = [
  { changed: '2026-02-01T10:00:00.002Z', source: 'battery_door', state: 'not_tampered' },
  { changed: '2026-02-01T10:00:00.001Z', source: 'battery_door', state: 'tampered' },
];

const motionReport = { group: 'motion', name: 'motion' };

/** A zone that switches no lamps: its security service reports. */
function createMotionZone(): Resource[] {
  const owner = refer('motion_area_configuration', 'stairs');
  const sensitivity = { sensitivity: 2, sensitivity_max: 4 };
  const services = [
    create('security_area_motion', 'stairs', {
      owner,
      enabled: true,
      sensitivity,
      ...createReportMembers(motionReport, true, sampleTimestamp),
    }),
    create('convenience_area_motion', 'stairs', {
      owner,
      enabled: false,
      sensitivity,
      motion: { motion: false, motion_valid: false },
    }),
  ];
  const references = services.map(({ id, type }) => ({ rid: id, rtype: type }));
  return [
    create('motion_area_configuration', 'stairs', {
      name: 'Stairs',
      participants: [],
      services: references,
      health: 'healthy',
      enabled: true,
    }),
    ...services,
  ];
}

/** What bridges and devices of other makers, of old firmware and of rare kinds send. */
export const createUnusualHome = (): Resource[] => [
  ...createDevice(
    'unusual-bridge',
    'Bridge',
    create('bridge', 'unusual', {
      bridge_id: '02a1b2fffec3d4e5',
      time_zone: { time_zone: 'Europe/Berlin' },
    }),
  ),
  create('geolocation', 'unusual', { is_configured: true }),
  ...createDevice(
    'shelf',
    'Shelf  lamp',
    create('light', 'shelf', {
      metadata: { name: 'Shelf  lamp', archetype: 'sultan_bulb' },
      on: { on: true },
      dimming: { brightness: 50, min_dim_level: 0.2 },
      color_temperature: {
        mirek: 366,
        mirek_valid: true,
        mirek_schema: { mirek_minimum: 153, mirek_maximum: 500 },
      },
      color: { xy: { x: 0.4573, y: 0.41 }, gamut_type: 'other' },
    }),
  ),
  ...createDevice(
    'pump',
    'Pump',
    create('light', 'pump', {
      metadata: { name: 'Pump', archetype: 'plug' },
      on: { on: true },
      dimming: null,
      color: null,
      color_temperature: null,
      effects: null,
      signaling: null,
    }),
  ),
  ...createDevice(
    'landing',
    'Landing sensor',
    create('motion', 'landing', {
      owner: refer('device', 'nobody'),
      enabled: true,
      ...createReportMembers(motionReport, false, sampleTimestamp),
    }),
    create('temperature', 'landing', {
      enabled: true,
      temperature: { temperature: 19.549999237060547, temperature_valid: true },
    }),
  ),
  ...createDevice('gate', 'Gate', create('tamper', 'gate', { tamper_reports: [] })),
  ...createDevice('shed', 'Shed', create('tamper', 'shed', { tamper_reports: tamperReports })),
  ...createDevice(
    'old-dial',
    'Old dial',
    create('relative_rotary', 'old-dial', {
      relative_rotary: {
        last_event: {
          action: 'start',
          rotation: { direction: 'clock_wise', steps: 30, duration: 400 },
        },
      },
    }),
  ),
  ...createMotionZone(),
];
