import {
  getNumericMember,
  listButtonEvents,
  getPlainValue,
  getReadingPropertyName,
} from '../../resources';
import type { Resource, Members } from '../../resources';
import type { ResourceIndex } from '../lookup/resource-index';
import type { TopicSettings } from './topics';
import { getShownColor } from '../../resources/types/grouped-light';
import { getMirekRange } from '../../resources/types/light';
import type { PlainLight } from '../../resources/types/light';
import { maxHomeAssistantBrightness } from '../formats/home-assistant';
import { formatMqttLight } from '../formats/mqtt-members';
import { getSupportedEffects, noEffectName } from '../light/lamp-abilities';

export type HomeAssistantComponent =
  | 'binary_sensor'
  | 'event'
  | 'light'
  | 'scene'
  | 'sensor'
  | 'switch';

export interface HomeAssistantEntity {
  readonly component: HomeAssistantComponent;
  /** Of the announcement. */
  readonly config: Members;
}

/** In the user's language. */
export interface FallbackEntityNames {
  readonly allLights: string;
  readonly dial: string;
  /** @param number as printed on the switch, or the position on the switch */
  button(number: number): string;
}

export interface PublishedHome {
  readonly index: ResourceIndex;
  readonly topics: TopicSettings;
  readonly names: FallbackEntityNames;
  lightsOf(group: Resource): readonly Resource[];
}

/** Home Assistant's name. https://developers.home-assistant.io/docs/core/entity/light/#effects */
const effectOff = 'off';

/**
 * A group has all abilities of its lamps. https://www.home-assistant.io/integrations/light.mqtt/#json-schema
 *
 * @param lamps the lamp, or the lamps of the group
 */
export function createLightEntity(
  light: Resource,
  lamps: readonly Resource[],
): HomeAssistantEntity {
  const effects = light.type === 'light' ? listEffects(light) : [];
  return {
    component: 'light',
    config: {
      schema: 'json',
      brightness: lamps.some((lamp) => lamp['dimming'] !== undefined),
      supported_color_modes: listColorModes(lamps),
      ...getWhiteRange(lamps),
      ...(effects.length === 0 ? {} : { effect: true, effect_list: [effectOff, ...effects] }),
    },
  };
}

function formatLightEntityState(
  light: Resource,
  lamps: readonly Resource[],
  plain: PlainLight,
): string {
  const { color_mode: mode, ...state } = formatMqttLight(
    plain,
    getShownColor(light, lamps),
    maxHomeAssistantBrightness,
  );
  // Without a mode (a group with different colours, some effects), Home Assistant keeps the previous mode.
  const isKnown = listColorModes(lamps).some((known) => known === mode);
  const hasEffects = light.type === 'light' && listEffects(light).length > 0;
  return JSON.stringify({
    ...state,
    ...(isKnown ? { color_mode: mode } : {}),
    ...(hasEffects ? { effect: plain.effect ?? effectOff } : {}),
  });
}

const listEffects = (light: Resource): readonly string[] =>
  (getSupportedEffects(light) ?? []).filter((name) => name !== noEffectName);

/** The schema allows `onoff` and `brightness` only as the single mode. */
function listColorModes(lamps: readonly Resource[]): readonly string[] {
  const modes = [
    ...(lamps.some((lamp) => lamp['color'] !== undefined) ? ['xy'] : []),
    ...(lamps.some((lamp) => lamp['color_temperature'] !== undefined) ? ['color_temp'] : []),
  ];
  if (modes.length > 0) return modes;
  return lamps.some((lamp) => lamp['dimming'] !== undefined) ? ['brightness'] : ['onoff'];
}

function getWhiteRange(lamps: readonly Resource[]): {
  min_mireds?: number;
  max_mireds?: number;
} {
  const ranges = lamps
    .filter((lamp) => lamp['color_temperature'] !== undefined)
    .map((lamp) => getMirekRange(lamp));
  if (ranges.length === 0) return {};
  return {
    min_mireds: Math.min(...ranges.map(([coldest]) => coldest)),
    max_mireds: Math.max(...ranges.map(([, warmest]) => warmest)),
  };
}

/** https://www.home-assistant.io/integrations/event.mqtt/ */
export function createButtonEntity(
  button: Resource,
  names: FallbackEntityNames,
): HomeAssistantEntity {
  const events = listButtonEvents(button);
  if (button.type === 'relative_rotary')
    return createEvent({ name: names.dial, device_class: 'button' }, events);
  if (button.type === 'bell_button') return createEvent({ device_class: 'doorbell' }, events);
  const name = names.button(getNumericMember(button, 'metadata', 'control_id') ?? 1);
  return createEvent({ name, device_class: 'button' }, events);
}

/** `event_type` with further members. */
export const formatButtonPressEvent = (event: string, details: Members): string =>
  JSON.stringify({ event_type: event, ...details });

const createEvent = (config: Members, eventTypes: readonly string[]): HomeAssistantEntity => ({
  component: 'event',
  config: { ...config, event_types: eventTypes },
});

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
function formatSensorEntityState(sensor: Resource): string {
  const value = getPlainValue(sensor);
  if (typeof value === 'boolean') return formatOnOff(value);
  return typeof value === 'number' ? String(value) : unknownState;
}

const formatOnOff = (on: boolean): string => (on ? 'ON' : 'OFF');

/**
 * Formats the state that is published for an entity.
 *
 * @param plain of a lamp or a group
 * @returns undefined for scenes and events, which have no retained state
 */
export function formatEntityState(
  { lightsOf }: Pick<PublishedHome, 'lightsOf'>,
  { component }: Pick<HomeAssistantEntity, 'component'>,
  resource: Resource,
  plain: PlainLight | undefined,
): string | undefined {
  switch (component) {
    case 'light':
      return plain && formatLightEntityState(resource, listLamps(lightsOf, resource), plain);
    case 'switch':
      return formatOnOff(getPlainValue(resource) === 'active');
    case 'binary_sensor':
    case 'sensor':
      return formatSensorEntityState(resource);
    default:
      return undefined;
  }
}

const listLamps = (lightsOf: PublishedHome['lightsOf'], light: Resource): readonly Resource[] =>
  light.type === 'light' ? [light] : lightsOf(light);
