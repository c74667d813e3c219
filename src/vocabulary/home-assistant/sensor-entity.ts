import { getPlainValue, getReadingPropertyName } from '../../resources';
import type { Resource } from '../../resources';
import type { HomeAssistantEntity } from './entity';

/** What Home Assistant reads as "not known". https://www.home-assistant.io/integrations/sensor.mqtt/#state_topic */
const unknownState = 'None';

/** Entities by what a sensor measures; the names come from the device class, in the language of Home Assistant. */
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
  others: Readonly<Record<string, unknown>> = {},
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

/** @returns undefined for a resource that measures nothing that Home Assistant knows */
export const findSensorEntity = (sensor: Resource): HomeAssistantEntity | undefined =>
  entitiesByReading.get(getReadingPropertyName(sensor.type));

/** The reading of a sensor as Home Assistant takes it: `ON`, `OFF`, a number, or `None` while there is none. */
export function formatSensorEntityState(sensor: Resource): string {
  const value = getPlainValue(sensor);
  if (typeof value === 'boolean') return formatOnOff(value);
  return typeof value === 'number' ? String(value) : unknownState;
}

export const formatOnOff = (on: boolean): string => (on ? 'ON' : 'OFF');
