import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { numberFrom, readPart, readShape, writeShape } from './schema';

/** Where the home stands, for sunrise and sunset; it can be written but never read. Hue CLIP API reference. */
export const geolocation = defineResource({
  rtype: 'geolocation',
  origin: 'reference',
  section: 'geolocation',
  pathParameter: 'geolocationId',
  operations: referenceChange,
  read: readShape({
    is_configured: v.boolean(),
    sun_today: readPart({ sunset_time: v.string(), day_type: v.string() }),
  }),
  update: writeShape('geolocation', {
    latitude: numberFrom(-90, 90),
    longitude: numberFrom(-180, 180),
  }),
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'sun_today', 'sunset_time'),
});
