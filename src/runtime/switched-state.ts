import { member } from '../resources';

/**
 * Whether something is on, enabled or active.
 *
 * @param holder a lamp, a sensor or a smart scene, or the body of a command for one
 * @returns undefined where it does not say
 */
export function switchedState(holder: Readonly<Record<string, unknown>>): boolean | undefined {
  const { enabled, state } = holder;
  const on = member(holder, 'on', 'on') ?? enabled;
  if (typeof on === 'boolean') return on;
  const word = member(holder, 'recall', 'action') ?? state;
  if (word === 'activate' || word === 'active') return true;
  return word === 'deactivate' || word === 'inactive' ? false : undefined;
}
