import * as v from 'valibot';
import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';

/** The list of types that the bridge serves. Hue CLIP API reference. */
export const clipDefinition = defineResource({
  rtype: 'clip',
  origin: 'reference',
  section: 'clip',
  pathParameter: 'clipId',
  operations: hueReferenceReadOperations,
  read: createResourceReadSchema({
    resources: v.array(createObjectReadSchema({ rtype: v.string() })),
  }),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the types that the bridge serves',
  value: (resource) => getNestedMember(resource, 'resources'),
});
