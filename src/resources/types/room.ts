import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceWriteSchema } from '../schemas/reference-schemas';
import {
  createBoundedNumberSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
  nameSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The 40 archetypes of a room or zone. Service document, section 2.2. */
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

export type RoomOrZone = ResourceAsRead<{
  children: ResourceIdentifier[];
  services: ResourceIdentifier[];
  metadata: { name: string; archetype: string };
  geometry: { objects: { reference: ResourceIdentifier }[] };
}>;

const metresSchema = createBoundedNumberSchema(-100, 100);
const fractionSchema = createBoundedNumberSchema(-1, 1);

/** Body members of rooms and zones. All are optional: service document, section 4.2. */
export const groupWriteMembers = {
  children: v.optional(v.array(referenceWriteSchema)),
  metadata: v.optional(
    createObjectWriteSchema({
      name: v.optional(nameSchema),
      archetype: v.optional(v.picklist(roomArchetypes)),
    }),
  ),
  geometry: v.optional(
    createObjectWriteSchema({
      objects: v.array(
        createObjectWriteSchema({
          reference: referenceWriteSchema,
          transform: createObjectWriteSchema({
            position: createObjectWriteSchema({
              x: metresSchema,
              y: metresSchema,
              z: metresSchema,
            }),
            rotation: v.optional(
              createObjectWriteSchema({
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

const bodySchema = createResourceWriteSchema('room', groupWriteMembers);

/** A room and its devices. Service document, section 2.2. */
export type Room = RoomOrZone;

export const roomDefinition = defineResource({
  section: '2.2',
  operations: serviceOperations.all,
  create: bodySchema,
  update: bodySchema,
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
