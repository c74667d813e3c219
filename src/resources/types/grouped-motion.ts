import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createResourceReadSchema } from '../schemas/schema-builders';
import {
  createEnabledUpdateSchema,
  motionReportDefinition,
  motionStateReadSchema,
} from '../definitions/shared-definition-members';

/** Motion anywhere in a room, zone or home. Hue CLIP API reference. */
export const groupedMotionDefinition = defineResource({
  rtype: 'grouped_motion',
  origin: 'reference',
  section: 'grouped_motion',
  pathParameter: 'groupedMotionId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    motion: motionStateReadSchema,
  }),
  update: createEnabledUpdateSchema('grouped_motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
  sample: {
    enabled: true,
    motion: { motion_report: { changed: sampleTimestamp, motion: false } },
  },
});
