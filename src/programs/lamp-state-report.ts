import { getNestedMember, getNumericMember, getXyMember } from '../resources/values/member-access';
import { getReportedMirek } from '../resources/types/light';
import type { Resource } from '../resources';
import type { Xy } from '../units/light-color';

export interface LampStateReport {
  readonly on: boolean | undefined;
  readonly brightness: number | undefined;
  /** Undefined while the lamp shows a colour. */
  readonly mirek: number | undefined;
  readonly xy: Xy | undefined;
  readonly changed: readonly string[];
  /** True if a command of these flows may have caused the change. */
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

/** Creates the report of a lamp after a time without reports: all its properties may have changed externally. */
export const toReportAfterGap = (lamp: Resource): LampStateReport =>
  toLampStateReport(
    lamp,
    ['on.on', 'dimming.brightness', 'color.xy', 'color_temperature.mirek'],
    false,
  );
