import { getNestedMember } from '../values/member-access';
import type { Resource } from './resource-definition';

/**
 * Events of buttons and bells, in the order in which they occur. Presses: Hue CLIP API reference;
 * `ring`: service document, section 2.8.
 */
export const pressEventNames = [
  'initial_press',
  'short_release',
  'double_short_release',
  'long_press',
  'repeat',
  'long_release',
  'ring',
] as const;

/** Events of a dial: its directions of rotation. */
const dialEventNames = ['clock_wise', 'counter_clock_wise'] as const;

/** Events of buttons, bells and dials; the events of a dial are its directions of rotation. */
export const buttonEventNames = [...pressEventNames, ...dialEventNames] as const;

/**
 * Lists the events that a button, a bell or a dial can report, as its `event_values` say (Hue CLIP API reference).
 *
 * @returns in the order of `buttonEventNames`, with those of newer firmware at the end; where it lists none, both
 *   directions of a dial, `ring` of a bell, and all presses of a button
 */
export function listButtonEvents(button: Resource): readonly string[] {
  if (button.type === 'relative_rotary') return dialEventNames;
  const values = getNestedMember(button, 'button', 'event_values');
  const listed = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  if (listed.length > 0) return sortButtonEventNames(listed);
  return pressEventNames.filter((event) => (event === 'ring') === (button.type === 'bell_button'));
}

/** Sorts events into the order of `buttonEventNames`, each once, with those that are not among them at the end. */
export const sortButtonEventNames = (events: readonly string[]): readonly string[] => [
  ...new Set([...buttonEventNames.filter((event) => events.includes(event)), ...events]),
];
