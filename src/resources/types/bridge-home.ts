import * as v from 'valibot';
import { defineResource, serviceDocumentReadOperations } from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createResourceReadSchema } from '../schemas/schema-builders';
import { getNoPlainValue } from '../definitions/shared-definition-members';

/** The whole home. Service document, section 2.8. */
export const bridgeHomeDefinition = defineResource({
  rtype: 'bridge_home',
  origin: 'service',
  section: '2.8',
  pathParameter: 'bridgeHomeId',
  operations: serviceDocumentReadOperations,
  read: createResourceReadSchema({
    children: v.array(referenceReadSchema),
    services: v.array(referenceReadSchema),
  }),

  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
});
