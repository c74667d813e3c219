import { appendMemberToPath, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import { maxTransition } from '../resources/light-schemas';
import { findNearestName } from '../resources/nearest-name';
import {
  refuseUnknownMembers,
  parseOnOff,
  parseBoundedDuration,
  parseBoundedNumber,
} from './values';
import { messageLimits, parsePlainJson } from './plain-json';
import { accept, refuse, refuseBoth, mapResult } from './parse-result';
import type { ParsedCommandBody, ParseResult } from './parse-result';
import { parseUpdate } from './service-body';
import type { CommandOptions } from './service-body';
import { trueOrFalse } from '../resources/problems';

export const sceneStepNames = ['next', 'previous', 'random', 'toggle'] as const;
export type SceneStepDirection = (typeof sceneStepNames)[number];

/** `name` is undefined for the picked scene. */
export interface RequestedSceneName {
  readonly name: string | undefined;
  readonly at: string;
}

export type SceneRequest =
  | { kind: 'recall'; scene: RequestedSceneName; command: ParsedCommandBody; everywhere: boolean }
  | {
      kind: 'step';
      step: SceneStepDirection;
      among: readonly RequestedSceneName[];
      command: ParsedCommandBody;
    }
  | { kind: 'store'; scene: RequestedSceneName }
  | { kind: 'rename'; scene: RequestedSceneName; newName: RequestedSceneName }
  | { kind: 'delete'; scene: RequestedSceneName }
  | { kind: 'list' };

interface SceneRequestOptions extends CommandOptions {
  /** Of members from other places than the payload, for problems. */
  paths?: Readonly<Record<string, string>>;
  defaults?: Members;
}

/**
 * Reads what a payload asks of the scenes of a room: to recall, step, store, rename, delete or list.
 *
 * @param payload words of the help of the scene node; true for the picked scene
 */
export function parseSceneRequest(
  payload: unknown,
  { at = 'payload', paths = {}, defaults = {} }: SceneRequestOptions = {},
): ParseResult<SceneRequest> {
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  const { value } = plain;
  const context: RequestContext = {
    at,
    defaults,
    getPath: (member) => paths[member] ?? appendMemberToPath(at, member),
  };
  if (isObject(value)) return parseRequestObject(value, context);
  const bare: RequestContext = { ...context, getPath: () => at };
  if (parseOnOff(value) === true) return toRecall({ name: undefined, at }, {}, bare);
  if (typeof value !== 'string' || value.trim() === '' || parseOnOff(value) === false)
    return refuse(at, expectedRequest, payload);
  const word = value.trim().toLowerCase();
  if (word === 'dynamic' || word === 'static')
    return toRecall({ name: undefined, at }, { action: word }, bare);
  const action = bareActions.find((name) => name === word);
  return parseRequestObject(action === undefined ? { scene: value } : { [action]: true }, bare);
}

const actionMembers = ['recall', ...sceneStepNames, 'store', 'rename', 'delete', 'list'] as const;

const bareActions = ['next', 'previous', 'random', 'list'] as const;

const expectedRequest = { kind: 'sceneRequest' } as const;

/** Hue CLIP API reference, `metadata.name`. */
const maxNameLength = 32;

const { maxAddressLength, maxTargets } = messageLimits;

interface RequestContext {
  readonly at: string;
  readonly getPath: (member: string) => string;
  readonly defaults: Members;
}

function parseRequestObject(input: Members, context: RequestContext): ParseResult<SceneRequest> {
  const { at, getPath } = context;
  const actions = actionMembers.filter((name) => input[name] !== undefined);
  const [action, other] = actions;
  if (action !== undefined && other !== undefined) return refuseBoth(at, action, other, input);
  switch (action) {
    case undefined:
      return parseRecall(input, context);
    case 'recall':
      return parseServiceRecall(input, at);
    case 'list': {
      const alone = refuseUnknownMembers(input, ['list'], at);
      if (!alone.ok) return alone;
      return parseOnOff(input['list']) === true
        ? accept({ kind: 'list' })
        : refuse(getPath('list'), 'true', input['list']);
    }
    case 'store':
    case 'delete': {
      const alone = refuseUnknownMembers(input, [action], at);
      if (!alone.ok) return alone;
      const parse = action === 'store' ? parseNewName : parseName;
      const named = parseUnlessTrue(input[action], getPath(action), parse);
      return mapResult(named, (scene) => ({ kind: action, scene }));
    }
    case 'rename':
      return parseRename(input, context);
    default:
      return parseStep(action, input, context);
  }
}

function parseRecall(input: Members, context: RequestContext): ParseResult<SceneRequest> {
  const { at, getPath } = context;
  const allowed = ['scene', 'everywhere', ...sceneRecallMembers, ...actionMembers];
  const known = refuseUnknownMembers(input, allowed, at, suggestionByAlias);
  if (!known.ok) return known;
  const { scene: name, everywhere, ...recall } = input;
  const isEverywhere = everywhere === undefined ? false : parseOnOff(everywhere);
  if (isEverywhere === undefined) return refuse(getPath('everywhere'), trueOrFalse, everywhere);
  if (isEverywhere && name === undefined)
    return refuse(at, { kind: 'sceneBesideEverywhere' }, input);
  if (name === undefined && Object.keys(recall).length === 0)
    return refuse(at, expectedRequest, input);
  const scene = parseUnlessTrue(name ?? true, getPath('scene'), parseName);
  return scene.ok ? toRecall(scene.value, recall, context, isEverywhere) : scene;
}

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['name', 'scene'],
  ['duration', 'transition'],
  ['transitionTime', 'transition'],
  ['save', 'store'],
  ['restore', 'scene'],
  ['status', '"list" as the whole payload'],
  ['get', '"list" as the whole payload'],
  ['prev', 'previous'],
  ['remove', 'delete'],
]);

const toRecall = (
  scene: RequestedSceneName,
  recall: Members,
  { at, defaults }: RequestContext,
  everywhere = false,
): ParseResult<SceneRequest> => {
  return mapResult(parseSceneCommand(withDefaults(recall, defaults), { at }), (command) => ({
    kind: 'recall',
    scene,
    command,
    everywhere,
  }));
};

/** Leaves out the default `dynamic` if the recall has `action`. */
const withDefaults = (recall: Members, { dynamic, ...defaults }: Members): Members => ({
  ...defaults,
  ...(dynamic === undefined || recall['action'] !== undefined ? {} : { dynamic }),
  ...recall,
});

/** Such as `{"recall": {"action": "active"}}`, for the picked scene. */
const parseServiceRecall = (input: Members, at: string): ParseResult<SceneRequest> =>
  mapResult(parseSceneCommand(input, { at }), (command) => ({
    kind: 'recall',
    scene: { name: undefined, at },
    command,
    everywhere: false,
  }));

function parseStep(
  step: SceneStepDirection,
  input: Members,
  { at, defaults, getPath }: RequestContext,
): ParseResult<SceneRequest> {
  const known = refuseUnknownMembers(input, [step, ...sceneRecallMembers], at, suggestionByAlias);
  if (!known.ok) return known;
  const { [step]: value, ...recall } = input;
  const among = parseAmong(step, value, getPath(step));
  if (!among.ok) return among;
  return mapResult(parseSceneCommand(withDefaults(recall, defaults), { at }), (command) => ({
    kind: 'step',
    step,
    among: among.value,
    command,
  }));
}

/** Empty for all scenes of the room. */
function parseAmong(
  step: SceneStepDirection,
  value: unknown,
  at: string,
): ParseResult<readonly RequestedSceneName[]> {
  if (step !== 'toggle' && parseOnOff(value) === true) return accept([]);
  const kind = step === 'toggle' ? 'scenes' : 'trueOrScenes';
  const expected = { kind, maximum: maxTargets } as const;
  if (!Array.isArray(value) || value.length < 2 || value.length > maxTargets)
    return refuse(at, expected, value);
  const among: RequestedSceneName[] = [];
  for (const [position, entry] of value.entries()) {
    const scene = parseName(entry, appendMemberToPath(at, position));
    if (!scene.ok) return scene;
    among.push(scene.value);
  }
  return accept(among);
}

function parseRename(input: Members, { at, getPath }: RequestContext): ParseResult<SceneRequest> {
  const known = refuseUnknownMembers(input, ['scene', 'rename'], at, suggestionByAlias);
  if (!known.ok) return known;
  const scene = parseUnlessTrue(input['scene'] ?? true, getPath('scene'), parseName);
  if (!scene.ok) return scene;
  return mapResult(parseNewName(input['rename'], getPath('rename')), (newName) => ({
    kind: 'rename',
    scene: scene.value,
    newName,
  }));
}

type NameParser = (value: unknown, at: string) => ParseResult<RequestedSceneName>;

const parseUnlessTrue = (
  value: unknown,
  at: string,
  parse: NameParser,
): ParseResult<RequestedSceneName> =>
  value === true ? accept({ name: undefined, at }) : parse(value, at);

function parseName(value: unknown, at: string): ParseResult<RequestedSceneName> {
  return typeof value === 'string' && value.trim() !== '' && value.trim().length <= maxAddressLength
    ? accept({ name: value.trim(), at })
    : refuse(at, { kind: 'sceneName' }, value);
}

function parseNewName(value: unknown, at: string): ParseResult<RequestedSceneName> {
  const expected = { kind: 'newSceneName', maximum: maxNameLength } as const;
  const scene = parseName(value, at);
  return scene.ok && (scene.value.name ?? '').length <= maxNameLength
    ? scene
    : refuse(at, expected, value);
}

/** Hue CLIP API reference, `scene`, `recall`. */
const actionByKeyword: ReadonlyMap<string, string> = new Map([
  ['activate', 'active'],
  ['active', 'active'],
  ['dynamic', 'dynamic_palette'],
  ['dynamic_palette', 'dynamic_palette'],
  ['static', 'static'],
]);

export const sceneRecallMembers = [
  'action',
  'brightness',
  'transition',
  'dynamic',
  'speed',
] as const;
const serviceMembers = ['action', 'duration', 'dimming'];
const expectedRecall = { kind: 'sceneRecall' } as const;

/**
 * Recalls a scene that is not smart.
 *
 * @param payload words of the help of the scene node, "dynamic", "static", `action` with such a word, or `{recall}` as
 *   in the service. `speed` is stored in the scene
 */
export const parseSceneCommand = (
  payload: unknown = true,
  options: CommandOptions = {},
): ParseResult<ParsedCommandBody> =>
  parseUpdate('scene', payload, options, (plain, at) =>
    isObject(plain) ? parseRecallObject(plain, at) : toBody(parseRecallAction(plain, at)),
  );

function parseRecallAction(value: unknown, at: string): ParseResult<Members> {
  if (parseOnOff(value) === true) return accept({ action: 'active' });
  const keyword = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const action = actionByKeyword.get(keyword);
  return action === undefined
    ? refuse(at, expectedRecall, value, findNearestName(keyword, [...actionByKeyword.keys()]))
    : accept({ action });
}

function parseRecallObject(input: Members, at: string): ParseResult<Members> {
  const { recall } = input;
  if (recall !== undefined) {
    const alone = refuseUnknownMembers(input, ['recall'], at);
    if (!alone.ok) return alone;
    const recallPath = appendMemberToPath(at, 'recall');
    if (!isObject(recall)) return toBody(parseRecallAction(recall, recallPath));
    const isService = Object.keys(recall).some((name) => name === 'duration' || name === 'dimming');
    // The table later checks the values.
    if (isService) return toBody(refuseUnknownMembers(recall, serviceMembers, recallPath));
    return parseRecallObject(recall, recallPath);
  }
  const aliases = new Map([['duration', 'transition']]);
  const known = refuseUnknownMembers(input, sceneRecallMembers, at, aliases);
  if (!known.ok) return known;
  const action = parseRecallMotion(input, at);
  if (!action.ok) return action;
  const body = { ...action.value };
  const { brightness, transition, speed } = input;
  if (brightness !== undefined) {
    const path = appendMemberToPath(at, 'brightness');
    const percent = parseBoundedNumber(brightness, path, [1, 100], '%');
    if (!percent.ok) return percent;
    body['dimming'] = { brightness: percent.value };
  }
  if (transition !== undefined) {
    const path = appendMemberToPath(at, 'transition');
    const duration = parseBoundedDuration(transition, path, maxTransition);
    if (!duration.ok) return duration;
    body['duration'] = duration.value;
  }
  if (speed === undefined) return accept({ recall: body });
  return mapResult(parseBoundedNumber(speed, appendMemberToPath(at, 'speed'), [0, 1]), (share) => ({
    recall: body,
    speed: share,
  }));
}

const toBody = (result: ParseResult<Members>): ParseResult<Members> =>
  mapResult(result, (recall) => ({ recall }));

/** From `action` or `dynamic`; without both, the scene decides. */
function parseRecallMotion(input: Members, at: string): ParseResult<Members> {
  const { action, dynamic } = input;
  if (dynamic === undefined)
    return parseRecallAction(action ?? true, appendMemberToPath(at, 'action'));
  if (action !== undefined) return refuseBoth(at, 'action', 'dynamic', input);
  const isDynamic = parseOnOff(dynamic);
  return isDynamic === undefined
    ? refuse(appendMemberToPath(at, 'dynamic'), trueOrFalse, dynamic)
    : accept({ action: isDynamic ? 'dynamic_palette' : 'static' });
}
