import * as v from 'valibot';
import { defineResource, serviceAll } from './definition';
import { member } from './member';
import { readReference, writeReference } from './reference';
import { numberFrom, readPart, readShape, textOf, writePart, writeShape } from './schema';

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

/** Read shape that rooms and zones share. */
export const groupRead = readShape({
  children: v.array(readReference),
  services: v.array(readReference),
  metadata: readPart({ name: v.string(), archetype: v.string() }),
  geometry: readPart({ objects: v.array(readPart({ reference: readReference })) }),
});

const metres = numberFrom(-100, 100);
const share = numberFrom(-1, 1);

/** Body that rooms and zones share. All fields are optional: service document, section 4.2. */
export const groupMembers = {
  children: v.optional(v.array(writeReference)),
  metadata: v.optional(
    writePart({
      name: v.optional(textOf(1, 32)),
      archetype: v.optional(v.picklist(roomArchetypes)),
    }),
  ),
  geometry: v.optional(
    writePart({
      objects: v.array(
        writePart({
          reference: writeReference,
          transform: writePart({
            position: writePart({ x: metres, y: metres, z: metres }),
            rotation: v.optional(writePart({ x: share, y: share, z: share, w: share })),
          }),
        }),
      ),
    }),
  ),
};

const body = writeShape('room', groupMembers);

/** Devices that stand together. Service document, section 2.2. */
export const room = defineResource({
  rtype: 'room',
  origin: 'service',
  section: '2.2',
  pathParameter: 'roomId',
  operations: serviceAll,
  read: groupRead,
  create: body,
  update: body,
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'metadata', 'name'),
});
