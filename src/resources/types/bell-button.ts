import type { Resource, ResourceAsRead } from '../definitions/resource-definition';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A door bell. Service document, section 2.8; `button` beside `bell`: Hue CLIP API reference. */
export type BellButton = ResourceAsRead<{
  owner: ResourceIdentifier;
  metadata: { control_id: number };
  bell: { bell_report: { updated: string; event: string }; last_event: string };
  button: {
    last_event: string;
    button_report: { updated: string; event: string };
    repeat_interval: number;
    event_values: string[];
  };
}>;

export const bellButtonDefinition = defineResource({
  section: '2.8',
  operations: serviceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('bell_button'),
  valueDescription: 'the last event, such as `initial_press`',
  value: getLastBellEvent,
  sample: {
    metadata: { control_id: 1 },
    bell: {
      bell_report: { updated: sampleTimestamp, event: 'initial_press' },
      last_event: 'initial_press',
    },
    button: {
      last_event: 'initial_press',
      button_report: { updated: sampleTimestamp, event: 'initial_press' },
      repeat_interval: 800,
      event_values: ['initial_press'],
    },
  },
});

/** Returns the last event, from the members of real bridges or of the service document. */
function getLastBellEvent(resource: Resource): unknown {
  return (
    getNestedMember(resource, 'button', 'button_report', 'event') ??
    getNestedMember(resource, 'bell', 'bell_report', 'event') ??
    getNestedMember(resource, 'button', 'last_event') ??
    getNestedMember(resource, 'bell', 'last_event')
  );
}
