import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
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

/** The software of a device. Service document, sections 2.7 and 3 (`install`). */
export const deviceSoftwareUpdateDefinition = defineResource({
  rtype: 'device_software_update',
  origin: 'service',
  section: '2.7',
  pathParameter: 'deviceSoftwareUpdateId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    state: v.string(),
    problems: v.array(v.string()),
    install: createObjectReadSchema({ install_state: v.string() }),
  }),
  update: createResourceWriteSchema('device_software_update', {
    install: v.optional(
      createObjectWriteSchema({ install_state: createOpenEnumSchema(['install']) }),
    ),
  }),
  nonIdempotentMembers: ['install'],
  lane: 'other',
  valueDescription: 'the state of the update, such as `no_update`',
  value: (resource) => getNestedMember(resource, 'state'),
  sample: { state: 'no_update', problems: [] },
});
