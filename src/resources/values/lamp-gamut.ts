import { gamutsByType, isGamut } from '../../units/gamut';
import type { Gamut } from '../../units/gamut';
import { getNestedMember, getXyMember } from './member-access';

/** The lamp's own gamut, otherwise the gamut of its `gamut_type`. */
export function getGamut(lamp: unknown): Gamut | undefined {
  const red = getXyMember(lamp, 'color', 'gamut', 'red');
  const green = getXyMember(lamp, 'color', 'gamut', 'green');
  const blue = getXyMember(lamp, 'color', 'gamut', 'blue');
  if (red !== undefined && green !== undefined && blue !== undefined) {
    const own = { red, green, blue };
    if (isGamut(own)) return own;
  }
  const type = getNestedMember(lamp, 'color', 'gamut_type');
  return type === 'A' || type === 'B' || type === 'C' ? gamutsByType[type] : undefined;
}
