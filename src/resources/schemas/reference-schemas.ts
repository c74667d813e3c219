import * as v from 'valibot';
import { idPattern } from '../values/identifiers';
import { openEnum } from './schema-builders';

/** Service document, section 2.1. */
export const documentedResourceTypes = [
  'device',
  'bridge_home',
  'room',
  'zone',
  'light',
  'button',
  'relative_rotary',
  'temperature',
  'light_level',
  'motion',
  'camera_motion',
  'entertainment',
  'contact',
  'tamper',
  'grouped_light',
  'device_power',
  'zigbee_bridge_connectivity',
  'zigbee_connectivity',
  'zgp_connectivity',
  'bridge',
  'zigbee_device_discovery',
  'homekit',
  'matter',
  'matter_fabric',
  'scene',
  'entertainment_configuration',
  'public_image',
  'auth_v1',
  'behavior_script',
  'behavior_instance',
  'geofence',
  'geofence_client',
  'geolocation',
  'smart_scene',
  'grouped_motion',
  'grouped_light_level',
] as const;

/** As written. Accepts any type: a newer bridge has types beyond the list. Service document, section 2.1. */
export const referenceSchema = v.strictObject({
  rid: v.pipe(v.string(), v.regex(idPattern)),
  rtype: openEnum(documentedResourceTypes),
});

export const referenceTo = <const Types extends readonly string[]>(...rtypes: Types) =>
  v.strictObject({
    rid: v.pipe(v.string(), v.regex(idPattern)),
    rtype: v.picklist(rtypes),
  });

/** Service document, section 2.1. */
export interface ResourceIdentifier {
  rid: string;
  rtype: string;
}
