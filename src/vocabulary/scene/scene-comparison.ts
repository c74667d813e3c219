import {
  getListMember,
  getNestedMember,
  getTextMember,
  isObject,
} from '../../resources/values/member-access';
import type { Resource, Members } from '../../resources';
import type { ResourceIndex } from '../lookup/resource-index';

/** A lamp has fewer levels than percent values, fits colours into its gamut, and rounds a white to its mirek. */
const tolerance = { brightness: 1, mirek: 3, xy: 0.02 } as const;

/**
 * @param scene with its `actions`
 * @returns false for a scene without actions, and if a lamp is unknown
 */
export function doLampsShowScene(index: Pick<ResourceIndex, 'get'>, scene: Resource): boolean {
  const actions = getListMember(scene, 'actions');
  const isShown = (entry: unknown): boolean => {
    const lamp = index.get(getTextMember(entry, 'target', 'rid') ?? '');
    return lamp !== undefined && isActionShown(lamp, getNestedMember(entry, 'action'));
  };
  return actions.length > 0 && actions.every(isShown);
}

/**
 * Ignores members that the lamp does not report.
 *
 * @param lamp the light, or members of it
 */
export function isActionShown(lamp: Members, action: unknown): boolean {
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
