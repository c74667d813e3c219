import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';

/** The battery of a device. Hue CLIP API reference. */
export const devicePowerDefinition = defineResource({
  rtype: 'device_power',
  origin: 'reference',
  section: 'device_power',
  pathParameter: 'devicePowerId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    power_state: createObjectReadSchema({ battery_state: v.string(), battery_level: v.number() }),
  }),
  update: createTypeOnlyUpdateSchema('device_power'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'charge of the battery',
  unit: '%',
  reading: 'battery',
  value: (resource) =>
    getNestedMember(resource, 'power_state', 'battery_level') ??
    getNestedMember(resource, 'power_state', 'battery_state'),
  sample: { power_state: { battery_state: 'normal', battery_level: 84 } },
});
