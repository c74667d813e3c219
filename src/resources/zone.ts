import { defineResource, referenceAll } from './definition';
import { member } from './member';
import { groupMembers, groupRead } from './room';
import { writeShape } from './schema';

const body = writeShape('zone', groupMembers);

/** Lamps that belong together across rooms. Hue CLIP API reference. */
export const zone = defineResource({
  rtype: 'zone',
  origin: 'reference',
  section: 'zone',
  pathParameter: 'zoneId',
  operations: referenceAll,
  read: groupRead,
  create: body,
  update: body,
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'metadata', 'name'),
});
