import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  openEnumSchema,
  objectReadSchema,
  resourceReadSchema,
  objectWriteSchema,
  resourceWriteSchema,
} from '../schemas/schema-builders';

/** The software of a device. Service document, sections 2.7 and 3 (`install`). */
export const deviceSoftwareUpdateDefinition = defineResource({
  rtype: 'device_software_update',
  origin: 'service',
  section: '2.7',
  pathParameter: 'deviceSoftwareUpdateId',
  operations: serviceDocumentReadUpdateOperations,
  read: resourceReadSchema({
    owner: referenceReadSchema,
    state: v.string(),
    problems: v.array(v.string()),
    install: objectReadSchema({ install_state: v.string() }),
  }),
  update: resourceWriteSchema('device_software_update', {
    install: v.optional(objectWriteSchema({ install_state: openEnumSchema(['install']) })),
  }),
  nonIdempotentMembers: ['install'],
  lane: 'other',
  valueDescription: 'the state of the update, such as `no_update`',
  value: (resource) => getNestedMember(resource, 'state'),
  sample: { state: 'no_update', problems: [] },
});
