import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { typeOnlyUpdate } from './shared-members';

/** A button of a switch. Hue CLIP API reference. */
export const button = defineResource({
  rtype: 'button',
  origin: 'reference',
  section: 'button',
  pathParameter: 'buttonId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    metadata: readPart({ control_id: v.number() }),
    button: readPart({
      last_event: v.string(),
      button_report: readPart({ updated: v.string(), event: v.string() }),
      repeat_interval: v.number(),
      event_values: v.array(v.string()),
    }),
  }),
  update: typeOnlyUpdate('button'),
  momentary: [],
  lane: 'other',
  value: (resource) =>
    member(resource, 'button', 'button_report', 'event') ??
    member(resource, 'button', 'last_event'),
});
