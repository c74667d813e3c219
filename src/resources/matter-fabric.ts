import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { statusValue, typeOnlyUpdate } from './shared-members';

/** A controller the bridge is paired with over Matter. Service document, section 2.7; delete: Hue CLIP API reference. */
export const matterFabric = defineResource({
  rtype: 'matter_fabric',
  origin: 'service',
  section: '2.7',
  pathParameter: 'matterFabricId',
  operations: { ...serviceChange, delete: 'reference' },
  read: readShape({
    owner: readReference,
    status: v.string(),
    fabric_data: readPart({ label: v.string(), vendor_id: v.number() }),
    creation_time: v.string(),
  }),
  update: typeOnlyUpdate('matter_fabric'),
  momentary: [],
  lane: 'other',
  value: statusValue,
});
