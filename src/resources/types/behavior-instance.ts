import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { idPattern } from '../values/id-pattern';
import {
  createBoundedTextSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
  freeFormSchema,
  nameSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

const metadataWriteSchema = v.optional(createObjectWriteSchema({ name: v.optional(nameSchema) }));

/**
 * An automation. Service document, section 2.8 (`dependees` as references); `dependees` with level,
 * `trigger`, create and delete: Hue CLIP API reference.
 */
export type BehaviorInstance = ResourceAsRead<{
  script_id: string;
  enabled: boolean;
  state: object;
  configuration: object;
  dependees: {
    rid: string;
    rtype: string;
    type: string;
    target: ResourceIdentifier;
    level: string;
  }[];
  status: string;
  last_error: string;
  metadata: { name: string };
  migrated_from: string;
}>;

export const behaviorInstanceDefinition = defineResource({
  section: '2.8',
  operations: {
    ...serviceOperations.readUpdate,
    create: 'reference',
    delete: 'reference',
  },
  create: createResourceWriteSchema('behavior_instance', {
    script_id: v.pipe(v.string(), v.regex(idPattern)),
    enabled: v.boolean(),
    configuration: freeFormSchema,
    metadata: metadataWriteSchema,
    migrated_from: v.optional(createBoundedTextSchema(1, 64)),
  }),
  update: createResourceWriteSchema('behavior_instance', {
    enabled: v.optional(v.boolean()),
    configuration: v.optional(freeFormSchema),
    trigger: v.optional(freeFormSchema),
    metadata: metadataWriteSchema,
  }),
  nonIdempotentMembers: ['trigger'],
  valueDescription: '`true` while enabled',
  value: (resource) => getNestedMember(resource, 'enabled'),
});
