import * as v from 'valibot';
import { defineResource, hueReferenceReadUpdateOperations } from './resource-definition';
import { sampleTimestamp } from './sensor-report-definition';
import { referenceReadSchema } from './schemas/reference-schemas';
import { resourceReadSchema } from './schemas/schema-builders';
import {
  enabledUpdateSchema,
  motionReportDefinition,
  motionStateReadSchema,
} from './schemas/shared-definition-members';

/** Motion anywhere in a room, zone or home. Hue CLIP API reference. */
export const groupedMotionDefinition = defineResource({
  rtype: 'grouped_motion',
  origin: 'reference',
  section: 'grouped_motion',
  pathParameter: 'groupedMotionId',
  operations: hueReferenceReadUpdateOperations,
  read: resourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    motion: motionStateReadSchema,
  }),
  update: enabledUpdateSchema('grouped_motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
  sample: {
    enabled: true,
    motion: { motion_report: { changed: sampleTimestamp, motion: false } },
  },
});
