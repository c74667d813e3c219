import { defineResource, referenceRead } from './definition';
import { readShape } from './schema';
import { noValue } from './shared-members';

/** A picture of a scene. Hue CLIP API reference. */
export const publicImage = defineResource({
  rtype: 'public_image',
  origin: 'reference',
  section: 'public_image',
  pathParameter: 'publicImageId',
  operations: referenceRead,
  read: readShape({}),

  momentary: [],
  lane: 'other',
  value: noValue,
});
