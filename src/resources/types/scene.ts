import * as v from 'valibot';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import * as members from '../schemas/light-schemas';
import { sceneGroupTypes } from '../values/group-types';
import { getNestedMember } from '../values/member-access';
import { createTypedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  appdataSchema,
  createBoundedIntegerSchema,
  createBoundedNumberSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
  nameSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

const actionsWriteSchema = v.array(
  createObjectWriteSchema({
    target: createTypedReferenceWriteSchema('light', 'grouped_light'),
    action: createObjectWriteSchema({
      on: v.optional(members.onMemberWriteSchema),
      dimming: v.optional(members.dimmingWriteSchema),
      color: v.optional(members.colorWriteSchema),
      color_temperature: v.optional(members.colorTemperatureWriteSchema),
      gradient: v.optional(members.gradientWriteSchema),
      effects: v.optional(members.effectsWriteSchema),
      effects_v2: v.optional(members.effectsV2WriteSchema),
      dynamics: v.optional(
        createObjectWriteSchema({ duration: v.optional(members.transitionWriteSchema) }),
      ),
    }),
  }),
);

const paletteWriteSchema = v.optional(
  createObjectWriteSchema({
    color: v.optional(
      v.pipe(
        v.array(
          createObjectWriteSchema({
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
          createObjectWriteSchema({
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

/** A light setting of a room or zone. Hue CLIP API reference. */
export type Scene = ResourceAsRead<{
  actions: { target: ResourceIdentifier; action: object }[];
  palette: object;
  metadata: { name: string; image: ResourceIdentifier; appdata: string };
  group: ResourceIdentifier;
  speed: number;
  auto_dynamic: boolean;
  status: { active: string; last_recall: string };
}>;

export const sceneDefinition = defineResource({
  operations: referenceOperations.all,
  create: createResourceWriteSchema('scene', {
    actions: actionsWriteSchema,
    metadata: createObjectWriteSchema({
      name: nameSchema,
      appdata: appdataSchema,
      image: v.optional(createTypedReferenceWriteSchema('public_image')),
    }),
    group: createTypedReferenceWriteSchema(...sceneGroupTypes),
    palette: paletteWriteSchema,
    speed: v.optional(createBoundedNumberSchema(0, 1)),
    auto_dynamic: v.optional(v.boolean()),
  }),
  update: createResourceWriteSchema('scene', {
    actions: v.optional(actionsWriteSchema),
    metadata: v.optional(
      createObjectWriteSchema({
        name: v.optional(nameSchema),
        appdata: appdataSchema,
      }),
    ),
    palette: paletteWriteSchema,
    speed: v.optional(createBoundedNumberSchema(0, 1)),
    auto_dynamic: v.optional(v.boolean()),
    recall: v.optional(
      createObjectWriteSchema({
        action: v.optional(v.picklist(['active', 'dynamic_palette', 'static'])),
        duration: v.optional(createBoundedIntegerSchema(0, members.maxTransition)),
        dimming: v.optional(members.dimmingWriteSchema),
      }),
    ),
  }),
  nonIdempotentMembers: ['recall'],
  lane: 'groups',
  valueDescription: '`inactive`, or how it is active, such as `static`',
  value: (resource) => getNestedMember(resource, 'status', 'active'),
});
