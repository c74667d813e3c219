import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { typeOnlyUpdate } from './shared-members';

/** The battery of a device. Hue CLIP API reference. */
export const devicePower = defineResource({
  rtype: 'device_power',
  origin: 'reference',
  section: 'device_power',
  pathParameter: 'devicePowerId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    power_state: readPart({ battery_state: v.string(), battery_level: v.number() }),
  }),
  update: typeOnlyUpdate('device_power'),
  momentary: [],
  lane: 'other',
  value: (resource) =>
    member(resource, 'power_state', 'battery_level') ??
    member(resource, 'power_state', 'battery_state'),
});
