import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { createResourceReadSchema } from '../schemas/schema-builders';
import { getNoPlainValue } from '../definitions/shared-definition-members';

/** A picture of a scene. Hue CLIP API reference. */
export const publicImageDefinition = defineResource({
  rtype: 'public_image',
  origin: 'reference',
  section: 'public_image',
  pathParameter: 'publicImageId',
  operations: hueReferenceReadOperations,
  read: createResourceReadSchema({}),
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
