import * as v from 'valibot';
import { defineResource, readUpdateOperationsOfHueReference } from './resource-definition';
import { sampleTimestamp } from './sensor-report';
import { referenceReadSchema } from './schemas/reference-schemas';
import { objectReadSchema, resourceReadSchema } from './schemas/schema-builders';
import { enabledUpdateSchema, motionReportDefinition } from './schemas/shared-definition-members';

/** Motion anywhere in a room, zone or home. Hue CLIP API reference. */
export const groupedMotionDefinition = defineResource({
  rtype: 'grouped_motion',
  origin: 'reference',
  section: 'grouped_motion',
  pathParameter: 'groupedMotionId',
  operations: readUpdateOperationsOfHueReference,
  read: resourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    motion: objectReadSchema({
      motion: v.boolean(),
      motion_valid: v.boolean(),
      motion_report: objectReadSchema({ changed: v.string(), motion: v.boolean() }),
    }),
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
