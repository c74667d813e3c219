import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { enabledUpdate } from './shared-members';

/** A door or window contact; its value is true while open. Hue CLIP API reference. */
export const contact = defineResource({
  rtype: 'contact',
  origin: 'reference',
  section: 'contact',
  pathParameter: 'contactId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    enabled: v.boolean(),
    contact_report: readPart({ changed: v.string(), state: v.string() }),
  }),
  update: enabledUpdate('contact'),
  momentary: [],
  lane: 'other',
  value(resource) {
    const state = member(resource, 'contact_report', 'state');
    return state === undefined ? undefined : state === 'no_contact';
  },
});
