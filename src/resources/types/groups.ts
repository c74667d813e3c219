import * as v from 'valibot';
import {
  nameValue,
  referenceOperations,
  serviceOperations,
  serviceShape,
  shape,
} from '../resource';
import type { ResourceRow } from '../resource';
import { identifyWriteSchema } from '../light-schemas';
import {
  referenceSchema,
  referenceTo,
  boundedNumber,
  boundedPosition,
  nameSchema,
  openEnum,
} from '../schemas';
import type { ResourceIdentifier } from '../schemas';
import { sceneGroupTypes } from '../group-types';
import { getNestedMember } from '../members';

/** Service document, section 2.2. */
export const roomArchetypes = [
  'living_room',
  'kitchen',
  'dining',
  'bedroom',
  'kids_bedroom',
  'bathroom',
  'nursery',
  'recreation',
  'office',
  'gym',
  'hallway',
  'toilet',
  'front_door',
  'garage',
  'terrace',
  'garden',
  'driveway',
  'carport',
  'home',
  'downstairs',
  'upstairs',
  'top_floor',
  'attic',
  'guest_room',
  'staircase',
  'lounge',
  'man_cave',
  'computer',
  'studio',
  'music',
  'tv',
  'reading',
  'closet',
  'storage',
  'laundry_room',
  'balcony',
  'porch',
  'barbecue',
  'pool',
  'other',
] as const;

const fractionSchema = boundedNumber(-1, 1);

/** All are optional: service document, section 4.2. */
const groupWriteMembers = {
  children: v.optional(v.array(referenceSchema)),
  metadata: v.optional(
    v.strictObject({
      name: v.optional(nameSchema),
      archetype: v.optional(v.picklist(roomArchetypes)),
    }),
  ),
  geometry: v.optional(
    v.strictObject({
      objects: v.array(
        v.strictObject({
          reference: referenceSchema,
          transform: v.strictObject({
            position: boundedPosition(100),
            rotation: v.optional(
              v.strictObject({
                x: fractionSchema,
                y: fractionSchema,
                z: fractionSchema,
                w: fractionSchema,
              }),
            ),
          }),
        }),
      ),
    }),
  ),
};

const roomOrZone = {
  read: shape<{
    children: ResourceIdentifier[];
    services: ResourceIdentifier[];
    metadata: { name: string; archetype: string };
    geometry: { objects: { reference: ResourceIdentifier }[] };
  }>(),
  create: groupWriteMembers,
  update: groupWriteMembers,
  ...nameValue,
};

const participantsWriteSchema = v.array(
  v.strictObject({ resource: referenceTo('motion_area_candidate') }),
);
const groupWriteSchema = referenceTo(...sceneGroupTypes);

export const groupRows = {
  device: {
    operations: { ...referenceOperations.readUpdate, delete: 'reference' },
    read: shape<{
      product_data: {
        model_id: string;
        manufacturer_name: string;
        product_name: string;
        product_archetype: string;
        certified: boolean;
        software_version: string;
        hardware_platform_type: string;
      };
      metadata: { name: string; archetype: string };
      identify: object;
      usertest: { status: string; usertest: boolean };
      services: ResourceIdentifier[];
    }>(),
    update: {
      metadata: v.optional(
        v.strictObject({
          name: v.optional(nameSchema),
          archetype: v.optional(openEnum(['classic_bulb'])),
        }),
      ),
      identify: v.optional(identifyWriteSchema),
      usertest: v.optional(v.strictObject({ usertest: v.boolean() })),
    },
    nonIdempotentMembers: ['identify', 'usertest'],
    ...nameValue,
  },

  room: { section: '2.2', operations: serviceOperations.all, ...roomOrZone },
  /** Lamps that belong together across rooms. */
  zone: { operations: referenceOperations.all, ...roomOrZone },
  /** The whole home. */
  bridge_home: {
    section: '2.8',
    operations: serviceOperations.read,
    read: shape<{ children: ResourceIdentifier[]; services: ResourceIdentifier[] }>(),
  },

  /** Services, such as sensors, that act as one. Children, metadata, create and delete: Hue CLIP API reference. */
  service_group: {
    section: '2.8',
    operations: { ...serviceOperations.readUpdate, create: 'reference', delete: 'reference' },
    read: shape<{
      children: ResourceIdentifier[];
      services: ResourceIdentifier[];
      metadata: { name: string };
    }>(),
    create: {
      children: v.array(referenceSchema),
      metadata: v.strictObject({ name: nameSchema }),
    },
    update: {
      services: v.optional(v.array(referenceSchema)),
      children: v.optional(v.array(referenceSchema)),
      metadata: v.optional(v.strictObject({ name: v.optional(nameSchema) })),
    },
    ...nameValue,
  },

  /**
   * Lamps that detect motion in an area. Create, delete, and members other than `owner`, `motion_sensors`, `enabled`:
   * Hue CLIP API reference.
   */
  motion_area_configuration: {
    section: '2.6',
    operations: { ...serviceOperations.readUpdate, create: 'reference', delete: 'reference' },
    read: serviceShape<{
      enabled: boolean;
      motion_sensors: ResourceIdentifier[];
      name: string;
      group: ResourceIdentifier;
      participants: { resource: ResourceIdentifier; status: { health: string } }[];
      services: ResourceIdentifier[];
      health: string;
    }>(),
    create: {
      name: nameSchema,
      group: groupWriteSchema,
      participants: participantsWriteSchema,
      enabled: v.optional(v.boolean()),
    },
    update: {
      enabled: v.optional(v.boolean()),
      name: v.optional(nameSchema),
      group: v.optional(groupWriteSchema),
      participants: v.optional(participantsWriteSchema),
    },
    valueDescription: '`true` while enabled',
    value: (resource) => getNestedMember(resource, 'enabled'),
  },

  /** A lamp that could detect motion. `capabilities`: Hue CLIP API reference. */
  motion_area_candidate: {
    section: '2.6',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{ motion_sensors: ResourceIdentifier[]; capabilities: string[] }>(),
    update: {},
  },
} satisfies Readonly<Record<string, ResourceRow>>;
