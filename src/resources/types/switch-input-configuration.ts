import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  createOpenEnumSchema,
  createObjectReadSchema,
  createResourceReadSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';

const switchModes = [
  'switch_single_rocker',
  'switch_single_pushbutton',
  'switch_dual_rocker',
  'switch_dual_pushbutton',
] as const;

/** How a wall switch module reads its switches. Hue CLIP API reference. */
export const switchInputConfigurationDefinition = defineResource({
  rtype: 'switch_input_configuration',
  origin: 'reference',
  section: 'switch_input_configuration',
  pathParameter: 'switchInputConfigurationId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    switch_mode: createObjectReadSchema({
      status: v.string(),
      mode: v.string(),
      mode_values: v.array(v.string()),
    }),
    linked_services: v.array(referenceReadSchema),
  }),
  update: createResourceWriteSchema('switch_input_configuration', {
    switch_mode: v.optional(
      createObjectWriteSchema({
        mode: createOpenEnumSchema(switchModes),
      }),
    ),
  }),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the mode of the switch',
  value: (resource) => getNestedMember(resource, 'switch_mode', 'mode'),
  sample: {
    switch_mode: { status: 'set', mode: 'switch_dual_rocker', mode_values: switchModes },
    linked_services: [],
  },
});
