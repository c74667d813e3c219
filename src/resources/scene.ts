import * as v from 'valibot';
import { defineResource, referenceAll } from './definition';
import * as members from './light-members';
import { sceneGroupTypes } from './group-types';
import { member } from './member';
import { readReference, writeReferenceTo } from './reference';
import {
  integerFrom,
  numberFrom,
  readPart,
  readShape,
  textOf,
  writePart,
  writeShape,
} from './schema';

const actions = v.array(
  writePart({
    target: writeReferenceTo('light', 'grouped_light'),
    action: writePart({
      on: v.optional(members.writeOn),
      dimming: v.optional(members.writeDimming),
      color: v.optional(members.writeColor),
      color_temperature: v.optional(members.writeColorTemperature),
      gradient: v.optional(members.writeGradient),
      effects: v.optional(members.writeEffects),
      effects_v2: v.optional(members.writeEffectsV2),
      dynamics: v.optional(writePart({ duration: v.optional(members.writeTransition) })),
    }),
  }),
);

const palette = v.optional(
  writePart({
    color: v.optional(
      v.pipe(
        v.array(writePart({ color: members.writeColor, dimming: members.writeDimming })),
        v.maxLength(9),
      ),
    ),
    dimming: v.optional(v.pipe(v.array(members.writeDimming), v.maxLength(1))),
    color_temperature: v.optional(
      v.pipe(
        v.array(
          writePart({
            color_temperature: members.writeColorTemperature,
            dimming: members.writeDimming,
          }),
        ),
        v.maxLength(1),
      ),
    ),
    effects: v.optional(v.pipe(v.array(members.writeEffects), v.maxLength(3))),
    effects_v2: v.optional(v.pipe(v.array(members.writeEffectsV2), v.maxLength(3))),
  }),
);

const appdata = v.optional(textOf(1, 16));

/** A light setting of a room or zone. Hue CLIP API reference. */
export const scene = defineResource({
  rtype: 'scene',
  origin: 'reference',
  section: 'scene',
  pathParameter: 'sceneId',
  operations: referenceAll,
  read: readShape({
    actions: v.array(readPart({ target: readReference, action: v.looseObject({}) })),
    palette: v.looseObject({}),
    metadata: readPart({ name: v.string(), image: readReference, appdata: v.string() }),
    group: readReference,
    speed: v.number(),
    auto_dynamic: v.boolean(),
    status: readPart({ active: v.string(), last_recall: v.string() }),
  }),
  create: writeShape('scene', {
    actions,
    metadata: writePart({
      name: textOf(1, 32),
      appdata,
      image: v.optional(writeReferenceTo('public_image')),
    }),
    group: writeReferenceTo(...sceneGroupTypes),
    palette,
    speed: v.optional(numberFrom(0, 1)),
    auto_dynamic: v.optional(v.boolean()),
  }),
  update: writeShape('scene', {
    actions: v.optional(actions),
    metadata: v.optional(writePart({ name: v.optional(textOf(1, 32)), appdata })),
    palette,
    speed: v.optional(numberFrom(0, 1)),
    auto_dynamic: v.optional(v.boolean()),
    recall: v.optional(
      writePart({
        action: v.optional(v.picklist(['active', 'dynamic_palette', 'static'])),
        duration: v.optional(integerFrom(0, members.longestTransition)),
        dimming: v.optional(members.writeDimming),
      }),
    ),
  }),
  momentary: ['recall'],
  lane: 'groups',
  value: (resource) => member(resource, 'status', 'active'),
});
