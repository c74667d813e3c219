import * as v from 'valibot';
import type { Resource } from '../definitions/resource-definition';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';

/** A tamper switch. Hue CLIP API reference. */
export const tamperDefinition = defineResource({
  rtype: 'tamper',
  origin: 'reference',
  section: 'tamper',
  pathParameter: 'tamperId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    tamper_reports: v.array(
      createObjectReadSchema({ changed: v.string(), source: v.string(), state: v.string() }),
    ),
  }),
  update: createTypeOnlyUpdateSchema('tamper'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: '`true` when tampered with',
  reading: 'tampered',
  value: isTampered,
  sample: {
    tamper_reports: [{ changed: sampleTimestamp, source: 'battery_door', state: 'not_tampered' }],
  },
});

/** True when any of the reports (one for each source) says tampered; undefined without reports. */
function isTampered(resource: Resource): boolean | undefined {
  const reports = getNestedMember(resource, 'tamper_reports');
  if (!Array.isArray(reports) || reports.length === 0) return undefined;
  return reports.some((entry: unknown) => getNestedMember(entry, 'state') === 'tampered');
}
