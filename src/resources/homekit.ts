import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { readShape, writeShape } from './schema';
import { statusValue } from './shared-members';

/** Pairing over HomeKit. Hue CLIP API reference. */
export const homekit = defineResource({
  rtype: 'homekit',
  origin: 'reference',
  section: 'homekit',
  pathParameter: 'homekitId',
  operations: referenceChange,
  read: readShape({ status: v.string(), status_values: v.array(v.string()) }),
  update: writeShape('homekit', { action: v.optional(v.literal('homekit_reset')) }),
  momentary: ['action'],
  lane: 'other',
  value: statusValue,
});
