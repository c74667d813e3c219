import { getMember } from '../../resources';
import type { Resource } from '../../resources';
import { HttpError } from '../server/http-error';
import type {
  ResourceHandler,
  RequestBody,
  SimulationContext,
  UpdateResult,
} from './resource-handler';
import { successfulUpdate } from './resource-handler';
import { currentTimestamp } from '../home/timestamp';

/** Where a sensor type has its value: `<group>.<name>`, and the value after creation. */
export interface SensorReportShape {
  group: string;
  name: string;
  initialValue: unknown;
}

/** By sensor type; the report is at `<group>.<name>_report`. */
export const sensorReportShapes: Readonly<Record<string, SensorReportShape>> = {
  motion: { group: 'motion', name: 'motion', initialValue: false },
  camera_motion: { group: 'motion', name: 'motion', initialValue: false },
  convenience_area_motion: { group: 'motion', name: 'motion', initialValue: false },
  security_area_motion: { group: 'motion', name: 'motion', initialValue: false },
  grouped_motion: { group: 'motion', name: 'motion', initialValue: false },
  light_level: { group: 'light', name: 'light_level', initialValue: 10_000 },
  grouped_light_level: { group: 'light', name: 'light_level', initialValue: 10_000 },
  temperature: { group: 'temperature', name: 'temperature', initialValue: 20 },
};

/** A valid value: the plain member of the service document and the report of real bridges. */
export const createSensorReport = (
  { group, name }: SensorReportShape,
  value: unknown,
): Record<string, unknown> => ({
  [group]: {
    [name]: value,
    [`${name}_valid`]: true,
    [`${name}_report`]: { changed: currentTimestamp(), [name]: value },
  },
});

/** A disabled sensor has no value, only `<name>_valid: false`. */
const createInvalidReport = ({ group, name }: SensorReportShape): Record<string, unknown> => ({
  [group]: { [name]: undefined, [`${name}_valid`]: false, [`${name}_report`]: undefined },
});

function update({ home }: SimulationContext, sensor: Resource, body: RequestBody): UpdateResult {
  const requested = getMember(body, 'sensitivity', 'sensitivity');
  const maximum = getMember(sensor, 'sensitivity', 'sensitivity_max');
  if (typeof requested === 'number' && typeof maximum === 'number' && requested > maximum) {
    throw new HttpError(400, `attribute (.sensitivity.sensitivity) is at most ${maximum}`);
  }
  const { enabled } = body;
  const reportShape = sensorReportShapes[sensor.type];
  const enabledChanged = typeof enabled === 'boolean' && enabled !== sensor['enabled'];
  home.change(sensor.id, {
    ...body,
    ...(enabledChanged && reportShape !== undefined
      ? toReportWhenToggled(reportShape, enabled)
      : {}),
  });
  return successfulUpdate;
}

const toReportWhenToggled = (
  reportShape: SensorReportShape,
  enabled: boolean,
): Record<string, unknown> =>
  enabled
    ? createSensorReport(reportShape, reportShape.initialValue)
    : createInvalidReport(reportShape);

/** Sensors that can be disabled. Service document, section 2.6. */
export const sensorHandler: ResourceHandler = { update };

function updateContact(
  { home }: SimulationContext,
  contact: Resource,
  { enabled }: RequestBody,
): UpdateResult {
  if (typeof enabled !== 'boolean' || enabled === contact['enabled']) return successfulUpdate;
  home.change(contact.id, {
    enabled,
    contact_report: enabled ? { changed: currentTimestamp(), state: 'contact' } : undefined,
  });
  return successfulUpdate;
}

/** A door or window contact. Hue CLIP API reference. */
export const contactHandler: ResourceHandler = { update: updateContact };
