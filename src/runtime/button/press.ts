import { affectsProperty } from '../../bridge';
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
 * Detects a press in a change.
 *
 * @returns undefined for a change that is no press: another property, an added or deleted resource, a press with an
 *   unchanged timestamp in a poll, or a change found after a gap, which may have happened long ago
 */
export function detectPress(change: ResourceChangeEvent): ButtonPress | undefined {
  const { kind, cause, resource, previous, changed } = change;
  if (kind === 'deleted' || cause === 'gap') return undefined;
  const reportPath = reportPaths.find(
    ({ group, report }) =>
      affectsProperty(changed, `${group}.${report}`) ||
      affectsProperty(changed, `${group}.last_event`),
  );
  if (reportPath === undefined) return undefined;
  const press = parsePress(resource, reportPath);
  const isUnchanged =
    cause === 'poll' &&
    press?.updated !== undefined &&
    press.updated === parsePress(previous, reportPath)?.updated;
  return isUnchanged ? undefined : press;
}

/** @returns timestamps of the last press, from each property that reports one */
export const getPressTimes = (resource: Resource): string[] =>
  reportPaths.flatMap((reportPath) => parsePress(resource, reportPath)?.updated ?? []);

function parsePress(
  resource: Resource | undefined,
  { group, report }: ReportPath,
): ButtonPress | undefined {
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
