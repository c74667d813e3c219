import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import {
  getNoPlainValue,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';

/** A lamp or bridge that takes part in entertainment. Service document, section 2.8. */
export const entertainmentDefinition = defineResource({
  rtype: 'entertainment',
  origin: 'service',
  section: '2.8',
  pathParameter: 'entertainmentId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    renderer: v.boolean(),
    renderer_reference: referenceReadSchema,
    proxy: v.boolean(),
    equalizer: v.boolean(),
    max_streams: v.number(),
    segments: createObjectReadSchema({
      configurable: v.boolean(),
      max_segments: v.number(),
      segments: v.array(createObjectReadSchema({ start: v.number(), length: v.number() })),
    }),
  }),
  update: createTypeOnlyUpdateSchema('entertainment'),
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
});
