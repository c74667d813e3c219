import { describeValue } from '../../../resources/validation/describe-problem';
import { appendMemberToPath, isObject } from '../../../resources/values/member-access';
import type { BridgeError } from '../../../bridge';
import { toCommandError } from '../../settings/node-errors';
import { parseOnOff } from '../../../vocabulary/parsing/parse-scalars';
import { sceneRecallMembers } from '../../../vocabulary/scene/parse-scene-command';
import { sceneStepNames } from '../../../vocabulary/scene/parse-scene-request';
import {
  isSettingUnset,
  getChoiceOrThrow,
  getSettingValueOrThrow,
} from '../../settings/evaluate-setting';
import { isTriggerPayload, ignoredPayloadReason } from '../../settings/unused-payload';
import type { LocatedSettingResult, SettingResult } from '../../settings/evaluate-setting';
import type { AddressedSceneGroup } from './addressed-scene-groups';

/** Parameters of a message for the scenes of a room. */
export interface SceneActionParams {
  operation: SettingResult;
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  /** `msg.payload`, which may be missing where the command is. */
  payload: SettingResult;
  /** Name of the scene. */
  scene: LocatedSettingResult;
  /** Names to choose from, as a list or with commas between. */
  scenes: LocatedSettingResult;
  newName: LocatedSettingResult;
  brightness: LocatedSettingResult;
  transition: LocatedSettingResult;
  speed: LocatedSettingResult;
  /** True to recall the scenes of one name in all rooms. */
  everywhere: boolean;
  /** `true` or `false`; empty for as the scene has it. */
  dynamic: unknown;
}

const sceneOperations = ['recall', ...sceneStepNames, 'store', 'rename', 'delete', 'list'] as const;
export type SceneOperation = (typeof sceneOperations)[number];

/** A command, and the paths of those of its members that come from settings. */
export interface SceneCommandWithPaths {
  readonly payload: unknown;
  readonly paths: Readonly<Record<string, string>>;
  /** Sentences about what the payload holds and the operation of the dialog does not take. */
  readonly warnings: readonly string[];
}

/** A command without the values of the payload that go with it. */
type DialogSceneCommand = Omit<SceneCommandWithPaths, 'warnings'>;

/** Members of a command with what each comes from. */
type SourcedMembers = Readonly<
  Record<string, readonly [value: unknown, source: LocatedSettingResult]>
>;

/**
 * Builds the command that the operation of the dialog makes of a message; what its fields leave open is taken from the
 * payload.
 *
 * @param groups what the message is about; undefined where it names no room
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown operation, and for settings that cannot be evaluated
 */
export function buildSceneCommand(
  params: SceneActionParams,
  groups: readonly AddressedSceneGroup[] | undefined,
): SceneCommandWithPaths {
  const operation = getSettingValueOrThrow(params.operation);
  if (isSettingUnset(operation))
    return { payload: getSettingValueOrThrow(params.command.result), paths: {}, warnings: [] };
  const choice = getChoiceOrThrow({ ok: true, value: operation }, sceneOperations, 'operation');
  const isPicked = groups?.every(({ scene }) => scene !== undefined) === true;
  const said = getOptionalCommand(params);
  if (choice !== 'list' && parseOnOff(said) === false)
    throw createRefusedOffError(params.command.path, said);
  const { payload, paths } = buildPayloadFor[choice](params, isPicked, choice);
  const isUsed = payload === said || (isObject(payload) && Object.values(payload).includes(said));
  if (isUsed) return { payload, paths, warnings: [] };
  const isRecall = choice === 'recall' || sceneStepNames.some((step) => step === choice);
  const { values, warnings } = takeRecallMembers(said, isRecall, params.command.path);
  const command = Object.keys(values).length === 0 ? payload : { ...toObject(payload), ...values };
  return { payload: command, paths, warnings };
}

/** Returns the command, which a message need not have here: undefined where it has no payload. */
const getOptionalCommand = ({ command, payload }: SceneActionParams): unknown =>
  command.path === 'payload' && payload.ok && payload.value === undefined
    ? undefined
    : getSettingValueOrThrow(command.result);

/** A sensor that says no, or a switch that is turned off, asks for no scene. */
const createRefusedOffError = (path: string, received: unknown): BridgeError =>
  toCommandError({
    path,
    expected: 'true, or no payload. A scene has no off: to turn lamps off, use a light node',
    received,
  });

/** The picked scene, `true`, needs no member. */
const toObject = (payload: unknown): object => (isObject(payload) ? payload : {});

/**
 * Takes from a payload the values that go with the recall of the dialog, such as `brightness` and `transition`.
 *
 * @returns those values, and a warning about everything else but a mere trigger such as `true` or a time
 */
function takeRecallMembers(
  payload: unknown,
  isRecall: boolean,
  at: string,
): { values: Record<string, unknown>; warnings: readonly string[] } {
  if (!isObject(payload) || Object.keys(payload).length === 0) {
    return {
      values: {},
      warnings: isTriggerPayload(payload)
        ? []
        : [`${at}: ${describeValue(payload)} was ${ignoredPayloadReason}`],
    };
  }
  const isTaken = (name: string): boolean =>
    isRecall && sceneRecallMembers.some((member) => member === name);
  const members = Object.entries(payload);
  return {
    values: Object.fromEntries(members.filter(([name]) => isTaken(name))),
    warnings: members
      .filter(([name]) => !isTaken(name))
      .map(([name]) => `${appendMemberToPath(at, name)}: ${ignoredPayloadReason}`),
  };
}

type PayloadBuilder = (
  params: SceneActionParams,
  isPicked: boolean,
  operation: SceneOperation,
) => DialogSceneCommand;

/** The scene that the dialog names, the one that is picked, or what the payload says. */
const withScene: PayloadBuilder = ({ scene, command }, isPicked, operation) => {
  const name = getSettingValueOrThrow(scene.result);
  if (name !== undefined) return fromSettings({ [operation]: [name, scene] });
  return fromSettings({
    [operation]: [isPicked ? true : getSettingValueOrThrow(command.result), command],
  });
};

/** Scenes that the dialog names, otherwise all of the room. */
const withScenes: PayloadBuilder = ({ scenes, command }, _isPicked, operation) => {
  const names = splitNames(getSettingValueOrThrow(scenes.result));
  if (names !== undefined) return fromSettings({ [operation]: [names, scenes] });
  const value = operation === 'toggle' ? getSettingValueOrThrow(command.result) : true;
  return fromSettings({ [operation]: [value, command] });
};

const buildPayloadFor: Readonly<Record<SceneOperation, PayloadBuilder>> = {
  recall({ scene, command, everywhere }, isPicked) {
    const name = getSettingValueOrThrow(scene.result);
    return name === undefined
      ? { payload: isPicked ? true : getSettingValueOrThrow(command.result), paths: {} }
      : fromSettings({ scene: [name, scene], everywhere: [everywhere, scene] });
  },
  next: withScenes,
  previous: withScenes,
  random: withScenes,
  toggle: withScenes,
  store: withScene,
  delete: withScene,
  rename({ scene, newName, command }) {
    const [name, chosenName] = [
      getSettingValueOrThrow(scene.result),
      getSettingValueOrThrow(newName.result),
    ];
    return fromSettings({
      ...(name === undefined ? {} : { scene: [name, scene] }),
      rename:
        chosenName === undefined
          ? [getSettingValueOrThrow(command.result), command]
          : [chosenName, newName],
    });
  },
  list: () => ({ payload: { list: true }, paths: {} }),
};

const fromSettings = (members: SourcedMembers): DialogSceneCommand => ({
  payload: Object.fromEntries(Object.entries(members).map(([name, [value]]) => [name, value])),
  paths: Object.fromEntries(Object.entries(members).map(([name, [, { path }]]) => [name, path])),
});

/** Names with commas between as a list; a list, and a name without a comma, as they are. */
const splitNames = (value: unknown): unknown =>
  typeof value === 'string' && value.includes(',')
    ? value.split(',').map((name) => name.trim())
    : value;
