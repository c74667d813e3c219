import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { readReference } from './reference';
import { readShape } from './schema';
import { noValue, typeOnlyUpdate } from './shared-members';

/** A lamp that could watch for motion. Service document, section 2.6; `capabilities`: Hue CLIP API reference. */
export const motionAreaCandidate = defineResource({
  rtype: 'motion_area_candidate',
  origin: 'service',
  section: '2.6',
  pathParameter: 'motionAreaCandidateId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    motion_sensors: v.array(readReference),
    capabilities: v.array(v.string()),
  }),
  update: typeOnlyUpdate('motion_area_candidate'),
  momentary: [],
  lane: 'other',
  value: noValue,
});
