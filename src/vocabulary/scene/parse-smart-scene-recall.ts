import { isObject, findNearestName } from '../../resources';
import type { Resource } from '../../resources';
import { parseOnOff } from '../parsing/parse-scalars';
import {
  createParseSuccess,
  createInvalidValueResult,
  refuseWithoutState,
} from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

const actions = ['activate', 'deactivate'];

/**
 * Parses the start or stop of a smart scene.
 *
 * @param value true, "on", "activate"; false, "off", "deactivate"; "toggle"; or `{action}`, also
 *   inside `{recall}`, as the service has it
 * @param smartScene last known state, for "toggle"
 * @returns `recall` of the service
 */
export function parseSmartSceneRecall(
  value: unknown,
  at: string,
  smartScene: Resource | undefined,
): ParseResult<{ action: string }> {
  if (isObject(value)) return parseRecallObject(value, at, smartScene);
  const on = parseOnOff(value);
  if (on !== undefined) return createParseSuccess({ action: on ? 'activate' : 'deactivate' });
  const keyword = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (actions.includes(keyword)) return createParseSuccess({ action: keyword });
  if (keyword !== 'toggle') {
    return createInvalidValueResult(
      at,
      'true, false, "activate", "deactivate" or "toggle"',
      value,
      findNearestName(keyword, actions),
    );
  }
  const state = smartScene?.['state'];
  return state === 'active' || state === 'inactive'
    ? createParseSuccess({ action: state === 'active' ? 'deactivate' : 'activate' })
    : refuseWithoutState(at, 'a smart scene whose state is known', value);
}

function parseRecallObject(
  value: Record<string, unknown>,
  at: string,
  smartScene: Resource | undefined,
): ParseResult<{ action: string }> {
  const names = Object.keys(value);
  const [name = ''] = names;
  return names.length === 1 && (name === 'action' || name === 'recall')
    ? parseSmartSceneRecall(value[name], `${at}.${name}`, smartScene)
    : createInvalidValueResult(at, 'true, false, or an object with recall', value);
}
