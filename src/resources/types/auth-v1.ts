import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { getNoPlainValue } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** A key of the older interface. The service document, section 2.1, only lists the type. */
export type AuthV1 = ResourceAsRead<object>;

export const authV1Definition = defineResource({
  rtype: 'auth_v1',
  documentedIn: 'reference',
  section: '2.1',
  pathParameter: 'authV1Id',
  operations: hueReferenceReadOperations,
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
