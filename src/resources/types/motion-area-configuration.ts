import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { sceneGroupTypes } from '../values/group-types';
import { getNestedMember } from '../values/member-access';
import { createTypedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  createObjectWriteSchema,
  createResourceWriteSchema,
  nameSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

const participantsWriteSchema = v.array(
  createObjectWriteSchema({ resource: createTypedReferenceWriteSchema('motion_area_candidate') }),
);
const groupWriteSchema = createTypedReferenceWriteSchema(...sceneGroupTypes);

/**
 * Lamps that detect motion in an area. Service document, section 2.6 (`owner`, `motion_sensors`,
 * `enabled`); other members, create and delete: Hue CLIP API reference.
 */
export type MotionAreaConfiguration = ResourceAsRead<{
  owner: ResourceIdentifier;
  enabled: boolean;
  motion_sensors: ResourceIdentifier[];
  name: string;
  group: ResourceIdentifier;
  participants: { resource: ResourceIdentifier; status: { health: string } }[];
  services: ResourceIdentifier[];
  health: string;
}>;

export const motionAreaConfigurationDefinition = defineResource({
  section: '2.6',
  operations: {
    ...serviceOperations.readUpdate,
    create: 'reference',
    delete: 'reference',
  },
  create: createResourceWriteSchema('motion_area_configuration', {
    name: nameSchema,
    group: groupWriteSchema,
    participants: participantsWriteSchema,
    enabled: v.optional(v.boolean()),
  }),
  update: createResourceWriteSchema('motion_area_configuration', {
    enabled: v.optional(v.boolean()),
    name: v.optional(nameSchema),
    group: v.optional(groupWriteSchema),
    participants: v.optional(participantsWriteSchema),
  }),
  valueDescription: '`true` while enabled',
  value: (resource) => getNestedMember(resource, 'enabled'),
});
