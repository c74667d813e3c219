import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { writeIdentify } from './light-members';
import { member } from './member';
import { readReference } from './reference';
import { openEnum, readPart, readShape, textOf, writePart, writeShape } from './schema';

/** A thing one can hold: it offers services such as a light. Hue CLIP API reference. */
export const device = defineResource({
  rtype: 'device',
  origin: 'reference',
  section: 'device',
  pathParameter: 'deviceId',
  operations: { ...referenceChange, delete: 'reference' },
  read: readShape({
    product_data: readPart({
      model_id: v.string(),
      manufacturer_name: v.string(),
      product_name: v.string(),
      product_archetype: v.string(),
      certified: v.boolean(),
      software_version: v.string(),
      hardware_platform_type: v.string(),
    }),
    metadata: readPart({ name: v.string(), archetype: v.string() }),
    identify: readPart({}),
    usertest: readPart({ status: v.string(), usertest: v.boolean() }),
    services: v.array(readReference),
  }),
  update: writeShape('device', {
    metadata: v.optional(
      writePart({
        name: v.optional(textOf(1, 32)),
        archetype: v.optional(openEnum(['classic_bulb'])),
      }),
    ),
    identify: v.optional(writeIdentify),
    usertest: v.optional(writePart({ usertest: v.boolean() })),
  }),
  momentary: ['identify', 'usertest'],
  lane: 'other',
  value: (resource) => member(resource, 'metadata', 'name'),
});
