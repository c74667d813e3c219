import { getXyMember } from '../../../../resources/values/member-access';
import type { Xy } from '../../../../units/light-color';
import type { LightCommandPropertyContext } from '../../light-property';

/** The colour that a lamp shows, also as a white; undefined while it is not known. */
export function getShownXy({ lamp, isOutdated }: LightCommandPropertyContext): Xy | undefined {
  return isOutdated ? undefined : getXyMember(lamp, 'color', 'xy');
}
