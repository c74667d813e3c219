import { sampleTimestamp } from '../definitions/sensor-report-definition';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A button of a switch. Hue CLIP API reference. */
export type Button = ResourceAsRead<{
  owner: ResourceIdentifier;
  metadata: { control_id: number };
  button: {
    last_event: string;
    button_report: { updated: string; event: string };
    repeat_interval: number;
    event_values: string[];
  };
}>;

export const buttonDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('button'),
  valueDescription: 'the last event, such as `short_release`',
  value: (resource) =>
    getNestedMember(resource, 'button', 'button_report', 'event') ??
    getNestedMember(resource, 'button', 'last_event'),
  sample: {
    metadata: { control_id: 1 },
    button: {
      last_event: 'short_release',
      button_report: { updated: sampleTimestamp, event: 'short_release' },
      repeat_interval: 800,
      event_values: ['initial_press', 'repeat', 'short_release', 'long_release', 'long_press'],
    },
  },
});
