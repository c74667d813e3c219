import { getReportedMirek } from '../../resources/types/light';
import { isWhiteBetween } from '../../resources/shown-light';
import {
  isObject,
  getNestedMember,
  getNumericMember,
  getXyMember,
} from '../../resources/values/member-access';
import type { Members, Resource } from '../../resources';
import type { Xy } from '../../units/light-color';

/**
 * Adds whether a lamp shows its white or its colour to an update that says neither. Some bridges send only the one that
 * was set, without `mirek_valid`: the member of the update counts. A colour that is the reported white changes nothing.
 *
 * @returns the update, or a copy with `color_temperature`
 */
export function addShownColor(state: Resource, update: Resource): Resource {
  if (update.type !== 'light' || !isObject(state['color_temperature'])) return update;
  const { color_temperature: white } = update;
  if (getNestedMember(white, 'mirek_valid') !== undefined) return update;
  const mirek = getNumericMember(white, 'mirek');
  const xy = getXyMember(update, 'color', 'xy');
  const setShownWhite = (members: Members): Resource => ({
    ...update,
    color_temperature: { ...(isObject(white) ? white : {}), ...members },
  });
  if (mirek !== undefined && (xy === undefined || isSetWhite(state, mirek, xy)))
    return setShownWhite({ mirek_valid: true });
  const shown = mirek ?? getReportedMirek(state);
  if (xy === undefined || shown === undefined || isWhiteBetween(xy, shown, shown)) return update;
  return setShownWhite({ mirek: null, mirek_valid: false });
}

/** Of a white and a colour in one update, the one that is new was set. */
const isSetWhite = (state: Resource, mirek: number, xy: Xy): boolean =>
  isWhiteBetween(xy, mirek, mirek) ||
  getNumericMember(state, 'color_temperature', 'mirek') !== mirek;
