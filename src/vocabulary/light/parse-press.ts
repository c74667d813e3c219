import type { Members } from '../../resources';
import { isObject } from '../../resources/values/member-access';

/** Of a dial: a full turn of 1000 steps is the whole range. */
const stepsPerPercent = 10;

type PressRequest =
  | { readonly kind: 'set'; readonly command: unknown; readonly target: undefined }
  /** A press that sets nothing, such as the beginning of every press. */
  | { readonly kind: 'unusedPress' };

const commands: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ['short_release', 'toggle'],
  ['long_press', { dim: 'turn' }],
  ['long_release', 'stop'],
]);

const unused: ReadonlySet<unknown> = new Set(['initial_press', 'repeat', 'double_short_release']);

/** A switch without a battery reports only that a press begins. */
const hasNoRelease = ({ events }: Members): boolean =>
  Array.isArray(events) && !events.includes('short_release');

/**
 * No command of a lamp has the members of a press.
 *
 * @returns undefined for any other payload, also for a bell
 */
export function parsePress(payload: unknown): PressRequest | undefined {
  if (!isObject(payload) || typeof payload['event'] !== 'string') return undefined;
  const { event, button, steps } = payload;
  const target = undefined;
  if (button === 'dial' && typeof steps === 'number' && steps !== 0) {
    const percent = Math.min(100, Math.max(1, Math.round(Math.abs(steps) / stepsPerPercent)));
    const command = { brightness: `${steps < 0 ? '-' : '+'}${percent}` };
    return { kind: 'set', command, target };
  }
  if (typeof button !== 'number' && button !== null) return undefined;
  if (event === 'initial_press' && hasNoRelease(payload))
    return { kind: 'set', command: 'toggle', target };
  const command = commands.get(event);
  if (command !== undefined) return { kind: 'set', command, target };
  return unused.has(event) ? { kind: 'unusedPress' } : undefined;
}
