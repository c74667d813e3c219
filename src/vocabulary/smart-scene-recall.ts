import { isObject, nearest } from '../resources';
import type { Resource } from '../resources';
import { parseSwitch } from './amounts';
import { accept, refuse, refuseForState } from './result';
import type { Result } from './result';

const actions = ['activate', 'deactivate'];

/**
 * Reads whether a smart scene shall start or stop.
 *
 * @param value true, "on", "activate"; false, "off", "deactivate"; "toggle"; or `{action}`, also
 *   inside `{recall}`, as the service has it
 * @param smartScene last known state, for "toggle"
 * @returns `recall` of the service
 */
export function readRecall(
  value: unknown,
  at: string,
  smartScene: Resource | undefined,
): Result<{ action: string }> {
  if (isObject(value)) return readObject(value, at, smartScene);
  const on = parseSwitch(value);
  if (on !== undefined) return accept({ action: on ? 'activate' : 'deactivate' });
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (actions.includes(word)) return accept({ action: word });
  if (word !== 'toggle') {
    return refuse(
      at,
      'true, false, "activate", "deactivate" or "toggle"',
      value,
      nearest(word, actions),
    );
  }
  const state = smartScene?.['state'];
  return state === 'active' || state === 'inactive'
    ? accept({ action: state === 'active' ? 'deactivate' : 'activate' })
    : refuseForState(at, 'a smart scene whose state is known', value);
}

function readObject(
  value: Record<string, unknown>,
  at: string,
  smartScene: Resource | undefined,
): Result<{ action: string }> {
  const names = Object.keys(value);
  const [name = ''] = names;
  return names.length === 1 && (name === 'action' || name === 'recall')
    ? readRecall(value[name], `${at}.${name}`, smartScene)
    : refuse(at, 'true, false, or an object with recall', value);
}
