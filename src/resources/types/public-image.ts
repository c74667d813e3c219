import { defineResource, referenceOperations } from '../definitions/resource-definition';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** A picture of a scene. Hue CLIP API reference. */
export type PublicImage = ResourceAsRead<object>;

export const publicImageDefinition = defineResource({
  operations: referenceOperations.read,
  sample: {},
});
