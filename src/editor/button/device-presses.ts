import { sortButtonEventNames } from '../../resources/definitions/button-events';
import type { ButtonListItem } from '../../runtime/routes/route-responses';

/**
 * Lists what the buttons of a picked device, or a picked button, can report.
 *
 * @returns each event once, in the order of `buttonEventNames`
 */
export const listEventsOfPickedButtons = (picked: readonly ButtonListItem[]): readonly string[] =>
  sortButtonEventNames(picked.flatMap(({ events }) => events));

/**
 * Says whether an output in the list of a button node may be for a button.
 *
 * @param picked the buttons of the picked device; undefined while none is picked or its buttons are not known
 * @param button number of a button, `dial` or `bell`; empty for any
 */
export const isButtonSelectable = (
  picked: readonly ButtonListItem[] | undefined,
  button: string,
): boolean => picked === undefined || button === '' || picked.some((one) => one.button === button);

/**
 * Says whether an output in the list of a button node may be for an event.
 *
 * @param picked as in `isButtonSelectable`
 * @param event name of an event; empty for any
 * @param button the button that the output is for; empty for any
 */
export function isButtonEventSelectable(
  picked: readonly ButtonListItem[] | undefined,
  event: string,
  button: string,
): boolean {
  if (picked === undefined || event === '') return true;
  return picked.some(
    (one) => (button === '' || one.button === button) && one.events.includes(event),
  );
}
