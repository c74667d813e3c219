import { getListMember } from './members';
import type { Resource } from './resource';

/** In the order in which they occur. Presses: Hue CLIP API reference; `ring`: service document, section 2.8. */
export const pressEventNames = [
  'initial_press',
  'short_release',
  'double_short_release',
  'long_press',
  'repeat',
  'long_release',
  'ring',
] as const;

const dialEventNames = ['clock_wise', 'counter_clock_wise'] as const;

export const buttonEventNames = [...pressEventNames, ...dialEventNames] as const;

/**
 * Unknown events come last. Without `event_values` (Hue CLIP API reference), returns both directions of a dial, `ring`
 * of a bell, all presses of a button.
 */
export function listButtonEvents(button: Resource): readonly string[] {
  if (button.type === 'relative_rotary') return dialEventNames;
  const values = getListMember(button, 'button', 'event_values');
  const listed = values.filter((value) => typeof value === 'string');
  if (listed.length > 0) return sortButtonEventNames(listed);
  return pressEventNames.filter((event) => (event === 'ring') === (button.type === 'bell_button'));
}

/**
 * Returns the event by which a button says that it was pressed shortly: a switch without a battery, or a bell, reports only
 * that a press begins. Undefined for a dial.
 */
export function findShortPressEvent(button: Resource): string | undefined {
  const events = listButtonEvents(button);
  return ['short_release', 'ring', 'initial_press'].find((event) => events.includes(event));
}

/** Removes duplicates; unknown events come last. */
export const sortButtonEventNames = (events: readonly string[]): readonly string[] => [
  ...new Set([...buttonEventNames.filter((event) => events.includes(event)), ...events]),
];
