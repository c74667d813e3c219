import { getMember } from '../../../resources/member-access';
import type { Xy } from '../../../units/light-color';
import type { LightPropertyContext } from '../light-property';

/** The colour that a lamp shows, also as a white; undefined while it is not known. */
export function getShownXy({ lamp, isOutdated }: LightPropertyContext): Xy | undefined {
  const [x, y] = [getMember(lamp, 'color', 'xy', 'x'), getMember(lamp, 'color', 'xy', 'y')];
  return isOutdated || typeof x !== 'number' || typeof y !== 'number' ? undefined : { x, y };
}
