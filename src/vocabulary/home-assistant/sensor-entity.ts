import { getPlainValue, getReadingPropertyName } from '../../resources';
import type { Resource, Members } from '../../resources';
import type { HomeAssistantEntity } from './entity';

/** https://www.home-assistant.io/integrations/sensor.mqtt/#state_topic */
const unknownState = 'None';

/** Home Assistant names the entities by the device class, in its own language. */
const entitiesByReading: ReadonlyMap<string | undefined, HomeAssistantEntity> = new Map<
  string,
  HomeAssistantEntity
>([
  ['motion', { component: 'binary_sensor', config: { device_class: 'motion' } }],
  ['open', { component: 'binary_sensor', config: { device_class: 'opening' } }],
  [
    'tampered',
    {
      component: 'binary_sensor',
      config: { device_class: 'tamper', entity_category: 'diagnostic' },
    },
  ],
  ['celsius', createMeasurement('temperature', '°C')],
  ['lux', createMeasurement('illuminance', 'lx')],
  ['battery', createMeasurement('battery', '%', { entity_category: 'diagnostic' })],
]);

function createMeasurement(
  deviceClass: string,
  unit: string,
  others: Members = {},
): HomeAssistantEntity {
  return {
    component: 'sensor',
    config: {
      device_class: deviceClass,
      unit_of_measurement: unit,
      state_class: 'measurement',
      ...others,
    },
  };
}

export const findSensorEntity = (sensor: Resource): HomeAssistantEntity | undefined =>
  entitiesByReading.get(getReadingPropertyName(sensor.type));

/** `ON`, `OFF`, a number, or `None` without a reading. */
export function formatSensorEntityState(sensor: Resource): string {
  const value = getPlainValue(sensor);
  if (typeof value === 'boolean') return formatOnOff(value);
  return typeof value === 'number' ? String(value) : unknownState;
}

export const formatOnOff = (on: boolean): string => (on ? 'ON' : 'OFF');
