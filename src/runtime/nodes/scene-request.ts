import { describeValue } from '../../resources/describe-problem';
import { appendMemberToPath, isObject } from '../../resources/members';
import {
  parseSceneCommand,
  sceneRecallMembers,
  parseSceneRequest,
  sceneStepNames,
} from '../../vocabulary/scene';
import type { SceneRequest } from '../../vocabulary/scene';
import { parseOnOff } from '../../vocabulary/values';
import { isSettingUnset } from '../stored-settings';
import type { OperationParams } from '../command-node';
import { getChoiceOrThrow, isTriggerPayload, ignoredPayloadReason } from '../settings';
import type { MessageSetting } from '../settings';
import { toCommandError } from '../errors';

/** Settings of the dialog that may be typed; `scenes` has names as a list or separated by commas. */
export type SceneSettingName =
  | 'scene'
  | 'scenes'
  | 'newName'
  | 'brightness'
  | 'transition'
  | 'speed';

/** The settings of a scene node, evaluated for a message. */
export interface SceneActionParams
  extends OperationParams, Readonly<Record<SceneSettingName, MessageSetting>> {
  /** In all groups, for one name. */
  everywhere: boolean;
  /** Empty for the value in the scene. */
  dynamic: unknown;
}

/**
 * Reads what a message and the dialog ask of a scene node.
 *
 * @param isPicked the target is a scene, or each of the targets is one
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown operation, a setting that cannot be evaluated, or a
 * wrong value
 */
export function parseSceneMessage(
  params: SceneActionParams,
  isPicked: boolean,
): { request: SceneRequest; warnings: readonly string[] } {
  const { payload, paths, warnings } = buildSceneCommand(params, isPicked);
  const request = parseSceneRequest(payload, {
    at: params.command.path,
    paths,
    defaults: parseDefaults(params),
  });
  if (request.ok) return { request: request.value, warnings };
  throw toCommandError(request.problem);
}

const sceneOperations = ['recall', ...sceneStepNames, 'store', 'rename', 'delete', 'list'] as const;
export type SceneOperation = (typeof sceneOperations)[number];

/** `paths` are of members from settings. */
interface SceneCommandWithPaths {
  readonly payload: unknown;
  readonly paths: Readonly<Record<string, string>>;
  /** About unused payload members. */
  readonly warnings: readonly string[];
}

type DialogSceneCommand = Omit<SceneCommandWithPaths, 'warnings'>;

type SourcedMembers = Readonly<Record<string, readonly [value: unknown, source: MessageSetting]>>;

/**
 * Builds the payload that asks the same without a dialog. The payload of the message supplies values that the dialog
 * lacks.
 */
function buildSceneCommand(params: SceneActionParams, isPicked: boolean): SceneCommandWithPaths {
  if (isSettingUnset(params.operation.value))
    return { payload: params.command.value, paths: {}, warnings: [] };
  const choice = getChoiceOrThrow(params.operation, sceneOperations);
  const isSceneKnown = isPicked || params.scene.value !== undefined;
  if (choice === 'recall' && isSceneKnown && isNoCommand(params)) {
    const warnings = [`${params.command.path}: ${ignoredPayloadReason}`];
    return { ...buildPayloadFor.recall(params, isPicked, choice), warnings };
  }
  const said = getOptionalCommand(params);
  // Sensors and switches send `false` or 0, but a scene has no off.
  if (choice !== 'list' && readSwitch(said) === false) {
    const expected = 'true, or no payload. A scene has no off: to turn lamps off, use a light node';
    throw toCommandError({ path: params.command.path, expected, received: said });
  }
  const { payload, paths } = buildPayloadFor[choice](params, isPicked, choice);
  const isUsed = payload === said || (isObject(payload) && Object.values(payload).includes(said));
  if (isUsed) return { payload, paths, warnings: [] };
  const isRecall = choice === 'recall' || sceneStepNames.some((step) => step === choice);
  const { values, warnings } = takeRecallMembers(said, isRecall, params.command.path);
  const command = Object.keys(values).length === 0 ? payload : { ...toObject(payload), ...values };
  return { payload: command, paths, warnings };
}

/** True for a payload that is no data, such as an error or a stream; false for the reading of a sensor. */
const isNoCommand = ({ command, payload }: SceneActionParams): boolean =>
  command.path === 'payload' && !payload.isValid;

const getOptionalCommand = ({ command, payload }: SceneActionParams): unknown =>
  command.path === 'payload' && payload.isValid && payload.value === undefined
    ? undefined
    : command.value;

const valueBySwitchNumber: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [0, false],
  ['0', false],
  [1, true],
  ['1', true],
]);

/** Also of switches that send 1 and 0. */
const readSwitch = (said: unknown): boolean | undefined =>
  valueBySwitchNumber.get(said) ?? parseOnOff(said);

/**
 * Takes members such as `brightness` and `transition`. Warns of everything else except a trigger such as `true` or a
 * time.
 */
function takeRecallMembers(
  payload: unknown,
  isRecall: boolean,
  at: string,
): { values: Record<string, unknown>; warnings: readonly string[] } {
  if (!isObject(payload) || Object.keys(payload).length === 0) {
    return {
      values: {},
      warnings:
        isTriggerPayload(payload) || readSwitch(payload) === true
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

/** The picked scene, `true`, has no members. */
const toObject = (payload: unknown): object => (isObject(payload) ? payload : {});

type PayloadBuilder = (
  params: SceneActionParams,
  isPicked: boolean,
  operation: SceneOperation,
) => DialogSceneCommand;

const withScene: PayloadBuilder = ({ scene, command }, isPicked, operation) => {
  if (scene.value !== undefined) return fromSettings({ [operation]: [scene.value, scene] });
  return fromSettings({ [operation]: [isPicked ? true : command.value, command] });
};

const withScenes: PayloadBuilder = ({ scenes, command }, _isPicked, operation) => {
  const names = splitNames(scenes.value);
  if (names !== undefined) return fromSettings({ [operation]: [names, scenes] });
  const value = operation === 'toggle' ? command.value : true;
  return fromSettings({ [operation]: [value, command] });
};

const buildPayloadFor: Readonly<Record<SceneOperation, PayloadBuilder>> = {
  recall({ scene, command, everywhere }, isPicked) {
    return scene.value === undefined
      ? { payload: isPicked ? true : command.value, paths: {} }
      : fromSettings({ scene: [scene.value, scene], everywhere: [everywhere, scene] });
  },
  next: withScenes,
  previous: withScenes,
  random: withScenes,
  toggle: withScenes,
  store: withScene,
  delete: withScene,
  rename({ scene, newName, command }) {
    const renamed = newName.value === undefined ? command : newName;
    return fromSettings({
      ...(scene.value === undefined ? {} : { scene: [scene.value, scene] }),
      rename: [renamed.value, renamed],
    });
  },
  list: () => ({ payload: { list: true }, paths: {} }),
};

const fromSettings = (members: SourcedMembers): DialogSceneCommand => ({
  payload: Object.fromEntries(Object.entries(members).map(([name, [value]]) => [name, value])),
  paths: Object.fromEntries(Object.entries(members).map(([name, [, { path }]]) => [name, path])),
});

const splitNames = (value: unknown): unknown =>
  typeof value === 'string' && value.includes(',')
    ? value.split(',').map((name) => name.trim())
    : value;

function parseDefaults(params: SceneActionParams): Record<string, unknown> {
  const defaults: Record<string, unknown> = isSettingUnset(params.dynamic)
    ? {}
    : { dynamic: params.dynamic };
  for (const name of ['brightness', 'transition', 'speed'] as const) {
    const { value, path } = params[name];
    if (value === undefined) continue;
    defaults[name] = value;
    const check = parseSceneCommand({ [name]: value });
    if (!check.ok) throw toCommandError({ ...check.problem, path });
  }
  return defaults;
}
