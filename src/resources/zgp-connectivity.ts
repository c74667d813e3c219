import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { readReference } from './reference';
import { readShape } from './schema';
import { statusValue, typeOnlyUpdate } from './shared-members';

/** The connection of a device without battery. Hue CLIP API reference. */
export const zgpConnectivity = defineResource({
  rtype: 'zgp_connectivity',
  origin: 'reference',
  section: 'zgp_connectivity',
  pathParameter: 'zgpConnectivityId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    status: v.string(),
    source_id: v.string(),
    channel_confirmed: v.boolean(),
  }),
  update: typeOnlyUpdate('zgp_connectivity'),
  momentary: [],
  lane: 'other',
  value: statusValue,
});
