import * as v from 'valibot';
import { unitLengths } from '../../units/duration';
import { referenceOperations, serviceOperations, shape } from '../resource';
import type { ResourceRow } from '../resource';
import * as members from '../light-schemas';
import { referenceTo, boundedInteger, boundedNumber, boundedText, nameSchema } from '../schemas';
import type { ResourceIdentifier } from '../schemas';
import { sceneGroupTypes } from '../group-types';
import { getNestedMember } from '../members';

const actionsWriteSchema = v.array(
  v.strictObject({
    target: referenceTo('light', 'grouped_light'),
    action: v.strictObject({
      on: v.optional(members.onMemberWriteSchema),
      dimming: v.optional(members.dimmingWriteSchema),
      color: v.optional(members.colorWriteSchema),
      color_temperature: v.optional(members.colorTemperatureWriteSchema),
      gradient: v.optional(members.gradientWriteSchema),
      effects: v.optional(members.effectsWriteSchema),
      effects_v2: v.optional(members.effectsV2WriteSchema),
      dynamics: v.optional(v.strictObject({ duration: v.optional(members.transitionWriteSchema) })),
    }),
  }),
);

const paletteWriteSchema = v.optional(
  v.strictObject({
    color: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            color: members.colorWriteSchema,
            dimming: members.dimmingWriteSchema,
          }),
        ),
        v.maxLength(9),
      ),
    ),
    dimming: v.optional(v.pipe(v.array(members.dimmingWriteSchema), v.maxLength(1))),
    color_temperature: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            color_temperature: members.colorTemperatureWriteSchema,
            dimming: members.dimmingWriteSchema,
          }),
        ),
        v.maxLength(1),
      ),
    ),
    effects: v.optional(v.pipe(v.array(members.effectsWriteSchema), v.maxLength(3))),
    effects_v2: v.optional(v.pipe(v.array(members.effectsV2WriteSchema), v.maxLength(3))),
  }),
);

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

/** Between two timeslots, in ms. */
export const maxSmartSceneTransition = unitLengths.day;

const timeslotsWriteSchema = v.array(
  v.strictObject({
    start_time: v.strictObject({
      kind: v.picklist(['time', 'sunset', 'sunrise']),
      time: v.optional(
        v.strictObject({
          hour: boundedInteger(0, 23),
          minute: boundedInteger(0, 59),
          second: v.optional(boundedInteger(0, 59)),
        }),
      ),
    }),
    target: referenceTo('scene'),
  }),
);

const weekTimeslotsWriteSchema = v.array(
  v.strictObject({
    timeslots: timeslotsWriteSchema,
    recurrence: v.array(v.picklist(weekdays)),
  }),
);

const appdataSchema = v.optional(boundedText(1, 16));

const createdMembers = {
  metadata: v.strictObject({
    name: nameSchema,
    appdata: appdataSchema,
    image: v.optional(referenceTo('public_image')),
  }),
  group: referenceTo(...sceneGroupTypes),
};

const changedMetadataSchema = v.optional(
  v.strictObject({ name: v.optional(nameSchema), appdata: appdataSchema }),
);

const sceneMembers = {
  palette: paletteWriteSchema,
  speed: v.optional(boundedNumber(0, 1)),
  auto_dynamic: v.optional(v.boolean()),
};

const smartSceneMembers = {
  transition_duration: v.optional(boundedInteger(0, maxSmartSceneTransition)),
  recall: v.optional(v.strictObject({ action: v.picklist(['activate', 'deactivate']) })),
};

export const sceneRows = {
  scene: {
    operations: referenceOperations.all,
    read: shape<{
      actions: { target: ResourceIdentifier; action: object }[];
      palette: object;
      metadata: { name: string; image: ResourceIdentifier; appdata: string };
      group: ResourceIdentifier;
      speed: number;
      auto_dynamic: boolean;
      status: { active: string; last_recall: string };
    }>(),
    create: { actions: actionsWriteSchema, ...createdMembers, ...sceneMembers },
    update: {
      actions: v.optional(actionsWriteSchema),
      metadata: changedMetadataSchema,
      ...sceneMembers,
      recall: v.optional(
        v.strictObject({
          action: v.optional(v.picklist(['active', 'dynamic_palette', 'static'])),
          duration: v.optional(boundedInteger(0, members.maxTransition)),
          dimming: v.optional(members.dimmingWriteSchema),
        }),
      ),
    },
    nonIdempotentMembers: ['recall'],
    lane: 'groups',
    valueDescription: '`inactive`, or how it is active, such as `static`',
    value: (resource) => getNestedMember(resource, 'status', 'active'),
  },

  smart_scene: {
    section: '2.3',
    operations: serviceOperations.all,
    read: shape<{
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
    }>(),
    create: { ...createdMembers, week_timeslots: weekTimeslotsWriteSchema, ...smartSceneMembers },
    update: {
      metadata: changedMetadataSchema,
      week_timeslots: v.optional(weekTimeslotsWriteSchema),
      ...smartSceneMembers,
    },
    nonIdempotentMembers: ['recall'],
    lane: 'groups',
    valueDescription: '`active` or `inactive`',
    value: (resource) => getNestedMember(resource, 'state'),
  },

  /** The picture of a scene. */
  public_image: { operations: referenceOperations.read, read: shape<object>(), sample: {} },
} satisfies Readonly<Record<string, ResourceRow>>;
