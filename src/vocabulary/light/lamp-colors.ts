import type { Resource } from '../../resources';
import { getGamut } from '../../resources/types/light';
import { getXyMember } from '../../resources/values/member-access';
import { rgbToXy, xyToRgb } from '../../units/color-conversion';
import type { ColorSpace } from '../../units/color-conversion';
import { clampToGamuts, getXyDistance } from '../../units/gamut';
import type { Gamut } from '../../units/gamut';
import type { Rgb, Xy } from '../../units/light-color';
import type { ParsedColor } from '../parsing/parse-color';
import type { CommandWarning } from '../parsing/parse-result';

export interface LampColorContext {
  at: string;
  lamp: Resource | undefined;
  /** The lamp's own colours if missing. */
  colorSpace?: ColorSpace | undefined;
  /** Missing for a lamp. */
  findGroupLamps?: (() => readonly Resource[]) | undefined;
}

export interface ConvertedColor {
  xy: Xy;
  warnings: readonly CommandWarning[];
}

/** In the xy diagram, for a warning. The shift of sRGB blue into gamut C is smaller. */
const visibleColorShift = 0.02;

/** Returns the nearest colour of the lamp, or of a lamp of the group; warns outside the gamuts. */
export function convertColor(color: ParsedColor, context: LampColorContext): ConvertedColor {
  const { at, colorSpace, findGroupLamps } = context;
  const gamuts = findGamuts(context);
  const seen = 'rgb' in color ? rgbToXy(color.rgb, { space: 'srgb' }) : color.xy;
  const nearest = clampToGamuts(seen, gamuts);
  const xy = 'rgb' in color ? rgbToXy(color.rgb, { space: colorSpace, gamuts }) : nearest;
  const shift = getXyDistance(nearest, seen);
  const kind = findGroupLamps === undefined ? 'nearestColor' : 'nearestColors';
  return {
    xy: { x: xy.x, y: xy.y },
    warnings: shift < visibleColorShift ? [] : [{ kind, path: at }],
  };
}

export const getLampRgb = (
  xy: Xy,
  { lamp, colorSpace }: Pick<LampColorContext, 'lamp' | 'colorSpace'>,
): Rgb => xyToRgb(xy, { space: colorSpace, gamut: getGamut(lamp) });

function findGamuts({ lamp, findGroupLamps }: LampColorContext): readonly Gamut[] {
  const lamps = findGroupLamps === undefined ? [lamp] : findGroupLamps();
  return lamps.flatMap((one) => getGamut(one) ?? []);
}

/** Also while the lamp shows a white; undefined if unknown. */
export const getLampXy = ({
  lamp,
  isOutdated,
}: Pick<LampColorContext, 'lamp'> & { isOutdated: boolean }): Xy | undefined =>
  isOutdated ? undefined : getXyMember(lamp, 'color', 'xy');
