import { isObject, maxTransition, findNearestName, appendMemberToPath } from '../../resources';
import { parseOnOff, parseBoundedDuration, parseBoundedNumber } from '../parsing/parse-scalars';
import { refuseUnknownMembers } from '../parsing/object-members';
import { parsePlainJson } from '../parsing/plain-json';
import { createParseSuccess, createInvalidValueResult } from '../parsing/parse-result';
import type { ParsedCommandBody, ParseResult } from '../parsing/parse-result';
import { checkCommandBody } from '../parsing/parse-service-body';
import type { CommandParserOptions } from '../parsing/parse-service-body';
import { trueOrFalse } from '../../resources/validation/problem-texts';
import type { Members } from '../../resources';

/** Action of the service by keyword. Hue CLIP API reference, `scene`, `recall`. */
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
 * Parses the recall of a scene that is not smart.
 *
 * @param payload true, "activate" or "on"; "dynamic" for changing colours, "static"; an object with
 *   `action` (one of these keywords) or `dynamic` (true or false), `brightness` (1 to 100),
 *   `transition` (ms, or text such as "2s") and `speed` (0 to 1, stored in the scene); or
 *   `{recall}` as in the service. Without a payload, the scene is recalled unchanged.
 * @returns the body of the PUT
 */
export function parseSceneCommand(
  payload: unknown,
  options: CommandParserOptions = {},
): ParseResult<ParsedCommandBody> {
  const at = options.at ?? 'payload';
  if (payload === undefined) return checkRecallBody({ recall: { action: 'active' } }, options);
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  if (isObject(plain.value)) {
    const body = parseRecallObject(plain.value, at);
    return body.ok ? checkRecallBody(body.value, options) : body;
  }
  const recall = parseRecallAction(plain.value, at);
  return recall.ok ? checkRecallBody({ recall: recall.value }, options) : recall;
}

const checkRecallBody = (
  body: Members,
  options: CommandParserOptions,
): ParseResult<ParsedCommandBody> => checkCommandBody('scene', 'update', body, options);

function parseRecallAction(value: unknown, at: string): ParseResult<Members> {
  if (parseOnOff(value) === true) return createParseSuccess({ action: 'active' });
  const keyword = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const action = actionByKeyword.get(keyword);
  return action === undefined
    ? createInvalidValueResult(
        at,
        expectedRecall,
        value,
        findNearestName(keyword, [...actionByKeyword.keys()]),
      )
    : createParseSuccess({ action });
}

function parseRecallObject(input: Members, at: string): ParseResult<Members> {
  const { recall } = input;
  if (recall !== undefined) {
    const alone = refuseUnknownMembers(input, ['recall'], at);
    if (!alone.ok) return alone;
    const recallPath = appendMemberToPath(at, 'recall');
    if (!isObject(recall)) return toBody(parseRecallAction(recall, recallPath));
    const isService = Object.keys(recall).some((name) => name === 'duration' || name === 'dimming');
    // The table later checks the values of the service's own members.
    if (isService) return toBody(refuseUnknownMembers(recall, serviceMembers, recallPath));
    return parseRecallObject(recall, recallPath);
  }
  const known = refuseUnknownMembers(
    input,
    sceneRecallMembers,
    at,
    new Map([['duration', 'transition']]),
  );
  if (!known.ok) return known;
  const action = parseRecallMotion(input, at);
  if (!action.ok) return action;
  const body = { ...action.value };
  if (input['brightness'] !== undefined) {
    const brightness = parseBoundedNumber(
      input['brightness'],
      appendMemberToPath(at, 'brightness'),
      [1, 100],
      '%',
    );
    if (!brightness.ok) return brightness;
    body['dimming'] = { brightness: brightness.value };
  }
  if (input['transition'] !== undefined) {
    const { transition } = input;
    const duration = parseBoundedDuration(
      transition,
      appendMemberToPath(at, 'transition'),
      maxTransition,
    );
    if (!duration.ok) return duration;
    body['duration'] = duration.value;
  }
  if (input['speed'] === undefined) return createParseSuccess({ recall: body });
  const speed = parseBoundedNumber(input['speed'], appendMemberToPath(at, 'speed'), [0, 1]);
  return speed.ok ? createParseSuccess({ recall: body, speed: speed.value }) : speed;
}

const toBody = (recall: ParseResult<Members>): ParseResult<Members> =>
  recall.ok ? createParseSuccess({ recall: recall.value }) : recall;

/** Returns the recall action from `action` or `dynamic`; without both, the scene decides. */
function parseRecallMotion(input: Members, at: string): ParseResult<Members> {
  const { action, dynamic } = input;
  if (dynamic === undefined)
    return parseRecallAction(action ?? true, appendMemberToPath(at, 'action'));
  if (action !== undefined)
    return createInvalidValueResult(
      at,
      { kind: 'notBoth', one: 'action', other: 'dynamic' },
      input,
    );
  const isDynamic = parseOnOff(dynamic);
  return isDynamic === undefined
    ? createInvalidValueResult(appendMemberToPath(at, 'dynamic'), trueOrFalse, dynamic)
    : createParseSuccess({ action: isDynamic ? 'dynamic_palette' : 'static' });
}
