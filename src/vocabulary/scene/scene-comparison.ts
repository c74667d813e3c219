import { getNestedMember, isObject } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { ResourceIndex } from '../lookup/resource-index';

/**
 * How far a reported value may be from the one of the scene: lamps have fewer levels than a percentage, colours are
 * fitted into what a lamp can show, and a white is rounded to its mirek.
 */
const tolerance = { brightness: 1, mirek: 3, xy: 0.02 } as const;

/**
 * Whether the lamps of a scene show what it asks for.
 *
 * @param scene with its `actions`
 * @returns false for a scene without actions, and while a lamp is not known
 */
export function doLampsShowScene(index: Pick<ResourceIndex, 'get'>, scene: Resource): boolean {
  const { actions } = scene;
  if (!Array.isArray(actions) || actions.length === 0) return false;
  return actions.every((entry: unknown) => {
    const rid = getNestedMember(entry, 'target', 'rid');
    const lamp = typeof rid === 'string' ? index.get(rid) : undefined;
    return lamp !== undefined && isActionShown(lamp, getNestedMember(entry, 'action'));
  });
}

/**
 * Whether a lamp shows what an action of a scene asks for. What a lamp cannot report is not compared.
 *
 * @param lamp the light, or members of it
 */
export function isActionShown(lamp: Readonly<Record<string, unknown>>, action: unknown): boolean {
  if (!isObject(action)) return false;
  const on = getNestedMember(action, 'on', 'on');
  if (on !== undefined && on !== getNestedMember(lamp, 'on', 'on')) return false;
  if (on === false) return true;
  return (
    isNear(lamp, action, ['dimming', 'brightness'], tolerance.brightness) &&
    isNear(lamp, action, ['color_temperature', 'mirek'], tolerance.mirek) &&
    isNear(lamp, action, ['color', 'xy', 'x'], tolerance.xy) &&
    isNear(lamp, action, ['color', 'xy', 'y'], tolerance.xy)
  );
}

function isNear(
  lamp: unknown,
  action: unknown,
  path: readonly string[],
  maxDistance: number,
): boolean {
  const wanted = getNestedMember(action, ...path);
  if (typeof wanted !== 'number' || getNestedMember(lamp, ...path.slice(0, 1)) === undefined)
    return true;
  const shown = getNestedMember(lamp, ...path);
  return typeof shown === 'number' && Math.abs(shown - wanted) <= maxDistance;
}
