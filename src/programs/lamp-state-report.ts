import { getNestedMember, getNumericMember, getXyMember } from '../resources/members';
import { getReportedMirek } from '../resources/types/light';
import { isBetween, isWhiteBetween, lightTolerances } from '../resources/shown-light';
import type { Resource } from '../resources/resource';
import type { Xy } from '../units/color';

export interface LampStateReport {
  readonly on: boolean | undefined;
  readonly brightness: number | undefined;
  /** Undefined while the lamp shows a colour. */
  readonly mirek: number | undefined;
  readonly xy: Xy | undefined;
  readonly changed: readonly string[];
  /** A command of these flows may have caused the change. */
  readonly own: boolean;
}

export function toLampStateReport(
  lamp: Resource,
  changed: readonly string[],
  own: boolean,
): LampStateReport {
  const on = getNestedMember(lamp, 'on', 'on');
  return {
    on: typeof on === 'boolean' ? on : undefined,
    brightness: getNumericMember(lamp, 'dimming', 'brightness'),
    mirek: getReportedMirek(lamp),
    xy: getXyMember(lamp, 'color', 'xy'),
    changed,
    own,
  };
}

/**
 * True if the brightness is not between two others, so that somebody else has set it.
 *
 * @param from in percent; `to` if undefined
 * @param to in percent; undefined if the brightness does not matter
 */
export const isOtherBrightness = (
  { brightness, changed }: LampStateReport,
  from: number | undefined,
  to: number | undefined,
): boolean =>
  changed.includes('dimming.brightness') &&
  brightness !== undefined &&
  to !== undefined &&
  !isBetween(brightness, from ?? to, to, lightTolerances.program.brightness);

/** In mirek. Also for a white that the lamp reports as a colour. */
export const isOtherWhite = ({ mirek, xy }: LampStateReport, from: number, to: number): boolean =>
  mirek === undefined
    ? !isWhiteBetween(xy, from, to)
    : !isBetween(mirek, from, to, lightTolerances.program.mirek);

/** After a time without reports, all properties may have changed externally. */
export const toReportAfterGap = (lamp: Resource): LampStateReport =>
  toLampStateReport(
    lamp,
    ['on.on', 'dimming.brightness', 'color.xy', 'color_temperature.mirek'],
    false,
  );
