import { getMember } from '../../resources';

/**
 * Whether a resource is on, enabled or active.
 *
 * @param resourceOrBody a lamp, a sensor or a smart scene, or the body of a command for one
 * @returns undefined where it has no such member
 */
export function getOnOffState(
  resourceOrBody: Readonly<Record<string, unknown>>,
): boolean | undefined {
  const { enabled, state } = resourceOrBody;
  const on = getMember(resourceOrBody, 'on', 'on') ?? enabled;
  if (typeof on === 'boolean') return on;
  const sceneState = getMember(resourceOrBody, 'recall', 'action') ?? state;
  if (sceneState === 'activate' || sceneState === 'active') return true;
  return sceneState === 'deactivate' || sceneState === 'inactive' ? false : undefined;
}
