import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import * as members from './light-members';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape, writePart, writeShape } from './schema';

/** The lamps of a room, zone or home as one. Service document, section 2.5; body widened by the Hue CLIP API reference. */
export const groupedLight = defineResource({
  rtype: 'grouped_light',
  origin: 'service',
  section: '2.5',
  pathParameter: 'groupedLightId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    on: readPart({ on: v.boolean() }),
    dimming: readPart({ brightness: v.number() }),
    dimming_delta: readPart({}),
    color_temperature: readPart({}),
    color_temperature_delta: readPart({}),
    color: readPart({}),
    dynamics: readPart({}),
    alert: readPart({ action_values: v.array(v.string()) }),
    signaling: readPart({ signal_values: v.array(v.string()) }),
  }),
  update: writeShape('grouped_light', {
    on: v.optional(members.writeOn),
    dimming: v.optional(members.writeDimming),
    dimming_delta: v.optional(members.writeDimmingDelta),
    color_temperature: v.optional(members.writeColorTemperature),
    color_temperature_delta: v.optional(members.writeColorTemperatureDelta),
    color: v.optional(members.writeColor),
    dynamics: v.optional(writePart({ duration: v.optional(members.writeTransition) })),
    alert: v.optional(members.writeAlert),
    signaling: v.optional(members.writeSignaling),
  }),
  momentary: ['dimming_delta', 'color_temperature_delta', 'alert', 'signaling'],
  lane: 'groups',
  value(resource) {
    const brightness = member(resource, 'dimming', 'brightness');
    return {
      on: member(resource, 'on', 'on'),
      ...(brightness === undefined ? {} : { brightness }),
    };
  },
});
