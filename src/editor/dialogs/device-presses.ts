import { sortButtonEventNames } from '../../resources/definitions/button-events';
import type { ButtonListItem } from '../../runtime/routes/route-responses';

/**
 * Returns the events that the picked buttons can report, each once, in the order of
 * `buttonEventNames`.
 */
export const listEventsOfPickedButtons = (picked: readonly ButtonListItem[]): readonly string[] =>
  sortButtonEventNames(picked.flatMap(({ events }) => events));

/**
 * Returns true if the list of a button node may offer an output for this button.
 *
 * @param picked buttons of the picked device; undefined if none is picked or its buttons are
 *   unknown
 * @param button number of a button, `dial` or `bell`; empty for any
 */
export const isButtonOffered = (
  picked: readonly ButtonListItem[] | undefined,
  button: string,
): boolean => picked === undefined || button === '' || picked.some((one) => one.button === button);

/**
 * Returns true if the list of a button node may offer an output for this event.
 *
 * @param event name of an event; empty for any
 * @param button button of the output; empty for any
 */
export function isButtonEventOffered(
  picked: readonly ButtonListItem[] | undefined,
  event: string,
  button: string,
): boolean {
  if (picked === undefined || event === '') return true;
  return picked.some(
    (one) => (button === '' || one.button === button) && one.events.includes(event),
  );
}
