import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { enabledUpdate, motionValue } from './shared-members';

/** Motion anywhere in a room, zone or home. Hue CLIP API reference. */
export const groupedMotion = defineResource({
  rtype: 'grouped_motion',
  origin: 'reference',
  section: 'grouped_motion',
  pathParameter: 'groupedMotionId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    enabled: v.boolean(),
    motion: readPart({
      motion: v.boolean(),
      motion_valid: v.boolean(),
      motion_report: readPart({ changed: v.string(), motion: v.boolean() }),
    }),
  }),
  update: enabledUpdate('grouped_motion'),
  momentary: [],
  lane: 'other',
  value: motionValue,
});
