import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { sceneGroupTypes } from '../values/group-types';
import { getNestedMember } from '../values/member-access';
import { unitLengths } from '../../units/duration';
import { createTypedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  appdataSchema,
  createBoundedIntegerSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
  nameSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** Days of `recurrence` (Hue CLIP API reference; the service document shows `monday`). */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Longest transition between two timeslots, in ms: one day. */
export const maxSmartSceneTransition = unitLengths.day;

const timeslotsWriteSchema = v.array(
  createObjectWriteSchema({
    start_time: createObjectWriteSchema({
      kind: v.picklist(['time', 'sunset', 'sunrise']),
      time: v.optional(
        createObjectWriteSchema({
          hour: createBoundedIntegerSchema(0, 23),
          minute: createBoundedIntegerSchema(0, 59),
          second: v.optional(createBoundedIntegerSchema(0, 59)),
        }),
      ),
    }),
    target: createTypedReferenceWriteSchema('scene'),
  }),
);

const weekTimeslotsWriteSchema = v.array(
  createObjectWriteSchema({
    timeslots: timeslotsWriteSchema,
    recurrence: v.array(v.picklist(weekdays)),
  }),
);

const transitionSchema = v.optional(createBoundedIntegerSchema(0, maxSmartSceneTransition));
const recallWriteSchema = v.optional(
  createObjectWriteSchema({ action: v.picklist(['activate', 'deactivate']) }),
);

/** Scenes that follow the time of day. Service document, section 2.3. */
export type SmartScene = ResourceAsRead<{
  metadata: { name: string; appdata: string; image: ResourceIdentifier };
  group: ResourceIdentifier;
  week_timeslots: {
    timeslots: {
      start_time: { kind: string; time: { hour: number; minute: number; second: number } };
      target: ResourceIdentifier;
    }[];
    recurrence: string[];
  }[];
  transition_duration: number;
  active_timeslot: { timeslot_id: number; weekday: string };
  state: string;
}>;

export const smartSceneDefinition = defineResource({
  section: '2.3',
  operations: serviceOperations.all,
  create: createResourceWriteSchema('smart_scene', {
    metadata: createObjectWriteSchema({
      name: nameSchema,
      appdata: appdataSchema,
      image: v.optional(createTypedReferenceWriteSchema('public_image')),
    }),
    group: createTypedReferenceWriteSchema(...sceneGroupTypes),
    week_timeslots: weekTimeslotsWriteSchema,
    transition_duration: transitionSchema,
    recall: recallWriteSchema,
  }),
  update: createResourceWriteSchema('smart_scene', {
    metadata: v.optional(
      createObjectWriteSchema({
        name: v.optional(nameSchema),
        appdata: appdataSchema,
      }),
    ),
    week_timeslots: v.optional(weekTimeslotsWriteSchema),
    transition_duration: transitionSchema,
    recall: recallWriteSchema,
  }),
  nonIdempotentMembers: ['recall'],
  lane: 'groups',
  valueDescription: '`active` or `inactive`',
  value: (resource) => getNestedMember(resource, 'state'),
});
