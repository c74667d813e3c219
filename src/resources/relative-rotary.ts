import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { typeOnlyUpdate } from './shared-members';

/** A dial. Hue CLIP API reference. */
export const relativeRotary = defineResource({
  rtype: 'relative_rotary',
  origin: 'reference',
  section: 'relative_rotary',
  pathParameter: 'relativeRotaryId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    metadata: readPart({ control_id: v.number() }),
    relative_rotary: readPart({
      last_event: v.looseObject({}),
      rotary_report: readPart({
        updated: v.string(),
        action: v.string(),
        rotation: readPart({ direction: v.string(), steps: v.number(), duration: v.number() }),
      }),
    }),
  }),
  update: typeOnlyUpdate('relative_rotary'),
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'relative_rotary', 'rotary_report', 'rotation'),
});
