import { isResource } from '../../bridge/resource-state';
import { getNestedMember } from '../../resources/members';
import { getPlainValue } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import { resolveSpeakerTarget } from '../../vocabulary/lookup';
import { parseCommand } from '../../vocabulary/parse-result';
import { listSounds, parseSpeakerCommand, soundKinds } from '../../vocabulary/speaker';
import { sendRead, sendCommand } from '../requests';
import type { Bridge } from '../bridge/bridge';
import type { ActionOutcome } from '../outcome';
import { findTarget } from '../target';
import { createCommandNode, evaluateOperation, asksForReading } from '../command-node';
import type { ActionNodeDef, ActionOptions, OperationParams } from '../command-node';
import {
  listDialogCommandProperties,
  mergeDialogCommandProperties,
  withSettingPaths,
  getChoiceOrThrow,
} from '../settings';
import { isSettingUnset } from '../stored-settings';
import type { TypedSettings } from '../stored-settings';
import type { DialogCommandProperty, MessageSetting } from '../settings';

/** Operation: a kind of sound, or `stop`, `mute`, `unmute` or `get`. */
export interface SpeakerActionParams extends OperationParams {
  sound: MessageSetting;
  volume: MessageSetting;
  duration: MessageSetting;
}

const rtype = 'speaker';
const operations = [...soundKinds, 'stop', 'mute', 'unmute', 'get'] as const;

type SpeakerDef = ActionNodeDef & TypedSettings<'sound' | 'volume' | 'duration'>;

/** Plays and stops sounds of a chime or siren, and mutes it. */
export const createSpeakerNode = createCommandNode<SpeakerDef, SpeakerActionParams>({
  shows: 'speaker',
  parseParams: (evaluator, def) => ({
    ...evaluateOperation(evaluator, def),
    sound: evaluator.evaluateOptional(def, 'sound', 'str'),
    volume: evaluator.evaluateOptional(def, 'volume', 'num'),
    duration: evaluator.evaluateOptional(def, 'duration', 'str'),
  }),
  execute: executeSpeakerAction,
});

async function executeSpeakerAction(
  params: SpeakerActionParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const { command, target } = params;
  const operation = isSettingUnset(params.operation.value)
    ? undefined
    : getChoiceOrThrow(params.operation, operations);
  const isReading = operation === 'get' || (operation === undefined && asksForReading(params));
  const speaker = await findTarget(bridge, target.value, resolveSpeakerTarget);
  if (isReading) {
    const request = { operation: 'get', rtype, rid: speaker.rid } as const;
    const outcome = await sendRead(bridge, request, options);
    const { payload } = outcome;
    return isResource(payload) ? { ...outcome, payload: describeSpeaker(payload) } : outcome;
  }
  const choices = listChoices(params, operation);
  const payload =
    operation === undefined
      ? command.value
      : choices.length === 0
        ? operation
        : mergeDialogCommandProperties({}, choices);
  const { path: at } = command;
  const parsed = parseCommand(
    (resource) => withSettingPaths(parseSpeakerCommand(payload, resource, { at }), at, choices),
    speaker.resource,
  );
  return sendCommand(bridge, { operation: 'update', target: speaker, command: parsed }, options);
}

function listChoices(
  { sound, volume, duration }: SpeakerActionParams,
  operation: (typeof operations)[number] | undefined,
): readonly DialogCommandProperty[] {
  const kind = soundKinds.find((name) => name === operation);
  if (kind === undefined) return [];
  return [
    { property: kind, settingPath: sound.path, value: sound.value ?? true },
    ...listDialogCommandProperties({ volume, duration }),
  ];
}

function describeSpeaker(speaker: Resource): object {
  const playing = getPlainValue(speaker);
  return {
    playing: playing === 'no_sound' || playing === undefined ? null : playing,
    muted: getNestedMember(speaker, 'mute', 'mute') === 'mute',
    sounds: Object.fromEntries(soundKinds.map((kind) => [kind, listSounds(speaker, kind) ?? []])),
  };
}
