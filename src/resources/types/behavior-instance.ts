import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { idPattern } from '../values/id-pattern';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  freeFormSchema,
  createObjectReadSchema,
  createResourceReadSchema,
  createBoundedTextSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';

const metadataWriteSchema = v.optional(
  createObjectWriteSchema({ name: v.optional(createBoundedTextSchema(1, 32)) }),
);

/**
 * An automation. Service document, section 2.8 (`dependees` as references); `dependees` with level,
 * `trigger`, create and delete: Hue CLIP API reference.
 */
export const behaviorInstanceDefinition = defineResource({
  rtype: 'behavior_instance',
  origin: 'service',
  section: '2.8',
  pathParameter: 'behaviorInstanceId',
  operations: {
    ...serviceDocumentReadUpdateOperations,
    create: 'reference',
    delete: 'reference',
  },
  read: createResourceReadSchema({
    script_id: v.string(),
    enabled: v.boolean(),
    state: v.looseObject({}),
    configuration: v.looseObject({}),
    dependees: v.array(
      createObjectReadSchema({
        rid: v.string(),
        rtype: v.string(),
        type: v.string(),
        target: referenceReadSchema,
        level: v.string(),
      }),
    ),
    status: v.string(),
    last_error: v.string(),
    metadata: createObjectReadSchema({ name: v.string() }),
    migrated_from: v.string(),
  }),
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
  lane: 'other',
  valueDescription: '`true` while enabled',
  value: (resource) => getNestedMember(resource, 'enabled'),
});
