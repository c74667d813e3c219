import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { openEnum, readPart, readShape, writePart, writeShape } from './schema';

/** The software of a device. Service document, sections 2.7 and 3 (`install`). */
export const deviceSoftwareUpdate = defineResource({
  rtype: 'device_software_update',
  origin: 'service',
  section: '2.7',
  pathParameter: 'deviceSoftwareUpdateId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    state: v.string(),
    problems: v.array(v.string()),
    install: readPart({ install_state: v.string() }),
  }),
  update: writeShape('device_software_update', {
    install: v.optional(writePart({ install_state: openEnum(['install']) })),
  }),
  momentary: ['install'],
  lane: 'other',
  value: (resource) => member(resource, 'state'),
});
