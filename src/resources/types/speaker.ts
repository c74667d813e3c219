import * as v from 'valibot';
import type { Resource } from '../definitions/resource-definition';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { maxSignalDuration } from '../schemas/light-schemas';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  createBoundedIntegerSchema,
  createOpenEnumSchema,
  createObjectReadSchema,
  createResourceReadSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';

const soundReadSchema = createObjectReadSchema({
  sound_values: v.array(v.string()),
  status: createObjectReadSchema({
    sound: v.string(),
    sound_values: v.array(v.string()),
    estimated_end: v.string(),
  }),
});

const soundWriteSchema = v.optional(
  createObjectWriteSchema({
    sound: createOpenEnumSchema(['no_sound']),
    volume: v.optional(createObjectWriteSchema({ level: createBoundedIntegerSchema(0, 100) })),
    duration: v.optional(createBoundedIntegerSchema(0, maxSignalDuration)),
  }),
);

const createSoundSample = (...sounds: readonly string[]) => ({
  sound_values: ['no_sound', ...sounds],
  status: { sound: 'no_sound', sound_values: ['no_sound', ...sounds] },
});

/** A chime or siren. Hue CLIP API reference. */
export const speakerDefinition = defineResource({
  rtype: 'speaker',
  origin: 'reference',
  section: 'speaker',
  pathParameter: 'speakerId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    alarm: soundReadSchema,
    chime: soundReadSchema,
    alert: soundReadSchema,
    mute: createObjectReadSchema({ mute: v.string() }),
  }),
  update: createResourceWriteSchema('speaker', {
    alarm: soundWriteSchema,
    chime: soundWriteSchema,
    alert: soundWriteSchema,
    mute: v.optional(createObjectWriteSchema({ mute: v.picklist(['mute', 'unmute']) })),
  }),
  nonIdempotentMembers: ['alarm', 'chime', 'alert'],
  lane: 'other',
  valueDescription: 'the sound that plays, or `no_sound`',
  value: getCurrentSound,
  sample: {
    alarm: createSoundSample('siren', 'bleep'),
    chime: createSoundSample('ding_dong_classic', 'ding_dong_modern'),
    alert: createSoundSample('alert'),
    mute: { mute: 'unmute' },
  },
});

/** The sound that is playing, `no_sound` when none is. */
function getCurrentSound(resource: Resource): unknown {
  const sounds = ['alarm', 'chime', 'alert'].map((name) =>
    getNestedMember(resource, name, 'status', 'sound'),
  );
  return sounds.find((sound) => sound !== undefined && sound !== 'no_sound') ?? sounds[0];
}
