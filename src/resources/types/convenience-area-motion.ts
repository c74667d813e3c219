import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  motionReadSchema,
  createMotionUpdateSchema,
  motionReportDefinition,
} from '../definitions/shared-definition-members';

/** Motion in an area, for comfort. Hue CLIP API reference. */
export const convenienceAreaMotionDefinition = defineResource({
  rtype: 'convenience_area_motion',
  origin: 'reference',
  section: 'convenience_area_motion',
  pathParameter: 'convenienceAreaMotionId',
  operations: hueReferenceReadUpdateOperations,
  read: motionReadSchema,
  update: createMotionUpdateSchema('convenience_area_motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
