import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { getNoPlainValue } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** A picture of a scene. Hue CLIP API reference. */
export type PublicImage = ResourceAsRead<object>;

export const publicImageDefinition = defineResource({
  rtype: 'public_image',
  documentedIn: 'reference',
  section: 'public_image',
  pathParameter: 'publicImageId',
  operations: hueReferenceReadOperations,
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
