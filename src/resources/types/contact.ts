import { getEnabledSensorMember, sampleTimestamp } from '../definitions/sensor-report-definition';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { createEnabledUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A door or window contact; its value is true while open. Hue CLIP API reference. */
export type Contact = ResourceAsRead<{
  owner: ResourceIdentifier;
  enabled: boolean;
  contact_report: { changed: string; state: string };
}>;

export const contactDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createEnabledUpdateSchema('contact'),
  valueDescription: '`true` while open, `false` while closed; below a node `open` or `closed`',
  reading: 'open',
  value(resource) {
    const state = getEnabledSensorMember(resource, 'contact_report', 'state');
    return state === undefined ? undefined : state === 'no_contact';
  },
  sample: {
    enabled: true,
    contact_report: { changed: sampleTimestamp, state: 'contact' },
  },
});
