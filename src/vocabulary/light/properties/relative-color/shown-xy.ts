import { getXyMember } from '../../../../resources/values/member-access';
import type { Xy } from '../../../../units/light-color';
import type { LightCommandPropertyContext } from '../../light-property';

/** Returns the shown colour, also while the lamp shows a white; undefined if unknown. */
export function getShownXy({ lamp, isOutdated }: LightCommandPropertyContext): Xy | undefined {
  return isOutdated ? undefined : getXyMember(lamp, 'color', 'xy');
}
