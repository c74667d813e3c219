import * as v from 'valibot';
import type { Resource } from '../definitions/resource-definition';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';

/** A door bell. Service document, section 2.8; `button` beside `bell`: Hue CLIP API reference. */
export const bellButtonDefinition = defineResource({
  rtype: 'bell_button',
  origin: 'service',
  section: '2.8',
  pathParameter: 'bellButtonId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    metadata: createObjectReadSchema({ control_id: v.number() }),
    bell: createObjectReadSchema({
      bell_report: createObjectReadSchema({ updated: v.string(), event: v.string() }),
      last_event: v.string(),
    }),
    button: createObjectReadSchema({
      last_event: v.string(),
      button_report: createObjectReadSchema({ updated: v.string(), event: v.string() }),
      repeat_interval: v.number(),
      event_values: v.array(v.string()),
    }),
  }),
  update: createTypeOnlyUpdateSchema('bell_button'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the last event, such as `initial_press`',
  value: getLastBellEvent,
  sample: {
    metadata: { control_id: 1 },
    bell: {
      bell_report: { updated: sampleTimestamp, event: 'initial_press' },
      last_event: 'initial_press',
    },
    button: {
      last_event: 'initial_press',
      button_report: { updated: sampleTimestamp, event: 'initial_press' },
      repeat_interval: 800,
      event_values: ['initial_press'],
    },
  },
});

/** Last event, from the members of real bridges or from those of the service document. */
function getLastBellEvent(resource: Resource): unknown {
  return (
    getNestedMember(resource, 'button', 'button_report', 'event') ??
    getNestedMember(resource, 'bell', 'bell_report', 'event') ??
    getNestedMember(resource, 'button', 'last_event') ??
    getNestedMember(resource, 'bell', 'last_event')
  );
}
