import * as v from 'valibot';
import type { Resource } from './definition';
import { defineResource, referenceChange } from './definition';
import { longestSignal } from './light-members';
import { member } from './member';
import { readReference } from './reference';
import { integerFrom, openEnum, readPart, readShape, writePart, writeShape } from './schema';

const readSound = readPart({
  sound_values: v.array(v.string()),
  status: readPart({
    sound: v.string(),
    sound_values: v.array(v.string()),
    estimated_end: v.string(),
  }),
});

const writeSound = v.optional(
  writePart({
    sound: openEnum(['no_sound']),
    volume: v.optional(writePart({ level: integerFrom(0, 100) })),
    duration: v.optional(integerFrom(0, longestSignal)),
  }),
);

/** A chime or siren. Hue CLIP API reference. */
export const speaker = defineResource({
  rtype: 'speaker',
  origin: 'reference',
  section: 'speaker',
  pathParameter: 'speakerId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    alarm: readSound,
    chime: readSound,
    alert: readSound,
    mute: readPart({ mute: v.string() }),
  }),
  update: writeShape('speaker', {
    alarm: writeSound,
    chime: writeSound,
    alert: writeSound,
    mute: v.optional(writePart({ mute: v.picklist(['mute', 'unmute']) })),
  }),
  momentary: ['alarm', 'chime', 'alert'],
  lane: 'other',
  value: soundOf,
});

/** The sound that plays now, `no_sound` while it is quiet. */
function soundOf(resource: Resource): unknown {
  const sounds = ['alarm', 'chime', 'alert'].map((name) =>
    member(resource, name, 'status', 'sound'),
  );
  return sounds.find((sound) => sound !== undefined && sound !== 'no_sound') ?? sounds[0];
}
