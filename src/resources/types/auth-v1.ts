import { defineResource, referenceOperations } from '../definitions/resource-definition';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** A key of the older interface. The service document, section 2.1, only lists the type. */
export type AuthV1 = ResourceAsRead<object>;

export const authV1Definition = defineResource({
  operations: referenceOperations.read,
  sample: {},
});
