import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** In percent; applies even if the bridge does not report a low battery. */
const lowCharge = 20;

/**
 * Returns true for a low charge.
 *
 * @param charge percent, or a word of the bridge such as `critical`
 */
export const isLowCharge = (charge: unknown): boolean =>
  typeof charge === 'number' ? charge <= lowCharge : charge === 'low' || charge === 'critical';

/** The battery of a device. Hue CLIP API reference. */
export type DevicePower = ResourceAsRead<{
  owner: ResourceIdentifier;
  power_state: { battery_state: string; battery_level: number };
}>;

export const devicePowerDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('device_power'),
  valueDescription: 'charge of the battery',
  unit: '%',
  reading: 'battery',
  value: (resource) =>
    getNestedMember(resource, 'power_state', 'battery_level') ??
    getNestedMember(resource, 'power_state', 'battery_state'),
  sample: { power_state: { battery_state: 'normal', battery_level: 84 } },
});
