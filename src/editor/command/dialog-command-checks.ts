import { checkProgramStartCommand } from '../../programs/parse-program';
import { isKnownResourceType } from '../../resources/table';
import { isObject, parseJsonOrUndefined } from '../../resources/members';
import { numberReadings, parseBareNumbers } from '../../vocabulary/light/bare-value';
import { parseLightCommand } from '../../vocabulary/light/command';
import type { LightResourceType } from '../../vocabulary/light/words/word';
import { findProgramKind, parseLightRequest } from '../../vocabulary/light/request';
import { isReadPayload } from '../../vocabulary/read-payload';
import { asksForList, parseAutomationCommand } from '../../vocabulary/automation';
import { indexListedResources } from '../../vocabulary/listed-resources';
import { parseDaylightCommand } from '../../vocabulary/daylight';
import { parseSensorCommand } from '../../vocabulary/sensor';
import { accept } from '../../vocabulary/parse-result';
import type { ParseResult } from '../../vocabulary/parse-result';
import { parseServiceBody } from '../../vocabulary/service-body';
import { parseRoomCommand } from '../../vocabulary/room';
import { parseSceneCommand } from '../../vocabulary/scene';
import { parseSceneRequest } from '../../vocabulary/scene';
import { parseSmartSceneCommand } from '../../vocabulary/smart-scene';
import { parseSpeakerCommand } from '../../vocabulary/speaker';
import { findPickedResource, readPickedIds } from '../picker/picked-ids';
import { getCachedResourceList } from '../picker/resource-list';
import { getSettingValue } from '../fields/setting-fields';
import { translateProblem } from '../labels/translate';
import { createValidator, createTypedInputValidator } from '../form/validators';
import type { Validator } from '../form/validators';

/**
 * The parser of the runtime checks static commands.
 *
 * @param at name of the setting in problems
 */
export type DialogCommandCheck = (
  payload: unknown,
  node: EditorNode,
  at: string,
) => ParseResult<unknown>;

/** Checks the text as Node-RED does, static values with `check`. */
export function createCommandValidator(check: DialogCommandCheck, when?: string): Validator {
  const validateText = createTypedInputValidator('commandType', {});
  return createValidator((node, text, field) => {
    const isTextValid = validateText.call(node, text, { label: field });
    const command = text === '' ? undefined : getStaticValue(node, text);
    if (isTextValid !== true || command === undefined) return isTextValid;
    const result = check(command, node, field);
    const isDecidedLater =
      !result.ok && (result.needs !== undefined || result.problem.conflicts === true);
    return result.ok || isDecidedLater ? true : translateProblem(result.problem);
  }, when);
}

/** Returns undefined if the command depends on the message, and for invalid JSON. */
function getStaticValue(node: EditorNode, text: string): unknown {
  switch (getSettingValue(node, 'commandType')) {
    case 'str':
      return text;
    case 'num':
      return Number(text);
    case 'bool':
      return text === 'true';
    case 'json':
      return parseJsonOrUndefined(text);
    default:
      return undefined;
  }
}

/** Only the type of the lamp or group is known. */
export const checkLightDialogCommand: DialogCommandCheck = (payload, node, at) => {
  const format = getSettingValue(node, 'format');
  if (format !== '' && format !== 'plain') return accept(payload);
  const reading = numberReadings.find((name) => name === getSettingValue(node, 'numbers'));
  const command = parseBareNumbers(payload, reading ?? 'percent', at);
  if (!command.ok) return command;
  const request = parseLightRequest(command.value, at);
  if (!request.ok) return request;
  if (request.value.kind === 'list') {
    const checked = request.value.entries.map((entry) =>
      checkLightCommand(entry.command, ['light', 'grouped_light'], entry.at),
    );
    return checked.find(({ ok }) => !ok) ?? accept(payload);
  }
  return request.value.kind === 'set'
    ? checkLightCommand(request.value.command, listLightKinds(node), at)
    : request;
};

/** Accepts a command that is valid for one of these types. */
function checkLightCommand(
  command: unknown,
  kinds: readonly LightResourceType[],
  at: string,
): ParseResult<unknown> {
  const startsProgram = findProgramKind(command) !== undefined;
  const results = kinds.map((kind) =>
    startsProgram
      ? checkProgramStartCommand(command, { at, lamp: undefined, kind })
      : parseLightCommand(command, undefined, kind, { at }),
  );
  return results.find(({ ok }) => ok) ?? results[0] ?? accept(command);
}

function listLightKinds(node: EditorNode): readonly LightResourceType[] {
  const picked =
    getSettingValue(node, 'targetType') === 'resource'
      ? readPickedIds(node, getSettingValue(node, 'target'))
      : [];
  const kinds = new Set(picked.map((one) => findPickedResource(one)?.rtype));
  if (kinds.size === 1 && kinds.has('grouped_light')) return ['grouped_light'];
  return kinds.size === 1 && kinds.has('light') ? ['light'] : ['light', 'grouped_light'];
}

export const checkSensorDialogCommand: DialogCommandCheck = (payload, node, at) => {
  const rtype = getSettingValue(node, 'rtype');
  return isReadPayload(payload) || !isKnownResourceType(rtype)
    ? accept(payload)
    : parseSensorCommand(payload, rtype, undefined, { at });
};

/** Needs the names of the home. */
export const checkRoomDialogCommand: DialogCommandCheck = (payload, node, at) => {
  const operation = getSettingValue(node, 'operation');
  const resources = getCachedResourceList(getSettingValue(node, 'bridge'));
  if (resources === undefined || (operation !== 'create' && operation !== 'update'))
    return accept(payload);
  const name = getSettingValue(node, 'roomName');
  const words = isObject(payload) && name !== '' ? { ...payload, name } : payload;
  const rtype = getSettingValue(node, 'rtype');
  const kind = rtype === 'room' || rtype === 'zone' ? ({ rtype } as const) : {};
  return parseRoomCommand(words, operation, {
    home: indexListedResources(resources),
    at,
    ...kind,
  });
};

export const checkAutomationDialogCommand: DialogCommandCheck = (payload, _node, at) =>
  isReadPayload(payload) || asksForList(payload)
    ? accept(payload)
    : parseAutomationCommand(payload, undefined, { at });

/** Only the speaker knows its sounds. */
export const checkSpeakerDialogCommand: DialogCommandCheck = (payload, _node, at) =>
  isReadPayload(payload) ? accept(payload) : parseSpeakerCommand(payload, undefined, { at });

export const checkResourceDialogBody: DialogCommandCheck = (payload, node, at) => {
  const rtype = getSettingValue(node, 'rtype');
  const operation = getSettingValue(node, 'operation');
  const isWrite = operation === 'create' || operation === 'update';
  if (!isWrite || !isKnownResourceType(rtype)) return accept(payload);
  const allowUnknownFields = getSettingValue(node, 'allowUnknownFields') === 'true';
  return parseServiceBody(rtype, operation, payload, { at, allowUnknownFields });
};

export const checkSceneDialogCommand: DialogCommandCheck = (payload, _node, at) =>
  parseSceneRequest(payload, { at });

/** Needs the names of the home. */
export const checkSmartSceneDialogCommand: DialogCommandCheck = (payload, node, at) => {
  const operation = getSettingValue(node, 'operation');
  const resources = getCachedResourceList(getSettingValue(node, 'bridge'));
  if (resources === undefined) return accept(payload);
  const home = indexListedResources(resources);
  if (operation === 'create' || operation === 'update')
    return parseSmartSceneCommand(payload, operation, { home, at });
  if (operation !== 'recall') return accept(payload);
  const rtype = home.get(getSettingValue(node, 'target'))?.type;
  const ofScene = parseSceneCommand(payload, { at });
  const ofSmartScene = parseSmartSceneCommand(payload, operation, { home, at });
  if (rtype === undefined) return ofScene.ok ? ofScene : ofSmartScene;
  return rtype === 'scene' ? ofScene : ofSmartScene;
};

export const checkDaylightDialogCommand: DialogCommandCheck = (payload, _node, at) =>
  parseDaylightCommand(payload, at);
