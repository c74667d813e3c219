import { defineResource, hueReferenceCrudOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { groupWriteMembers, groupReadSchema } from './room';
import { createResourceWriteSchema } from '../schemas/schema-builders';

const bodySchema = createResourceWriteSchema('zone', groupWriteMembers);

/** Lamps that belong together across rooms. Hue CLIP API reference. */
export const zoneDefinition = defineResource({
  rtype: 'zone',
  origin: 'reference',
  section: 'zone',
  pathParameter: 'zoneId',
  operations: hueReferenceCrudOperations,
  read: groupReadSchema,
  create: bodySchema,
  update: bodySchema,
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
