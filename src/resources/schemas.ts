import * as v from 'valibot';
import { idPattern } from './identifiers';

export type Schema = v.GenericSchema;

/** Inclusive; NaN and infinities are outside every bound. */
export const boundedNumber = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum));

export const boundedInteger = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));

/** Inclusive, in UTF-16 units. */
export const boundedText = (minimum: number, maximum: number) =>
  v.pipe(v.string(), v.minLength(minimum), v.maxLength(maximum));

export const nameSchema = boundedText(1, 32);

/** Accepts 1 to 64 characters. Docs and forms list the `known` values; others are valid too. */
export const openEnum = <const Known extends readonly string[]>(known: Known) =>
  v.pipe(boundedText(1, 64), v.metadata({ known }));

/** Undefined for a schema that is no open enum. */
export function getKnownValues(schema: Schema): readonly string[] | undefined {
  const { known } = v.getMetadata(schema);
  return Array.isArray(known) ? known.filter((value) => typeof value === 'string') : undefined;
}

/** Each part is at most `bound` from 0. */
export function boundedPosition(bound: number) {
  const part = boundedNumber(-bound, bound);
  return v.strictObject({ x: part, y: part, z: part });
}

/** For members that the service does not specify. */
export const freeFormSchema = v.record(v.string(), v.unknown());

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
