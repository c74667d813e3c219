import type { Resource } from '../../resources';
import { deviceWith, radioServices, service } from './device';
import type { Device, Product } from './device';

/** When everything in the furnished home was reported last at first. */
export const firstReport = '2026-01-15T07:30:00.000Z';

const motionSensor: Product = {
  modelId: 'SIM-M1',
  productName: 'Motion sensor',
  archetype: 'unknown_archetype',
};
const contactSensor: Product = { ...motionSensor, modelId: 'SIM-K1', productName: 'Contact' };

/** Members of a service that reports motion. */
export const motionMembers = (motion: boolean): Record<string, unknown> => ({
  enabled: true,
  motion: {
    motion,
    motion_valid: true,
    motion_report: { changed: firstReport, motion },
  },
  sensitivity: { status: 'set', sensitivity: 2, sensitivity_max: 4 },
});

/** Members of a service that reports illuminance, as `10000 * log10(lux) + 1`. */
export const lightLevelMembers = (lightLevel: number): Record<string, unknown> => ({
  enabled: true,
  light: {
    light_level: lightLevel,
    light_level_valid: true,
    light_level_report: { changed: firstReport, light_level: lightLevel },
  },
});

/** The battery of a device. */
export const battery = (key: string, level: number): Resource =>
  service('device_power', key, {
    power_state: { battery_state: level > 20 ? 'normal' : 'low', battery_level: level },
  });

interface MotionSensor {
  key: string;
  name: string;
  temperature: number;
  lightLevel: number;
  battery: number;
}

function furnishMotionSensor(sensor: MotionSensor): Resource[] {
  const { key, name, temperature } = sensor;
  return deviceWith({ key, name, product: motionSensor }, [
    service('motion', key, motionMembers(false)),
    service('light_level', key, lightLevelMembers(sensor.lightLevel)),
    service('temperature', key, {
      enabled: true,
      temperature: {
        temperature,
        temperature_valid: true,
        temperature_report: { changed: firstReport, temperature },
      },
    }),
    battery(key, sensor.battery),
    ...radioServices(key),
  ]);
}

function furnishContact(device: Omit<Device, 'product'>, open: boolean): Resource[] {
  const { key } = device;
  return deviceWith({ ...device, product: contactSensor }, [
    service('contact', key, {
      enabled: true,
      contact_report: { changed: firstReport, state: open ? 'no_contact' : 'contact' },
    }),
    service('tamper', key, {
      tamper_reports: [{ changed: firstReport, source: 'battery_door', state: 'not_tampered' }],
    }),
    battery(key, 84),
    ...radioServices(key),
  ]);
}

/** Motion sensors of four rooms, two contacts. */
export const furnishSensors = (): Resource[] => [
  ...furnishMotionSensor({
    key: 'kitchen-motion',
    name: 'Kitchen sensor',
    temperature: 21.38,
    lightLevel: 20_421,
    battery: 92,
  }),
  ...furnishMotionSensor({
    key: 'bathroom-motion',
    name: 'Bathroom sensor',
    temperature: 23.05,
    lightLevel: 4_772,
    battery: 55,
  }),
  ...furnishMotionSensor({
    key: 'hallway-motion',
    name: 'Hallway sensor',
    temperature: 19.74,
    lightLevel: 12_305,
    battery: 14,
  }),
  ...furnishMotionSensor({
    key: 'garden-motion',
    name: 'Garden sensor',
    temperature: 6.21,
    lightLevel: 31_142,
    battery: 71,
  }),
  ...furnishContact({ key: 'front-door', name: 'Front door' }, false),
  ...furnishContact({ key: 'bedroom-window', name: 'Bedroom window' }, true),
];
