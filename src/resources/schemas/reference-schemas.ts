import * as v from 'valibot';
import { idPattern } from '../id-pattern';
import { objectReadSchema, objectWriteSchema } from './schema-builders';

/** The 36 values of `rtype` that the service document lists in section 2.1. */
export const serviceRtypes = [
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

/** Further values of `rtype` on real bridges (Hue CLIP API reference, 2026). */
export const additionalRtypes = [
  'service_group',
  'bell_button',
  'convenience_area_motion',
  'security_area_motion',
  'speaker',
  'switch_input_configuration',
  'device_software_update',
  'motion_area_candidate',
  'motion_area_configuration',
  'wifi_connectivity',
  'clip',
] as const;

/** A reference as read. Service document, section 2.1. */
export const referenceReadSchema = objectReadSchema({ rid: v.string(), rtype: v.string() });

/** A reference as written. Service document, section 2.1. */
export const referenceWriteSchema = objectWriteSchema({
  rid: v.pipe(v.string(), v.regex(idPattern)),
  rtype: v.picklist([...serviceRtypes, ...additionalRtypes]),
});

/** A reference to one of a few resource types. */
export const typedReferenceWriteSchema = <const Types extends readonly string[]>(
  ...rtypes: Types
) => objectWriteSchema({ rid: v.pipe(v.string(), v.regex(idPattern)), rtype: v.picklist(rtypes) });

/** Reference to one resource of the bridge. Service document, section 2.1. */
export interface ResourceIdentifier {
  rid: string;
  rtype: string;
}
