import * as v from 'valibot';
import {
  nameValue,
  referenceOperations,
  serviceOperations,
  serviceShape,
  shape,
} from '../resource';
import type { ResourceRow } from '../resource';
import type { ResourceIdentifier } from '../schemas';
import { boundedNumber, boundedText, freeFormSchema, nameSchema } from '../schemas';
import { idPattern } from '../identifiers';
import { getNestedMember } from '../members';

const metadataWriteSchema = v.optional(v.strictObject({ name: v.optional(nameSchema) }));

const geofenceClientMembers = {
  name: v.optional(nameSchema),
  is_at_home: v.optional(v.boolean()),
};

/** Only listed by the service document, section 2.1, or the Hue CLIP API reference. */
const listedOnly = { operations: referenceOperations.read, read: shape<object>(), sample: {} };

export const bridgeRows = {
  bridge: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{ bridge_id: string; time_zone: { time_zone: string } }>(),
    update: {},
    valueDescription: 'the bridge id',
    value: (resource) => getNestedMember(resource, 'bridge_id'),
    sample: { bridge_id: '02aabbfffe010203', time_zone: { time_zone: 'Europe/Amsterdam' } },
  },

  /** The list of types that the bridge serves. */
  clip: {
    operations: referenceOperations.read,
    read: shape<{ resources: { rtype: string }[] }>(),
    valueDescription: 'the types that the bridge serves',
    value: (resource) => getNestedMember(resource, 'resources'),
  },

  /** A key of the older interface. */
  auth_v1: listedOnly,

  /** A kind of automation that the bridge can run. */
  behavior_script: {
    section: '2.8',
    operations: serviceOperations.readUpdate,
    read: shape<{
      description: string;
      configuration_schema: object;
      trigger_schema: object;
      state_schema: object;
      version: string;
      metadata: { name: string; category: string };
      supported_features: string[];
      max_number_instances: number;
    }>(),
    update: {},
    ...nameValue,
  },

  /**
   * `dependees` with level, `trigger`, create and delete: Hue CLIP API reference; `dependees` as references: service
   * document.
   */
  behavior_instance: {
    section: '2.8',
    operations: { ...serviceOperations.readUpdate, create: 'reference', delete: 'reference' },
    read: shape<{
      script_id: string;
      enabled: boolean;
      state: object;
      configuration: object;
      dependees: {
        rid: string;
        rtype: string;
        type: string;
        target: ResourceIdentifier;
        level: string;
      }[];
      status: string;
      last_error: string;
      metadata: { name: string };
      migrated_from: string;
    }>(),
    create: {
      script_id: v.pipe(v.string(), v.regex(idPattern)),
      enabled: v.boolean(),
      configuration: freeFormSchema,
      metadata: metadataWriteSchema,
      migrated_from: v.optional(boundedText(1, 64)),
    },
    update: {
      enabled: v.optional(v.boolean()),
      configuration: v.optional(freeFormSchema),
      trigger: v.optional(freeFormSchema),
      metadata: metadataWriteSchema,
    },
    nonIdempotentMembers: ['trigger'],
    valueDescription: '`true` while enabled',
    value: (resource) => getNestedMember(resource, 'enabled'),
  },

  /** For sunrise and sunset; the location can be written but never read. */
  geolocation: {
    operations: referenceOperations.readUpdate,
    read: shape<{
      is_configured: boolean;
      sun_today: { sunset_time: string; day_type: string };
    }>(),
    update: { latitude: boundedNumber(-90, 90), longitude: boundedNumber(-180, 180) },
    valueDescription: 'the time of sunset',
    value: (resource) => getNestedMember(resource, 'sun_today', 'sunset_time'),
    sample: {
      is_configured: true,
      sun_today: { sunset_time: '18:42:00', day_type: 'normal_day' },
    },
  },

  /** A place whose arrivals and departures are tracked. */
  geofence: listedOnly,

  /**
   * A mobile device whose presence is tracked. Create, delete, and that real bridges never return `is_at_home`: Hue
   * CLIP API reference.
   */
  geofence_client: {
    section: '2.8',
    operations: { ...serviceOperations.readUpdate, create: 'reference', delete: 'reference' },
    read: shape<{ name: string; is_at_home: boolean }>(),
    create: geofenceClientMembers,
    update: geofenceClientMembers,
    valueDescription: '`true` while at home',
    value: (resource) => getNestedMember(resource, 'is_at_home'),
    sample: { name: 'Phone', is_at_home: true },
  },
} satisfies Readonly<Record<string, ResourceRow>>;
