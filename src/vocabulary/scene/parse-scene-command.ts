import { isObject, maxTransition, findNearestName, appendMemberToPath } from '../../resources';
import { parseOnOff, parseBoundedDuration, parseBoundedNumber } from '../parsing/parse-scalars';
import { refuseUnknownMembers } from '../parsing/object-members';
import { accept, refuse, mapResult, refuseBoth } from '../parsing/parse-result';
import type { ParsedCommandBody, ParseResult } from '../parsing/parse-result';
import { parseUpdate } from '../parsing/parse-service-body';
import type { CommandParserOptions } from '../parsing/parse-service-body';
import { trueOrFalse } from '../../resources/validation/problem-texts';
import type { Members } from '../../resources';

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
  options: CommandParserOptions = {},
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
