import * as v from 'valibot';
import { defineResource, referenceChange } from './definition';
import { longestSignal } from './light-members';
import { readReference } from './reference';
import { integerFrom, openEnum, readPart, readShape, writePart, writeShape } from './schema';
import { noValue } from './shared-members';

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
  value: noValue,
});
