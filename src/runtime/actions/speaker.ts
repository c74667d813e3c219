import { isResource } from '../../bridge/state/resource-state';
import { getMember, getPlainValue } from '../../resources';
import type { Resource } from '../../resources';
import { resolveSpeakerTarget } from '../../vocabulary';
import {
  listSounds,
  parseSpeakerCommand,
  soundKinds,
} from '../../vocabulary/speaker/parse-speaker-command';
import { applyDialogChoices, withSettingPaths } from '../settings/dialog-choices';
import type { DialogChoice } from '../settings/dialog-choices';
import { asksForReading } from '../settings/asks-for-reading';
import type { ReadableCommand } from '../settings/asks-for-reading';
import { isSettingUnset, parseChoice, unwrapSetting } from '../settings/evaluate-setting';
import type { LocatedSettingResult, SettingResult } from '../settings/evaluate-setting';
import type { ActionHandler } from './action-node';
import { executeRead, executeStateful } from './execute-request';
import { findTarget } from '../targets/find-target';

/** Parameters of a message for a speaker. */
export interface SpeakerParams extends ReadableCommand {
  /** A kind of sound, or `stop`, `mute`, `unmute`, `get`; undefined where the payload says what to do. */
  operation: SettingResult;
  target: LocatedSettingResult;
  sound: LocatedSettingResult;
  volume: LocatedSettingResult;
  duration: LocatedSettingResult;
}

const rtype = 'speaker';
const operations = [...soundKinds, 'stop', 'mute', 'unmute', 'get'] as const;

/** Plays a sound, ends it, mutes a speaker, or reads what it plays and which sounds it has. */
export const executeSpeakerAction: ActionHandler<SpeakerParams> = async (
  params,
  bridge,
  options,
) => {
  const { command, target } = params;
  const operation = isSettingUnset(unwrapSetting(params.operation))
    ? undefined
    : parseChoice(params.operation, operations, 'operation');
  const isReading = operation === 'get' || (operation === undefined && asksForReading(params));
  const speaker = await findTarget(bridge, target.result, resolveSpeakerTarget);
  if (isReading) {
    const request = { operation: 'get', rtype, rid: speaker.rid } as const;
    const outcome = await executeRead(bridge, request, options);
    const { payload } = outcome;
    return isResource(payload) ? { ...outcome, payload: describeSpeaker(payload) } : outcome;
  }
  const choices = listChoices(params, operation);
  const payload =
    operation === undefined
      ? unwrapSetting(command.result)
      : choices.length === 0
        ? operation
        : applyDialogChoices({}, choices);
  return executeStateful(
    bridge,
    {
      operation: 'update',
      target: speaker,
      buildCommand: (resource) =>
        withSettingPaths(
          parseSpeakerCommand(payload, resource, { at: command.path }),
          command.path,
          choices,
        ),
    },
    options,
  );
};

/** What the dialog says of a sound; none for `stop`, `mute` and `unmute`, which stand alone. */
function listChoices(
  { sound, volume, duration }: SpeakerParams,
  operation: (typeof operations)[number] | undefined,
): readonly DialogChoice[] {
  const kind = soundKinds.find((name) => name === operation);
  if (kind === undefined) return [];
  const chosen = [
    { property: kind, settingPath: sound.path, value: unwrapSetting(sound.result) ?? true },
    { property: 'volume', settingPath: volume.path, value: unwrapSetting(volume.result) },
    { property: 'duration', settingPath: duration.path, value: unwrapSetting(duration.result) },
  ];
  return chosen.filter(({ value }) => value !== undefined);
}

/** What a speaker plays, and the sounds that it has. */
function describeSpeaker(speaker: Resource): object {
  const playing = getPlainValue(speaker);
  return {
    playing: playing === 'no_sound' || playing === undefined ? null : playing,
    muted: getMember(speaker, 'mute', 'mute') === 'mute',
    sounds: Object.fromEntries(soundKinds.map((kind) => [kind, listSounds(speaker, kind) ?? []])),
  };
}
