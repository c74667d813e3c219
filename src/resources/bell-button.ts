import * as v from 'valibot';
import type { Resource } from './definition';
import { defineResource, serviceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { typeOnlyUpdate } from './shared-members';

/** A door bell. Service document, section 2.8; `button` beside `bell`: Hue CLIP API reference. */
export const bellButton = defineResource({
  rtype: 'bell_button',
  origin: 'service',
  section: '2.8',
  pathParameter: 'bellButtonId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    metadata: readPart({ control_id: v.number() }),
    bell: readPart({
      bell_report: readPart({ updated: v.string(), event: v.string() }),
      last_event: v.string(),
    }),
    button: readPart({
      last_event: v.string(),
      button_report: readPart({ updated: v.string(), event: v.string() }),
      repeat_interval: v.number(),
      event_values: v.array(v.string()),
    }),
  }),
  update: typeOnlyUpdate('bell_button'),
  momentary: [],
  lane: 'other',
  value: bellValue,
});

/** Last event, from the shape of real bridges or from the service document's. */
function bellValue(resource: Resource): unknown {
  return (
    member(resource, 'button', 'button_report', 'event') ??
    member(resource, 'bell', 'bell_report', 'event') ??
    member(resource, 'button', 'last_event') ??
    member(resource, 'bell', 'last_event')
  );
}
