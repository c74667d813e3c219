import type { Resource, ResourceAsRead } from '../definitions/resource-definition';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A tamper switch. Hue CLIP API reference. */
export type Tamper = ResourceAsRead<{
  owner: ResourceIdentifier;
  tamper_reports: { changed: string; source: string; state: string }[];
}>;

export const tamperDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('tamper'),
  valueDescription: '`true` when tampered with',
  reading: 'tampered',
  value: isTampered,
  sample: {
    tamper_reports: [{ changed: sampleTimestamp, source: 'battery_door', state: 'not_tampered' }],
  },
});

/** Returns true if a report (each source has one) says tampered; undefined without reports. */
function isTampered(resource: Resource): boolean | undefined {
  const reports = getNestedMember(resource, 'tamper_reports');
  if (!Array.isArray(reports) || reports.length === 0) return undefined;
  return reports.some((entry: unknown) => getNestedMember(entry, 'state') === 'tampered');
}
