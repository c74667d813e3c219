import * as v from 'valibot';
import { defineResource, serviceAll } from './definition';
import { sceneGroupTypes } from './group-types';
import { member } from './member';
import { readReference, writeReferenceTo } from './reference';
import { integerFrom, readPart, readShape, textOf, writePart, writeShape } from './schema';

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
export const longestSceneTransition = 86_400_000;

const timeslots = v.array(
  writePart({
    start_time: writePart({
      kind: v.picklist(['time', 'sunset', 'sunrise']),
      time: v.optional(
        writePart({
          hour: integerFrom(0, 23),
          minute: integerFrom(0, 59),
          second: v.optional(integerFrom(0, 59)),
        }),
      ),
    }),
    target: writeReferenceTo('scene'),
  }),
);

const weekTimeslots = v.array(writePart({ timeslots, recurrence: v.array(v.picklist(weekdays)) }));

const transition = v.optional(integerFrom(0, longestSceneTransition));
const recall = v.optional(writePart({ action: v.picklist(['activate', 'deactivate']) }));
const appdata = v.optional(textOf(1, 16));

/** Scenes that follow the time of day. Service document, section 2.3. */
export const smartScene = defineResource({
  rtype: 'smart_scene',
  origin: 'service',
  section: '2.3',
  pathParameter: 'sceneId',
  operations: serviceAll,
  read: readShape({
    metadata: readPart({ name: v.string(), appdata: v.string(), image: readReference }),
    group: readReference,
    week_timeslots: v.array(
      readPart({
        timeslots: v.array(
          readPart({
            start_time: readPart({
              kind: v.string(),
              time: readPart({ hour: v.number(), minute: v.number(), second: v.number() }),
            }),
            target: readReference,
          }),
        ),
        recurrence: v.array(v.string()),
      }),
    ),
    transition_duration: v.number(),
    active_timeslot: readPart({ timeslot_id: v.number(), weekday: v.string() }),
    state: v.string(),
  }),
  create: writeShape('smart_scene', {
    metadata: writePart({
      name: textOf(1, 32),
      appdata,
      image: v.optional(writeReferenceTo('public_image')),
    }),
    group: writeReferenceTo(...sceneGroupTypes),
    week_timeslots: weekTimeslots,
    transition_duration: transition,
    recall,
  }),
  update: writeShape('smart_scene', {
    metadata: v.optional(writePart({ name: v.optional(textOf(1, 32)), appdata })),
    week_timeslots: v.optional(weekTimeslots),
    transition_duration: transition,
    recall,
  }),
  momentary: ['recall'],
  lane: 'groups',
  value: (resource) => member(resource, 'state'),
});
