import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { sceneGroupTypes } from '../values/group-types';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema, createTypedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  createObjectReadSchema,
  createResourceReadSchema,
  createBoundedTextSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';

const participantsWriteSchema = v.array(
  createObjectWriteSchema({ resource: createTypedReferenceWriteSchema('motion_area_candidate') }),
);
const groupWriteSchema = createTypedReferenceWriteSchema(...sceneGroupTypes);

/**
 * Lamps that watch an area for motion. Service document, section 2.6, which shows `owner`,
 * `motion_sensors` and `enabled`; the rest, and create and delete: Hue CLIP API reference.
 */
export const motionAreaConfigurationDefinition = defineResource({
  rtype: 'motion_area_configuration',
  origin: 'service',
  section: '2.6',
  pathParameter: 'motionAreaConfigurationId',
  operations: {
    ...serviceDocumentReadUpdateOperations,
    create: 'reference',
    delete: 'reference',
  },
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    motion_sensors: v.array(referenceReadSchema),
    name: v.string(),
    group: referenceReadSchema,
    participants: v.array(
      createObjectReadSchema({
        resource: referenceReadSchema,
        status: createObjectReadSchema({ health: v.string() }),
      }),
    ),
    services: v.array(referenceReadSchema),
    health: v.string(),
  }),
  create: createResourceWriteSchema('motion_area_configuration', {
    name: createBoundedTextSchema(1, 32),
    group: groupWriteSchema,
    participants: participantsWriteSchema,
    enabled: v.optional(v.boolean()),
  }),
  update: createResourceWriteSchema('motion_area_configuration', {
    enabled: v.optional(v.boolean()),
    name: v.optional(createBoundedTextSchema(1, 32)),
    group: v.optional(groupWriteSchema),
    participants: v.optional(participantsWriteSchema),
  }),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: '`true` while enabled',
  value: (resource) => getNestedMember(resource, 'enabled'),
});
