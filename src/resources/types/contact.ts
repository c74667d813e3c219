import * as v from 'valibot';
import { getEnabledSensorMember, sampleTimestamp } from '../definitions/sensor-report-definition';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createEnabledUpdateSchema } from '../definitions/shared-definition-members';

/** A door or window contact; its value is true while open. Hue CLIP API reference. */
export const contactDefinition = defineResource({
  rtype: 'contact',
  origin: 'reference',
  section: 'contact',
  pathParameter: 'contactId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    contact_report: createObjectReadSchema({ changed: v.string(), state: v.string() }),
  }),
  update: createEnabledUpdateSchema('contact'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: '`true` while open, `false` while closed; below a node `open` or `closed`',
  reading: 'open',
  value(resource) {
    const state = getEnabledSensorMember(resource, 'contact_report', 'state');
    return state === undefined ? undefined : state === 'no_contact';
  },
  sample: {
    enabled: true,
    contact_report: { changed: sampleTimestamp, state: 'contact' },
  },
});
