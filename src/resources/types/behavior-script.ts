import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';

/** A kind of automation that the bridge can run. Service document, section 2.8. */
export const behaviorScriptDefinition = defineResource({
  rtype: 'behavior_script',
  origin: 'service',
  section: '2.8',
  pathParameter: 'behaviorScriptId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    description: v.string(),
    configuration_schema: v.looseObject({}),
    trigger_schema: v.looseObject({}),
    state_schema: v.looseObject({}),
    version: v.string(),
    metadata: createObjectReadSchema({ name: v.string(), category: v.string() }),
    supported_features: v.array(v.string()),
    max_number_instances: v.number(),
  }),
  update: createTypeOnlyUpdateSchema('behavior_script'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
