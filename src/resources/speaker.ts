import * as v from 'valibot';
import type { Resource } from './resource-definition';
import { defineResource, referenceReadUpdateOperations } from './resource-definition';
import { longestSignal } from './schemas/light-schemas';
import { getMember } from './member-access';
import { referenceReadSchema } from './schemas/reference-schemas';
import {
  boundedIntegerSchema,
  openEnumSchema,
  objectReadSchema,
  resourceReadSchema,
  objectWriteSchema,
  resourceWriteSchema,
} from './schemas/schema-builders';

const soundReadSchema = objectReadSchema({
  sound_values: v.array(v.string()),
  status: objectReadSchema({
    sound: v.string(),
    sound_values: v.array(v.string()),
    estimated_end: v.string(),
  }),
});

const soundWriteSchema = v.optional(
  objectWriteSchema({
    sound: openEnumSchema(['no_sound']),
    volume: v.optional(objectWriteSchema({ level: boundedIntegerSchema(0, 100) })),
    duration: v.optional(boundedIntegerSchema(0, longestSignal)),
  }),
);

/** A chime or siren. Hue CLIP API reference. */
export const speakerDefinition = defineResource({
  rtype: 'speaker',
  origin: 'reference',
  section: 'speaker',
  pathParameter: 'speakerId',
  operations: referenceReadUpdateOperations,
  read: resourceReadSchema({
    owner: referenceReadSchema,
    alarm: soundReadSchema,
    chime: soundReadSchema,
    alert: soundReadSchema,
    mute: objectReadSchema({ mute: v.string() }),
  }),
  update: resourceWriteSchema('speaker', {
    alarm: soundWriteSchema,
    chime: soundWriteSchema,
    alert: soundWriteSchema,
    mute: v.optional(objectWriteSchema({ mute: v.picklist(['mute', 'unmute']) })),
  }),
  nonIdempotentMembers: ['alarm', 'chime', 'alert'],
  lane: 'other',
  value: getCurrentSound,
});

/** The sound that is playing, `no_sound` when none is. */
function getCurrentSound(resource: Resource): unknown {
  const sounds = ['alarm', 'chime', 'alert'].map((name) =>
    getMember(resource, name, 'status', 'sound'),
  );
  return sounds.find((sound) => sound !== undefined && sound !== 'no_sound') ?? sounds[0];
}
