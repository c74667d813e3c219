import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { noValue, typeOnlyUpdate } from './shared-members';

/** A lamp or bridge that takes part in entertainment. Service document, section 2.8. */
export const entertainment = defineResource({
  rtype: 'entertainment',
  origin: 'service',
  section: '2.8',
  pathParameter: 'entertainmentId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    renderer: v.boolean(),
    renderer_reference: readReference,
    proxy: v.boolean(),
    equalizer: v.boolean(),
    max_streams: v.number(),
    segments: readPart({
      configurable: v.boolean(),
      max_segments: v.number(),
      segments: v.array(readPart({ start: v.number(), length: v.number() })),
    }),
  }),
  update: typeOnlyUpdate('entertainment'),
  momentary: [],
  lane: 'other',
  value: noValue,
});
