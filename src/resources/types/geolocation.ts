import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createBoundedNumberSchema, createResourceWriteSchema } from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** Location of the home, for sunrise and sunset; it can be written but never read. Hue CLIP API reference. */
export type Geolocation = ResourceAsRead<{
  is_configured: boolean;
  sun_today: { sunset_time: string; day_type: string };
}>;

export const geolocationDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createResourceWriteSchema('geolocation', {
    latitude: createBoundedNumberSchema(-90, 90),
    longitude: createBoundedNumberSchema(-180, 180),
  }),
  valueDescription: 'the time of sunset',
  value: (resource) => getNestedMember(resource, 'sun_today', 'sunset_time'),
  sample: {
    is_configured: true,
    sun_today: { sunset_time: '18:42:00', day_type: 'normal_day' },
  },
});
