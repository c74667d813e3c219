import * as v from 'valibot';
import type { Resource, ResourceAsRead } from '../definitions/resource-definition';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { maxSignalDuration } from '../schemas/light-schemas';
import { getNestedMember } from '../values/member-access';
import {
  createBoundedIntegerSchema,
  createOpenEnumSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

interface SoundState {
  sound_values: string[];
  status: { sound: string; sound_values: string[]; estimated_end: string };
}

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
export type Speaker = ResourceAsRead<{
  owner: ResourceIdentifier;
  alarm: SoundState;
  chime: SoundState;
  alert: SoundState;
  mute: { mute: string };
}>;

export const speakerDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createResourceWriteSchema('speaker', {
    alarm: soundWriteSchema,
    chime: soundWriteSchema,
    alert: soundWriteSchema,
    mute: v.optional(createObjectWriteSchema({ mute: v.picklist(['mute', 'unmute']) })),
  }),
  nonIdempotentMembers: ['alarm', 'chime', 'alert'],
  valueDescription: 'the sound that plays, or `no_sound`',
  value: getCurrentSound,
  sample: {
    alarm: createSoundSample('siren', 'bleep'),
    chime: createSoundSample('ding_dong_classic', 'ding_dong_modern'),
    alert: createSoundSample('alert'),
    mute: { mute: 'unmute' },
  },
});

/** Returns the sound that is playing; `no_sound` if there is none. */
function getCurrentSound(resource: Resource): unknown {
  const sounds = ['alarm', 'chime', 'alert'].map((name) =>
    getNestedMember(resource, name, 'status', 'sound'),
  );
  return sounds.find((sound) => sound !== undefined && sound !== 'no_sound') ?? sounds[0];
}
