import * as v from 'valibot';
import { defineResource, serviceReadUpdateOperations } from './resource-definition';
import * as members from './schemas/light-schemas';
import { getMember } from './member-access';
import { referenceReadSchema } from './schemas/reference-schemas';
import {
  objectReadSchema,
  resourceReadSchema,
  objectWriteSchema,
  resourceWriteSchema,
} from './schemas/schema-builders';

/** The lamps of a room, zone or home as one. Service document, section 2.5; body widened by the Hue CLIP API reference. */
export const groupedLightDefinition = defineResource({
  rtype: 'grouped_light',
  origin: 'service',
  section: '2.5',
  pathParameter: 'groupedLightId',
  operations: serviceReadUpdateOperations,
  read: resourceReadSchema({
    owner: referenceReadSchema,
    on: objectReadSchema({ on: v.boolean() }),
    dimming: objectReadSchema({ brightness: v.number() }),
    dimming_delta: objectReadSchema({}),
    color_temperature: objectReadSchema({}),
    color_temperature_delta: objectReadSchema({}),
    color: objectReadSchema({}),
    dynamics: objectReadSchema({}),
    alert: objectReadSchema({ action_values: v.array(v.string()) }),
    signaling: objectReadSchema({ signal_values: v.array(v.string()) }),
  }),
  update: resourceWriteSchema('grouped_light', {
    on: v.optional(members.onWriteSchema),
    dimming: v.optional(members.dimmingWriteSchema),
    dimming_delta: v.optional(members.dimmingDeltaWriteSchema),
    color_temperature: v.optional(members.colorTemperatureWriteSchema),
    color_temperature_delta: v.optional(members.colorTemperatureDeltaWriteSchema),
    color: v.optional(members.colorWriteSchema),
    dynamics: v.optional(
      objectWriteSchema({ duration: v.optional(members.transitionWriteSchema) }),
    ),
    alert: v.optional(members.alertWriteSchema),
    signaling: v.optional(members.signalingWriteSchema),
  }),
  nonIdempotentMembers: ['dimming_delta', 'color_temperature_delta', 'alert', 'signaling'],
  lane: 'groups',
  valueDescription: '`{ on, brightness }`',
  value(resource) {
    const brightness = getMember(resource, 'dimming', 'brightness');
    return {
      on: getMember(resource, 'on', 'on'),
      ...(brightness === undefined ? {} : { brightness }),
    };
  },
});
