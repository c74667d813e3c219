import { getXy } from '../../../../resources/member-access';
import type { Xy } from '../../../../units/light-color';
import type { LightPropertyContext } from '../../light-property';

/** The colour that a lamp shows, also as a white; undefined while it is not known. */
export function getShownXy({ lamp, isOutdated }: LightPropertyContext): Xy | undefined {
  return isOutdated ? undefined : getXy(lamp, 'color', 'xy');
}
