import {
  createReportMembers,
  getNestedMember,
  getSensorReportValue,
  getResourceDefinition,
  isKnownResourceType,
} from '../../resources';
import type { SensorReportDefinition, Members } from '../../resources';
import { SimulatorHttpError } from '../http/simulator-response';
import type { ResourceWriteHandler } from './resource-write-handler';

export const getSensorReportDefinition = (rtype: string): SensorReportDefinition | undefined =>
  isKnownResourceType(rtype) ? getResourceDefinition(rtype).report : undefined;

export const createCurrentReport = (report: SensorReportDefinition, value: unknown): Members =>
  createReportMembers(report, value, new Date().toISOString());

/** The sample value with the present time; empty for a type without a report. */
export function createSampleSensorReport(rtype: string): Members {
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
