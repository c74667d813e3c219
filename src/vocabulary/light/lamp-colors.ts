import type { Resource } from '../../resources';
import { getGamut } from '../../resources/values/lamp-gamut';
import { rgbToXy, xyToRgb } from '../../units/color-conversion';
import type { ColorSpace } from '../../units/color-conversion';
import { clampToGamuts, getXyDistance } from '../../units/gamut';
import type { Gamut } from '../../units/gamut';
import type { Rgb, Xy } from '../../units/light-color';
import type { ParsedColor } from '../parsing/parse-color';

/** What a colour is converted for. */
export interface LampColorContext {
  /** Path of the value, for warnings. */
  at: string;
  /** Last known state of the lamp or group; undefined when nothing is known of it. */
  lamp: Resource | undefined;
  /** The lamp's own colours when it is missing. */
  colorSpace?: ColorSpace | undefined;
  /** Finds the lamps of a group; missing for a lamp. */
  findGroupLamps?: (() => readonly Resource[]) | undefined;
}

/** A colour within the gamut of the lamp, or of a lamp of the group. */
export interface ConvertedColor {
  xy: Xy;
  warnings: readonly string[];
}

/** Smallest shift in the xy diagram that causes a warning. sRGB blue lies nearer than this to gamut C. */
const visibleColorShift = 0.02;

/**
 * Converts a colour to the nearest that the lamp shows; for a group, that one of its lamps shows, so that none gets what
 * lies beyond the corners of all. There is a warning when even what a screen shows of the colour is beyond them.
 */
export function convertColor(color: ParsedColor, context: LampColorContext): ConvertedColor {
  const { at, colorSpace, findGroupLamps } = context;
  const gamuts = findGamuts(context);
  const seen = 'rgb' in color ? rgbToXy(color.rgb, { space: 'srgb' }) : color.xy;
  const nearest = clampToGamuts(seen, gamuts);
  const xy = 'rgb' in color ? rgbToXy(color.rgb, { space: colorSpace, gamuts }) : nearest;
  const shift = getXyDistance(nearest, seen);
  const shownBy =
    findGroupLamps !== undefined
      ? 'no lamp of this group can show that colour, each shows the nearest that it can.'
      : 'this lamp cannot show that colour, the nearest it can show was taken.';
  return {
    xy: { x: xy.x, y: xy.y },
    warnings: shift < visibleColorShift ? [] : [`${at}: ${shownBy}`],
  };
}

/** What a lamp shows at a point of the diagram, as it would be said. */
export const getLampRgb = (
  xy: Xy,
  { lamp, colorSpace }: Pick<LampColorContext, 'lamp' | 'colorSpace'>,
): Rgb => xyToRgb(xy, { space: colorSpace, gamut: getGamut(lamp) });

function findGamuts({ lamp, findGroupLamps }: LampColorContext): readonly Gamut[] {
  const lamps = findGroupLamps === undefined ? [lamp] : findGroupLamps();
  return lamps.flatMap((one) => getGamut(one) ?? []);
}
