import * as v from 'valibot';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import {
  createOpenEnumSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

const switchModes = [
  'switch_single_rocker',
  'switch_single_pushbutton',
  'switch_dual_rocker',
  'switch_dual_pushbutton',
] as const;

/** How a wall switch module reads its switches. Hue CLIP API reference. */
export type SwitchInputConfiguration = ResourceAsRead<{
  owner: ResourceIdentifier;
  switch_mode: { status: string; mode: string; mode_values: string[] };
  linked_services: ResourceIdentifier[];
}>;

export const switchInputConfigurationDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createResourceWriteSchema('switch_input_configuration', {
    switch_mode: v.optional(
      createObjectWriteSchema({
        mode: createOpenEnumSchema(switchModes),
      }),
    ),
  }),
  valueDescription: 'the mode of the switch',
  value: (resource) => getNestedMember(resource, 'switch_mode', 'mode'),
  sample: {
    switch_mode: { status: 'set', mode: 'switch_dual_rocker', mode_values: switchModes },
    linked_services: [],
  },
});
