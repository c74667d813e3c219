import type { ResourceChangeEvent } from '../../bridge';
import { getMember } from '../../resources';
import type { Resource } from '../../resources';
import { getButtonIdentifier } from './button-identifier';
import type { ButtonIdentifier } from './button-identifier';

/** Press of a button or bell, or rotation of a dial. */
export interface ButtonPress {
  /** Event of a button or bell; direction of a dial's rotation. */
  event: string;
  button: ButtonIdentifier;
  /** Timestamp as the bridge formats it; missing with older firmware. */
  updated?: string;
  /** Only of a dial. */
  rotation?: DialRotation;
}

/** Rotation of a dial. */
export interface DialRotation {
  /** `start` or `repeat`. */
  action?: string;
  /** 1000 per full rotation (Hue CLIP API reference); negative when counterclockwise. */
  steps: number;
  /** Negative when counterclockwise. */
  degrees: number;
  /** Duration of the rotation, in ms. */
  duration?: number;
}

/** Properties that report presses. Hue CLIP API reference; `bell`: service document, section 2.8. */
const reportPaths = [
  { group: 'button', report: 'button_report' },
  { group: 'bell', report: 'bell_report' },
  { group: 'relative_rotary', report: 'rotary_report' },
] as const;

type ReportPath = (typeof reportPaths)[number];

const degreesPerStep = 0.36;

/**
 * Parses the press that a change reports.
 *
 * @returns undefined for a change that reports no new press
 */
export function parsePress({ resource, reports }: ResourceChangeEvent): ButtonPress | undefined {
  const reportPath = reportPaths.find(({ group }) =>
    reports.some(({ path }) => path.startsWith(`${group}.`)),
  );
  return reportPath === undefined ? undefined : parseReport(resource, reportPath);
}

function parseReport(resource: Resource, { group, report }: ReportPath): ButtonPress | undefined {
  const reported = getMember(resource, group, report) ?? getMember(resource, group, 'last_event');
  const updated = getMember(reported, 'updated');
  const timestamp = typeof updated === 'string' ? { updated } : {};
  if (group === 'relative_rotary') {
    const event = getMember(reported, 'rotation', 'direction');
    if (typeof event !== 'string') return undefined;
    return {
      event,
      button: getButtonIdentifier(resource),
      rotation: parseRotation(reported, event),
      ...timestamp,
    };
  }
  const event = typeof reported === 'string' ? reported : getMember(reported, 'event');
  if (typeof event !== 'string') return undefined;
  return { event, button: getButtonIdentifier(resource), ...timestamp };
}

function parseRotation(reported: unknown, direction: string): DialRotation {
  const action = getMember(reported, 'action');
  const duration = getMember(reported, 'rotation', 'duration');
  const reportedSteps = getMember(reported, 'rotation', 'steps');
  const steps =
    (typeof reportedSteps === 'number' ? reportedSteps : 0) * (direction === 'clock_wise' ? 1 : -1);
  return {
    steps,
    degrees: Math.round(steps * degreesPerStep * 10) / 10,
    ...(typeof action === 'string' ? { action } : {}),
    ...(typeof duration === 'number' ? { duration } : {}),
  };
}
