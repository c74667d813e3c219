import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import {
  createEnabledUpdateSchema,
  motionDefinitionMembers,
} from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';
import type { MotionState } from '../definitions/shared-definition-members';

/** Motion anywhere in a room, zone or home. Hue CLIP API reference. */
export type GroupedMotion = ResourceAsRead<{
  owner: ResourceIdentifier;
  enabled: boolean;
  motion: MotionState;
}>;

export const groupedMotionDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createEnabledUpdateSchema('grouped_motion'),
  ...motionDefinitionMembers,
  sample: {
    enabled: true,
    motion: { motion_report: { changed: sampleTimestamp, motion: false } },
  },
});
