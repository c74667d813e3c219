import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readShape, writeShape } from './schema';

/** Pairing over Matter. Hue CLIP API reference. */
export const matter = defineResource({
  rtype: 'matter',
  origin: 'reference',
  section: 'matter',
  pathParameter: 'matterId',
  operations: referenceChange,
  read: readShape({
    max_fabrics: v.number(),
    has_qr_code: v.boolean(),
    software_version_string: v.string(),
  }),
  update: writeShape('matter', { action: v.optional(v.literal('matter_reset')) }),
  momentary: ['action'],
  lane: 'other',
  value: (resource) => member(resource, 'software_version_string'),
});
