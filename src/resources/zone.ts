import { defineResource, crudOperationsOfHueReference } from './resource-definition';
import { getMember } from './member-access';
import { groupWriteMembers, groupReadSchema } from './room';
import { resourceWriteSchema } from './schemas/schema-builders';

const bodySchema = resourceWriteSchema('zone', groupWriteMembers);

/** Lamps that belong together across rooms. Hue CLIP API reference. */
export const zoneDefinition = defineResource({
  rtype: 'zone',
  origin: 'reference',
  section: 'zone',
  pathParameter: 'zoneId',
  operations: crudOperationsOfHueReference,
  read: groupReadSchema,
  create: bodySchema,
  update: bodySchema,
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the name',
  value: (resource) => getMember(resource, 'metadata', 'name'),
});
