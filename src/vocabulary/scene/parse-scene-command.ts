import { isObject, longestTransition, findNearestName, appendPath } from '../../resources';
import { parseOnOff, parseBoundedDuration, parseBoundedNumber } from '../parsing/parse-scalars';
import { refuseUnknownMembers } from '../parsing/object-members';
import { toPlainJson } from '../parsing/plain-json';
import { acceptValue, refuseValue } from '../parsing/parse-result';
import type { ParsedCommand, ParseResult } from '../parsing/parse-result';
import { checkCommandBody } from '../parsing/parse-service-body';
import type { CommandOptions } from '../parsing/parse-service-body';

/** Action of the service by keyword. Hue CLIP API reference, `scene`, `recall`. */
const actionByKeyword: ReadonlyMap<string, string> = new Map([
  ['activate', 'active'],
  ['active', 'active'],
  ['dynamic', 'dynamic_palette'],
  ['dynamic_palette', 'dynamic_palette'],
  ['static', 'static'],
]);

const allowedMembers = ['action', 'brightness', 'transition'];
const serviceMembers = ['action', 'duration', 'dimming'];
const expectedRecall =
  'true, "dynamic", or an object with brightness or transition; a scene cannot be stopped, only its lamps turned off';

/**
 * Parses the recall of an ordinary scene.
 *
 * @param payload true, "activate" or "on"; "dynamic" for changing colours, "static"; an object with
 *   `action` (one of these keywords), `brightness` (1 to 100) and `transition` (ms, or text such as "2s"); or
 *   `{recall}` as the service has it. Missing, it recalls the scene as it is
 * @returns the body of the PUT
 */
export function parseSceneCommand(
  payload: unknown,
  options: CommandOptions = {},
): ParseResult<ParsedCommand> {
  const at = options.at ?? 'payload';
  if (payload === undefined) return checkRecallBody({ action: 'active' }, options);
  const plain = toPlainJson(payload, at);
  if (!plain.ok) return plain;
  const recall = isObject(plain.value)
    ? parseRecallObject(plain.value, at)
    : parseRecallAction(plain.value, at);
  return recall.ok ? checkRecallBody(recall.value, options) : recall;
}

type RecallBody = Record<string, unknown>;

const checkRecallBody = (recall: RecallBody, options: CommandOptions): ParseResult<ParsedCommand> =>
  checkCommandBody('scene', 'update', { recall }, options);

function parseRecallAction(value: unknown, at: string): ParseResult<RecallBody> {
  if (parseOnOff(value) === true) return acceptValue({ action: 'active' });
  const keyword = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const action = actionByKeyword.get(keyword);
  return action === undefined
    ? refuseValue(at, expectedRecall, value, findNearestName(keyword, [...actionByKeyword.keys()]))
    : acceptValue({ action });
}

function parseRecallObject(input: RecallBody, at: string): ParseResult<RecallBody> {
  const { recall } = input;
  if (recall !== undefined) {
    const alone = refuseUnknownMembers(input, ['recall'], at);
    if (!alone.ok) return alone;
    if (!isObject(recall)) return parseRecallAction(recall, appendPath(at, 'recall'));
    const isService = Object.keys(recall).some((name) => name === 'duration' || name === 'dimming');
    // Values of the service's own members are checked against the table later.
    if (isService) return refuseUnknownMembers(recall, serviceMembers, appendPath(at, 'recall'));
    return parseRecallObject(recall, appendPath(at, 'recall'));
  }
  const known = refuseUnknownMembers(
    input,
    allowedMembers,
    at,
    new Map([['duration', 'transition']]),
  );
  if (!known.ok) return known;
  const action = parseRecallAction(input['action'] ?? true, appendPath(at, 'action'));
  if (!action.ok) return action;
  const body = { ...action.value };
  if (input['brightness'] !== undefined) {
    const brightness = parseBoundedNumber(
      input['brightness'],
      appendPath(at, 'brightness'),
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
      appendPath(at, 'transition'),
      longestTransition,
    );
    if (!duration.ok) return duration;
    body['duration'] = duration.value;
  }
  return acceptValue(body);
}
