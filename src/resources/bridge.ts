import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { typeOnlyUpdate } from './shared-members';

/** The bridge itself. Hue CLIP API reference. */
export const bridge = defineResource({
  rtype: 'bridge',
  origin: 'reference',
  section: 'bridge',
  pathParameter: 'bridgeId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    bridge_id: v.string(),
    time_zone: readPart({ time_zone: v.string() }),
  }),
  update: typeOnlyUpdate('bridge'),
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'bridge_id'),
});
