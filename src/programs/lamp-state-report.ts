import { getNestedMember, getNumericMember, getXyMember } from '../resources/values/member-access';
import { getReportedMirek } from '../resources/types/light';
import type { Resource } from '../resources';
import type { Xy } from '../units/light-color';

/** What a lamp reports. */
export interface LampStateReport {
  readonly on: boolean | undefined;
  readonly brightness: number | undefined;
  /** Undefined while it shows a colour. */
  readonly mirek: number | undefined;
  readonly xy: Xy | undefined;
  /** Paths of the properties that changed. */
  readonly changed: readonly string[];
  /** True when a command of these flows may have caused it. */
  readonly own: boolean;
}

/**
 * The report of a lamp from its state.
 *
 * @param lamp its state after the change
 * @param changed paths of the properties that changed
 * @param own whether a command of these flows may have caused the change
 */
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

/** The report of a lamp of which nothing was learnt for a while: all that it shows may have been set by somebody else. */
export const toReportAfterGap = (lamp: Resource): LampStateReport =>
  toLampStateReport(
    lamp,
    ['on.on', 'dimming.brightness', 'color.xy', 'color_temperature.mirek'],
    false,
  );
