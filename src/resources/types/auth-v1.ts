import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { createResourceReadSchema } from '../schemas/schema-builders';
import { getNoPlainValue } from '../definitions/shared-definition-members';

/** A key of the older interface. Listed in the service document, section 2.1, which shows nothing of it. */
export const authV1Definition = defineResource({
  rtype: 'auth_v1',
  origin: 'reference',
  section: '2.1',
  pathParameter: 'authV1Id',
  operations: hueReferenceReadOperations,
  read: createResourceReadSchema({}),
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
