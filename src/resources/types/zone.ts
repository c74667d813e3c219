import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { groupWriteMembers } from './room';
import { createResourceWriteSchema } from '../schemas/schema-builders';
import type { RoomOrZone } from './room';

const bodySchema = createResourceWriteSchema('zone', groupWriteMembers);

/** Lamps that belong together across rooms. Hue CLIP API reference. */
export type Zone = RoomOrZone;

export const zoneDefinition = defineResource({
  operations: referenceOperations.all,
  create: bodySchema,
  update: bodySchema,
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
