import * as v from 'valibot';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';

/** A button of a switch. Hue CLIP API reference. */
export const buttonDefinition = defineResource({
  rtype: 'button',
  origin: 'reference',
  section: 'button',
  pathParameter: 'buttonId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    metadata: createObjectReadSchema({ control_id: v.number() }),
    button: createObjectReadSchema({
      last_event: v.string(),
      button_report: createObjectReadSchema({ updated: v.string(), event: v.string() }),
      repeat_interval: v.number(),
      event_values: v.array(v.string()),
    }),
  }),
  update: createTypeOnlyUpdateSchema('button'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the last event, such as `short_release`',
  value: (resource) =>
    getNestedMember(resource, 'button', 'button_report', 'event') ??
    getNestedMember(resource, 'button', 'last_event'),
  sample: {
    metadata: { control_id: 1 },
    button: {
      last_event: 'short_release',
      button_report: { updated: sampleTimestamp, event: 'short_release' },
      repeat_interval: 800,
      event_values: ['initial_press', 'repeat', 'short_release', 'long_release', 'long_press'],
    },
  },
});
