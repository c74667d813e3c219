import { sampleTimestamp } from '../definitions/sensor-report-definition';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

const sampleRotation = { direction: 'clock_wise', steps: 30, duration: 400 };

/** A dial. Hue CLIP API reference. */
export type RelativeRotary = ResourceAsRead<{
  owner: ResourceIdentifier;
  metadata: { control_id: number };
  relative_rotary: {
    last_event: object;
    rotary_report: {
      updated: string;
      action: string;
      rotation: { direction: string; steps: number; duration: number };
    };
  };
}>;

export const relativeRotaryDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('relative_rotary'),
  valueDescription: 'the last rotation, `{ direction, steps, duration }`',
  value: (resource) => getNestedMember(resource, 'relative_rotary', 'rotary_report', 'rotation'),
  sample: {
    metadata: { control_id: 1 },
    relative_rotary: {
      last_event: { action: 'start', rotation: sampleRotation },
      rotary_report: { updated: sampleTimestamp, action: 'start', rotation: sampleRotation },
    },
  },
});
