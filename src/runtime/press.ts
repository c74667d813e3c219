import { getNestedMember } from '../resources/members';
import type { ResourceChangeEvent } from '../bridge';
import type { Resource } from '../resources/resource';

/** Null if the bridge reports no number. */
type ButtonNumberOrKind = number | 'dial' | 'bell' | null;

export function getButtonNumberOrKind(resource: Resource | undefined): ButtonNumberOrKind {
  if (resource?.type === 'bell_button') return 'bell';
  if (resource?.type === 'relative_rotary') return 'dial';
  const number = getNestedMember(resource, 'metadata', 'control_id');
  return typeof number === 'number' ? number : null;
}

/** A press, or rotation of a dial. */
export interface ButtonPress {
  /** Event, or direction of a dial. */
  event: string;
  button: ButtonNumberOrKind;
  /** From the bridge; missing with older firmware. */
  updated?: string;
  rotation?: DialRotation;
}

interface DialRotation {
  /** `start` or `repeat`. */
  action?: string;
  /** 1000 per full rotation (Hue CLIP API reference); negative when counterclockwise. */
  steps: number;
  /** Negative when counterclockwise. */
  degrees: number;
  /** In ms. */
  duration?: number;
}

/** Hue CLIP API reference; `bell`: service document, section 2.8. */
export const reportPaths = [
  { group: 'button', report: 'button_report' },
  { group: 'bell', report: 'bell_report' },
  { group: 'relative_rotary', report: 'rotary_report' },
] as const;

type ReportPath = (typeof reportPaths)[number];

const degreesPerStep = 0.36;

export function parseReportedPress({
  resource,
  reports,
}: ResourceChangeEvent): ButtonPress | undefined {
  const reportPath = reportPaths.find(({ group }) =>
    reports.some(({ path }) => path.startsWith(`${group}.`)),
  );
  return reportPath === undefined ? undefined : parseReport(resource, reportPath);
}

function parseReport(resource: Resource, { group, report }: ReportPath): ButtonPress | undefined {
  const reported =
    getNestedMember(resource, group, report) ?? getNestedMember(resource, group, 'last_event');
  const updated = getNestedMember(reported, 'updated');
  const timestamp = typeof updated === 'string' ? { updated } : {};
  if (group === 'relative_rotary') {
    const event = getNestedMember(reported, 'rotation', 'direction');
    if (typeof event !== 'string') return undefined;
    return {
      event,
      button: getButtonNumberOrKind(resource),
      rotation: parseRotation(reported, event),
      ...timestamp,
    };
  }
  const event = typeof reported === 'string' ? reported : getNestedMember(reported, 'event');
  if (typeof event !== 'string') return undefined;
  return { event, button: getButtonNumberOrKind(resource), ...timestamp };
}

function parseRotation(reported: unknown, direction: string): DialRotation {
  const action = getNestedMember(reported, 'action');
  const duration = getNestedMember(reported, 'rotation', 'duration');
  const reportedSteps = getNestedMember(reported, 'rotation', 'steps');
  const steps =
    (typeof reportedSteps === 'number' ? reportedSteps : 0) * (direction === 'clock_wise' ? 1 : -1);
  return {
    steps,
    degrees: Math.round(steps * degreesPerStep * 10) / 10,
    ...(typeof action === 'string' ? { action } : {}),
    ...(typeof duration === 'number' ? { duration } : {}),
  };
}
