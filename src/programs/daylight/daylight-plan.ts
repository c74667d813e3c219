import { getNestedMember } from '../../resources';
import { unitLengths } from '../../units/duration';
import type { Resource, Members } from '../../resources';
import { getMirekRange } from '../../resources/types/light';
import type { LampProperty } from '../program';
import { isOtherBrightness, isOtherWhite, toReportAfterGap } from '../lamp-state-report';
import type { LampStateReport } from '../lamp-state-report';
import type { TimedUpdate, TimedUpdatePlan } from '../timed-update-plan';
import type { DaylightCurve, DaylightInMirek } from './daylight-curve';

const { minute } = unitLengths;

/** Transition of one request, in minutes. */
const longestStep = 30;

/** In ms after a request; the lamp may still report its earlier state. */
const settlingTime = 1_000;

/** Minimum change for a request, in mirek and percent points. */
const worthwhile = { mirek: 4, brightness: 1.5 } as const;

type DaylightLampProperties = readonly Extract<LampProperty, 'brightness' | 'color'>[];

/** A lamp without shades of white follows in brightness only. */
export const listDaylightPropertiesOfLamp = (
  lamp: Resource,
  { brightness }: DaylightInMirek,
): DaylightLampProperties => [
  ...(getNestedMember(lamp, 'color_temperature') === undefined ? [] : (['color'] as const)),
  ...(getNestedMember(lamp, 'dimming') === undefined || brightness === undefined
    ? []
    : (['brightness'] as const)),
];

/**
 * Plans the current light immediately, then transitions of at least a minute, each until the light has changed enough
 * for a request.
 *
 * @param now system time in ms since the epoch
 */
export function createDaylightPlan(
  curve: DaylightCurve,
  lamp: Resource,
  now: () => number,
): TimedUpdatePlan {
  const properties = listDaylightPropertiesOfLamp(lamp, curve(now()));
  const [least, most] = getMirekRange(lamp);
  const pointAt = (time: number): DaylightInMirek => {
    const point = curve(time);
    return { ...point, mirek: Math.min(most, Math.max(least, point.mirek)) };
  };
  let course = { from: pointAt(now()), to: pointAt(now()) };
  let hasBegun = false;
  let sentAt = -Infinity;
  const isExternal: TimedUpdatePlan['isExternal'] = (report, elapsed) =>
    report.on === false ||
    (!(report.own && elapsed - sentAt < settlingTime) && isOffCourse(report, course, properties));
  return {
    duration: Infinity,
    at(elapsed, isLate): TimedUpdate {
      const from = pointAt(now());
      const key = Math.round(elapsed);
      // The system date was set or the machine slept: the lamp shows the light of another time.
      const hasJumped = differs(course.to, from);
      if (!hasBegun || isLate || hasJumped) {
        hasBegun = true;
        sentAt = elapsed;
        course = { from, to: from };
        return { key, members: toMembers(from, properties), until: elapsed + minute };
      }
      const length = findStep(pointAt, now());
      course = { from, to: pointAt(now() + length) };
      const isWorthwhile = differs(course.from, course.to);
      if (isWorthwhile) sentAt = elapsed;
      const dynamics = { duration: length };
      const members = isWorthwhile ? { ...toMembers(course.to, properties), dynamics } : {};
      return { key, members, until: elapsed + length };
    },
    isExternal,
    mayShow: (shown, elapsed) => !isExternal(toReportAfterGap(shown), elapsed),
  };
}

function findStep(pointAt: DaylightCurve, time: number): number {
  const from = pointAt(time);
  let minutes = 1;
  while (minutes < longestStep && !differs(from, pointAt(time + minutes * minute))) minutes += 1;
  return minutes * minute;
}

const differs = (from: DaylightInMirek, to: DaylightInMirek): boolean =>
  Math.abs(to.mirek - from.mirek) >= worthwhile.mirek ||
  Math.abs((to.brightness ?? 0) - (from.brightness ?? 0)) >= worthwhile.brightness;

const toMembers = (
  { mirek, brightness }: DaylightInMirek,
  properties: DaylightLampProperties,
): Members => ({
  ...(properties.includes('color') ? { color_temperature: { mirek } } : {}),
  ...(properties.includes('brightness') && brightness !== undefined
    ? { dimming: { brightness } }
    : {}),
});

function isOffCourse(
  report: LampStateReport,
  { from, to }: { from: DaylightInMirek; to: DaylightInMirek },
  properties: DaylightLampProperties,
): boolean {
  return (
    (properties.includes('brightness') &&
      isOtherBrightness(report, from.brightness ?? 0, to.brightness ?? 0)) ||
    (properties.includes('color') &&
      report.changed.some((path) => path.startsWith('color')) &&
      isOtherWhite(report, from.mirek, to.mirek))
  );
}
