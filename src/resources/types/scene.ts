import * as v from 'valibot';
import { defineResource, hueReferenceCrudOperations } from '../definitions/resource-definition';
import * as members from '../schemas/light-schemas';
import { sceneGroupTypes } from '../values/group-types';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema, typedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  boundedIntegerSchema,
  boundedNumberSchema,
  objectReadSchema,
  resourceReadSchema,
  boundedTextSchema,
  objectWriteSchema,
  resourceWriteSchema,
} from '../schemas/schema-builders';

const actionsWriteSchema = v.array(
  objectWriteSchema({
    target: typedReferenceWriteSchema('light', 'grouped_light'),
    action: objectWriteSchema({
      on: v.optional(members.onMemberWriteSchema),
      dimming: v.optional(members.dimmingWriteSchema),
      color: v.optional(members.colorWriteSchema),
      color_temperature: v.optional(members.colorTemperatureWriteSchema),
      gradient: v.optional(members.gradientWriteSchema),
      effects: v.optional(members.effectsWriteSchema),
      effects_v2: v.optional(members.effectsV2WriteSchema),
      dynamics: v.optional(
        objectWriteSchema({ duration: v.optional(members.transitionWriteSchema) }),
      ),
    }),
  }),
);

const paletteWriteSchema = v.optional(
  objectWriteSchema({
    color: v.optional(
      v.pipe(
        v.array(
          objectWriteSchema({
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
          objectWriteSchema({
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

const appdataSchema = v.optional(boundedTextSchema(1, 16));

/** A light setting of a room or zone. Hue CLIP API reference. */
export const sceneDefinition = defineResource({
  rtype: 'scene',
  origin: 'reference',
  section: 'scene',
  pathParameter: 'sceneId',
  operations: hueReferenceCrudOperations,
  read: resourceReadSchema({
    actions: v.array(objectReadSchema({ target: referenceReadSchema, action: v.looseObject({}) })),
    palette: v.looseObject({}),
    metadata: objectReadSchema({
      name: v.string(),
      image: referenceReadSchema,
      appdata: v.string(),
    }),
    group: referenceReadSchema,
    speed: v.number(),
    auto_dynamic: v.boolean(),
    status: objectReadSchema({ active: v.string(), last_recall: v.string() }),
  }),
  create: resourceWriteSchema('scene', {
    actions: actionsWriteSchema,
    metadata: objectWriteSchema({
      name: boundedTextSchema(1, 32),
      appdata: appdataSchema,
      image: v.optional(typedReferenceWriteSchema('public_image')),
    }),
    group: typedReferenceWriteSchema(...sceneGroupTypes),
    palette: paletteWriteSchema,
    speed: v.optional(boundedNumberSchema(0, 1)),
    auto_dynamic: v.optional(v.boolean()),
  }),
  update: resourceWriteSchema('scene', {
    actions: v.optional(actionsWriteSchema),
    metadata: v.optional(
      objectWriteSchema({ name: v.optional(boundedTextSchema(1, 32)), appdata: appdataSchema }),
    ),
    palette: paletteWriteSchema,
    speed: v.optional(boundedNumberSchema(0, 1)),
    auto_dynamic: v.optional(v.boolean()),
    recall: v.optional(
      objectWriteSchema({
        action: v.optional(v.picklist(['active', 'dynamic_palette', 'static'])),
        duration: v.optional(boundedIntegerSchema(0, members.maxTransition)),
        dimming: v.optional(members.dimmingWriteSchema),
      }),
    ),
  }),
  nonIdempotentMembers: ['recall'],
  lane: 'groups',
  valueDescription: '`inactive`, or how it is active, such as `static`',
  value: (resource) => getNestedMember(resource, 'status', 'active'),
});
