import { appendMemberToPath, getNestedMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import { findNearestName } from '../resources/nearest-name';
import { maxSignalDuration } from '../resources/light-schemas';
import type { Resource } from '../resources/resource';
import {
  refuseUnknownMembers,
  parseBoundedDuration,
  parseBoundedNumber,
  parseOnOff,
  explainPercentage,
  isFractionOfOne,
  refuseNumber,
} from './values';
import { accept, refuse, refuseWithout, mapResult, refuseBoth } from './parse-result';
import type { ParsedCommandBody, ParseResult } from './parse-result';
import { parseUpdate } from './service-body';
import type { CommandOptions } from './service-body';
import { trueOrFalse } from '../resources/problems';

/**
 * Makes the body that plays or ends a sound, or mutes a speaker.
 *
 * @param payload words of the help of the speaker node, or members of the service's own body. True plays the first
 *   sound of a kind, false ends it
 * @param speaker last known state, for its sounds
 */
export const parseSpeakerCommand = (
  payload: unknown,
  speaker: Resource | undefined,
  options: CommandOptions = {},
): ParseResult<ParsedCommandBody> =>
  parseUpdate('speaker', payload, options, (plain, at) =>
    isObject(plain)
      ? parseCommandMembers(plain, { at, speaker })
      : parseWord(plain, { at, speaker }),
  );

const noSound = 'no_sound';

/** In the order of the search for a sound without a kind. */
export const soundKinds = ['chime', 'alarm', 'alert'] as const;
type SoundKind = (typeof soundKinds)[number];

const memberNames = [...soundKinds, 'sound', 'volume', 'duration', 'mute', 'stop', 'type'];
const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['status', '"get" as the whole payload'],
  ['unmute', 'mute: false'],
]);

const expected = { kind: 'speakerCommand' } as const;

interface SpeakerContext {
  at: string;
  /** Undefined while its sounds are unknown. */
  speaker: Resource | undefined;
}

function parseWord(value: unknown, context: SpeakerContext): ParseResult<Members> {
  if (value === 'stop' || value === false) return accept(stopSounds(context.speaker));
  if (value === 'mute' || value === 'unmute') return accept({ mute: { mute: value } });
  if (typeof value !== 'string') return refuse(context.at, expected, value);
  return mapResult(findSoundOfAnyKind(value, context), ({ kind, sound }) => ({
    [kind]: { sound },
  }));
}

function parseCommandMembers(words: Members, context: SpeakerContext): ParseResult<Members> {
  const { at } = context;
  const known = refuseUnknownMembers(words, memberNames, at, suggestionByAlias);
  if (!known.ok) return known;
  const body: Record<string, unknown> = words['stop'] === true ? stopSounds(context.speaker) : {};
  if (words['stop'] !== undefined && words['stop'] !== true)
    return refuse(appendMemberToPath(at, 'stop'), 'true', words['stop']);
  if (words['mute'] !== undefined) {
    const mute = parseMute(words['mute'], appendMemberToPath(at, 'mute'));
    if (!mute.ok) return mute;
    body['mute'] = mute.value;
  }
  const sounds = collectSounds(words, context);
  if (!sounds.ok) return sounds;
  const playback = parsePlayback(words, at);
  if (!playback.ok) return playback;
  const playing = sounds.value.filter(([, { sound }]) => sound !== noSound);
  if (Object.keys(playback.value).length > 0 && playing.length === 0)
    return refuse(at, { kind: 'soundBeside' }, words);
  for (const [kind, sound] of sounds.value)
    body[kind] = sound['sound'] === noSound ? sound : { ...playback.value, ...sound };
  return Object.keys(body).length === 0 ? refuse(at, expected, words) : accept(body);
}

function collectSounds(
  words: Members,
  context: SpeakerContext,
): ParseResult<readonly (readonly [SoundKind, Members])[]> {
  const sounds: (readonly [SoundKind, Members])[] = [];
  const { sound } = words;
  if (sound !== undefined) {
    const found = findSoundOfAnyKind(sound, {
      ...context,
      at: appendMemberToPath(context.at, 'sound'),
    });
    if (!found.ok) return found;
    sounds.push([found.value.kind, { sound: found.value.sound }]);
  }
  for (const kind of soundKinds) {
    const value = words[kind];
    if (value === undefined) continue;
    if (sounds.some(([other]) => other === kind))
      return refuseBoth(context.at, 'sound', kind, words);
    const parsed = parseSound(value, kind, {
      ...context,
      at: appendMemberToPath(context.at, kind),
    });
    if (!parsed.ok) return parsed;
    sounds.push([kind, parsed.value]);
  }
  return accept(sounds);
}

/** `volume` may be the service's own. */
function parseSound(
  value: unknown,
  kind: SoundKind,
  context: SpeakerContext,
): ParseResult<Members> {
  const { at } = context;
  if (!isObject(value)) {
    return mapResult(findSound(value, kind, context), (sound) => ({ sound }));
  }
  const known = refuseUnknownMembers(value, ['sound', 'volume', 'duration'], at);
  if (!known.ok) return known;
  const sound = findSound(value['sound'] ?? true, kind, {
    ...context,
    at: appendMemberToPath(at, 'sound'),
  });
  if (!sound.ok) return sound;
  return mapResult(parsePlayback(value, at), (playback) => ({ ...playback, sound: sound.value }));
}

function parsePlayback({ volume, duration }: Members, at: string): ParseResult<Members> {
  const body: Record<string, unknown> = {};
  if (volume !== undefined) {
    const given = getNestedMember(volume, 'level') ?? volume;
    const path = appendMemberToPath(at, 'volume');
    const level = parseBoundedNumber(given, path, [0, 100], '%');
    if (!level.ok) return level;
    if (isFractionOfOne(level.value))
      return refuseNumber(
        path,
        { kind: 'range', minimum: 0, maximum: 100 },
        given,
        explainPercentage,
      );
    body['volume'] = { level: Math.round(level.value) };
  }
  if (duration === undefined) return accept(body);
  const durationAt = appendMemberToPath(at, 'duration');
  return mapResult(parseBoundedDuration(duration, durationAt, maxSignalDuration), (time) => ({
    ...body,
    duration: time,
  }));
}

function parseMute(value: unknown, at: string): ParseResult<Members> {
  const word = getNestedMember(value, 'mute') ?? value;
  if (word === 'mute' || word === 'unmute') return accept({ mute: word });
  const muted = parseOnOff(word);
  return muted === undefined
    ? refuse(at, trueOrFalse, value)
    : accept({ mute: muted ? 'mute' : 'unmute' });
}

const stopSounds = (speaker: Resource | undefined): Members =>
  Object.fromEntries(
    soundKinds
      .filter((kind) => speaker === undefined || speaker[kind] !== undefined)
      .map((kind) => [kind, { sound: noSound }]),
  );

/** Without `no_sound`; undefined if unknown. */
export function listSounds(
  speaker: Resource | undefined,
  kind: SoundKind,
): readonly string[] | undefined {
  if (speaker === undefined) return undefined;
  const values =
    getNestedMember(speaker, kind, 'sound_values') ??
    getNestedMember(speaker, kind, 'status', 'sound_values');
  if (!Array.isArray(values)) return [];
  return values.filter((name): name is string => typeof name === 'string' && name !== noSound);
}

function findSound(
  value: unknown,
  kind: SoundKind,
  { at, speaker }: SpeakerContext,
): ParseResult<string> {
  if (value === false || value === 'stop' || value === 'none' || value === noSound)
    return accept(noSound);
  const sounds = listSounds(speaker, kind);
  if (sounds === undefined)
    return refuseWithout('state', at, 'a speaker whose sounds are known', value);
  const found = value === true ? sounds[0] : matchSound(value, sounds);
  return found === undefined ? refuseSound(value, sounds, at) : accept(found);
}

function findSoundOfAnyKind(
  value: unknown,
  { at, speaker }: SpeakerContext,
): ParseResult<{ kind: SoundKind; sound: string }> {
  const all: string[] = [];
  for (const kind of soundKinds) {
    const sounds = listSounds(speaker, kind);
    if (sounds === undefined)
      return refuseWithout('state', at, 'a speaker whose sounds are known', value);
    const sound = matchSound(value, sounds);
    if (sound !== undefined) return accept({ kind, sound });
    all.push(...sounds);
  }
  return refuseSound(value, ['stop', 'mute', 'unmute', ...all], at);
}

/** Returns this sound, otherwise the first one that begins with the name: `ding dong` is `ding_dong_classic`. */
function matchSound(value: unknown, sounds: readonly string[]): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const name = value.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  return sounds.find((sound) => sound === name) ?? sounds.find((sound) => sound.startsWith(name));
}

const refuseSound = (
  value: unknown,
  sounds: readonly string[],
  at: string,
): ReturnType<typeof refuse> =>
  refuse(
    at,
    sounds.length === 0
      ? 'nothing: this speaker has no such sounds'
      : { kind: 'oneOf', values: sounds },
    value,
    typeof value === 'string' ? findNearestName(value, sounds) : undefined,
  );
