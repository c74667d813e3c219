import { concerns } from '../../bridge';
import type { Change } from '../../bridge';
import { member } from '../../resources';
import type { Resource } from '../../resources';
import { buttonOf } from './button-of';
import type { Button } from './button-of';

/** Something that a person did to a button, a bell or a dial. */
export interface Press {
  /** One of the events of buttons; of a dial the direction of the turn. */
  event: string;
  button: Button;
  /** When, as the bridge writes it; older firmware does not say. */
  updated?: string;
  /** Only of a dial. */
  turn?: Turn;
}

/** How far a dial was turned. */
export interface Turn {
  /** `start` or `repeat`. */
  action?: string;
  /** 1000 once around (Hue CLIP API reference); negative against the clock. */
  steps: number;
  /** Negative against the clock. */
  degrees: number;
  /** How long it took, in ms. */
  duration?: number;
}

/** Where presses are reported. Hue CLIP API reference; `bell`: service document, section 2.8. */
const places = [
  { group: 'button', report: 'button_report' },
  { group: 'bell', report: 'bell_report' },
  { group: 'relative_rotary', report: 'rotary_report' },
] as const;

type Place = (typeof places)[number];

const degreesPerStep = 0.36;

/**
 * Reads a press from a change.
 *
 * @returns undefined for everything that is no press: another property, a resource that appeared or
 *   vanished, what was found after a gap and may have happened long ago
 */
export function pressOf(change: Change): Press | undefined {
  const { kind, cause, resource, previous, changed } = change;
  if (kind === 'deleted' || cause === 'gap') return undefined;
  const place = places.find(
    ({ group, report }) =>
      concerns(changed, `${group}.${report}`) || concerns(changed, `${group}.last_event`),
  );
  if (place === undefined) return undefined;
  const press = readPress(resource, place);
  const isOld =
    cause === 'poll' &&
    press?.updated !== undefined &&
    press.updated === readPress(previous, place)?.updated;
  return isOld ? undefined : press;
}

/** @returns when the last press was, as each place that reports one writes it */
export const pressTimes = (resource: Resource): string[] =>
  places.flatMap((place) => readPress(resource, place)?.updated ?? []);

function readPress(resource: Resource | undefined, { group, report }: Place): Press | undefined {
  const reported = member(resource, group, report) ?? member(resource, group, 'last_event');
  const updated = member(reported, 'updated');
  const moment = typeof updated === 'string' ? { updated } : {};
  if (group === 'relative_rotary') {
    const event = member(reported, 'rotation', 'direction');
    if (typeof event !== 'string') return undefined;
    return { event, button: buttonOf(resource), turn: readTurn(reported, event), ...moment };
  }
  const event = typeof reported === 'string' ? reported : member(reported, 'event');
  if (typeof event !== 'string') return undefined;
  return { event, button: buttonOf(resource), ...moment };
}

function readTurn(reported: unknown, direction: string): Turn {
  const action = member(reported, 'action');
  const duration = member(reported, 'rotation', 'duration');
  const told = member(reported, 'rotation', 'steps');
  const steps = (typeof told === 'number' ? told : 0) * (direction === 'clock_wise' ? 1 : -1);
  return {
    steps,
    degrees: Math.round(steps * degreesPerStep * 10) / 10,
    ...(typeof action === 'string' ? { action } : {}),
    ...(typeof duration === 'number' ? { duration } : {}),
  };
}
