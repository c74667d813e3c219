import { clampToGamut, getXyDistance, mirekToXy } from '../units/color';
import type { Xy } from '../units/color';
import type { Resource } from './resource';
import { getMirekRange, getReportedMirek, getGamut } from './types/light';
import { getNumericMember, getXyMember } from './members';
import type { Members } from './members';

/** Largest difference that counts as equal: in percent points, in mirek, as distance in the CIE 1931 diagram. */
interface LightTolerance {
  readonly brightness: number;
  readonly mirek: number;
  readonly xy: number;
}

export const lightTolerances = {
  /**
   * For a write of the last seconds. Brightness is compared closely: people dim in small steps. Colour is compared
   * loosely: each lamp shows its nearest colour.
   */
  recentWrite: { brightness: 1, mirek: 10, xy: 0.1 },
  /**
   * For a program, which may run for hours. Brightness is compared loosely: reports lag behind a fade. Colour is
   * compared closely: a person who picks a similar colour ends the program.
   */
  program: { brightness: 4, mirek: 8, xy: 0.03 },
  /** For a white that a lamp reports as a colour, as distance in the CIE 1931 diagram. */
  whiteAsColor: 0.03,
  /** Before a lamp was turned off: one step of the lamp. */
  formerBrightness: 0.5,
} as const satisfies Readonly<Record<string, LightTolerance | number>>;

export const isNear = (one: number, other: number, tolerance: number): boolean =>
  Math.abs(one - other) <= tolerance;

/** @param tolerance beyond the two ends */
export const isBetween = (value: number, one: number, other: number, tolerance = 0): boolean =>
  value >= Math.min(one, other) - tolerance && value <= Math.max(one, other) + tolerance;

/**
 * Compares within the abilities of the lamp.
 *
 * @param from state before a running transition; values between it and the update count as equal
 * @returns undefined if the update sets no brightness; true if the lamp reports none
 */
export function showsBrightness(
  lamp: Resource,
  update: Members,
  tolerance: LightTolerance,
  from?: Resource,
): boolean | undefined {
  const wanted = getNumericMember(update, 'dimming', 'brightness');
  if (wanted === undefined) return undefined;
  const shown = getNumericMember(lamp, 'dimming', 'brightness');
  if (shown === undefined) return true;
  const least = getNumericMember(lamp, 'dimming', 'min_dim_level') ?? 0;
  const before = getNumericMember(from, 'dimming', 'brightness');
  return isNearOrOnWay(shown, Math.max(wanted, least), tolerance.brightness, before);
}

/**
 * As `showsBrightness`, for the white or colour.
 *
 * @returns undefined if the update sets neither; true if the lamp has no such property
 */
export function showsColor(
  lamp: Resource,
  update: Members,
  tolerance: LightTolerance,
  from?: Resource,
): boolean | undefined {
  const mirek = getNumericMember(update, 'color_temperature', 'mirek');
  if (mirek !== undefined) return showsWhite(lamp, mirek, tolerance.mirek, from);
  const xy = getXyMember(update, 'color', 'xy');
  if (xy === undefined) return undefined;
  const shown = getXyMember(lamp, 'color', 'xy');
  // A lamp of a group shows the nearest white if it has no colours.
  if (shown === undefined) return true;
  const gamut = getGamut(lamp);
  const target = gamut === undefined ? xy : clampToGamut(xy, gamut);
  const before = getXyMember(from, 'color', 'xy');
  // Some lamps take a curved path from one colour to another.
  const way = before === undefined ? 0 : getXyDistance(before, target);
  return getXyDistance(shown, target) <= Math.max(tolerance.xy, way);
}

function showsWhite(
  lamp: Resource,
  mirek: number,
  tolerance: number,
  from: Resource | undefined,
): boolean {
  if (lamp['color_temperature'] === undefined) return true;
  const shown = getReportedMirek(lamp);
  const [coldest, warmest] = getMirekRange(lamp);
  const target = Math.min(warmest, Math.max(coldest, mirek));
  // During a transition from a colour to a white, a lamp shows a colour.
  if (shown === undefined)
    return from !== undefined || isWhiteBetween(getXyMember(lamp, 'color', 'xy'), target, target);
  return isNearOrOnWay(shown, target, tolerance, getReportedMirek(from));
}

const isNearOrOnWay = (
  shown: number,
  target: number,
  tolerance: number,
  before: number | undefined,
): boolean =>
  isNear(shown, target, tolerance) || (before !== undefined && isBetween(shown, before, target));

/** Of a step from one white to another, in mirek. */
const whiteStep = 10;

/**
 * True if a reported colour is a white between two others: some lamps report the white that they show as a colour.
 *
 * @param one in mirek
 * @param other in mirek
 */
export function isWhiteBetween(xy: Xy | undefined, one: number, other: number): boolean {
  if (xy === undefined) return false;
  const warmest = Math.max(one, other);
  for (let mirek = Math.min(one, other); ; mirek = Math.min(warmest, mirek + whiteStep)) {
    if (getXyDistance(xy, mirekToXy(mirek)) <= lightTolerances.whiteAsColor) return true;
    if (mirek >= warmest) return false;
  }
}
