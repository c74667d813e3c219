import * as v from 'valibot';
import { defineResource, referenceRead } from './definition';
import { member } from './member';
import { readPart, readShape } from './schema';

/** The list of types that the bridge serves. Hue CLIP API reference. */
export const clip = defineResource({
  rtype: 'clip',
  origin: 'reference',
  section: 'clip',
  pathParameter: 'clipId',
  operations: referenceRead,
  read: readShape({ resources: v.array(readPart({ rtype: v.string() })) }),

  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'resources'),
});
