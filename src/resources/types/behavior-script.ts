import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** A kind of automation that the bridge can run. Service document, section 2.8. */
export type BehaviorScript = ResourceAsRead<{
  description: string;
  configuration_schema: object;
  trigger_schema: object;
  state_schema: object;
  version: string;
  metadata: { name: string; category: string };
  supported_features: string[];
  max_number_instances: number;
}>;

export const behaviorScriptDefinition = defineResource({
  section: '2.8',
  operations: serviceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('behavior_script'),
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
