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

const sampleRotation = { direction: 'clock_wise', steps: 30, duration: 400 };

/** A dial. Hue CLIP API reference. */
export const relativeRotaryDefinition = defineResource({
  rtype: 'relative_rotary',
  origin: 'reference',
  section: 'relative_rotary',
  pathParameter: 'relativeRotaryId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    metadata: createObjectReadSchema({ control_id: v.number() }),
    relative_rotary: createObjectReadSchema({
      last_event: v.looseObject({}),
      rotary_report: createObjectReadSchema({
        updated: v.string(),
        action: v.string(),
        rotation: createObjectReadSchema({
          direction: v.string(),
          steps: v.number(),
          duration: v.number(),
        }),
      }),
    }),
  }),
  update: createTypeOnlyUpdateSchema('relative_rotary'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the last rotation, `{ direction, steps, duration }`',
  value: (resource) => getNestedMember(resource, 'relative_rotary', 'rotary_report', 'rotation'),
  sample: {
    metadata: { control_id: 1 },
    relative_rotary: {
      last_event: { action: 'start', rotation: sampleRotation },
      rotary_report: { updated: sampleTimestamp, action: 'start', rotation: sampleRotation },
    },
  },
});
