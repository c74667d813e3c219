import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import {
  createOpenEnumSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The software of a device. Service document, sections 2.7 and 3 (`install`). */
export type DeviceSoftwareUpdate = ResourceAsRead<{
  owner: ResourceIdentifier;
  state: string;
  problems: string[];
  install: { install_state: string };
}>;

export const deviceSoftwareUpdateDefinition = defineResource({
  section: '2.7',
  operations: serviceOperations.readUpdate,
  update: createResourceWriteSchema('device_software_update', {
    install: v.optional(
      createObjectWriteSchema({ install_state: createOpenEnumSchema(['install']) }),
    ),
  }),
  nonIdempotentMembers: ['install'],
  valueDescription: 'the state of the update, such as `no_update`',
  value: (resource) => getNestedMember(resource, 'state'),
  sample: { state: 'no_update', problems: [] },
});
