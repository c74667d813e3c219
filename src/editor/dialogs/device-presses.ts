import { sortButtonEventNames } from '../../resources/button-events';
import type { ButtonListItem } from '../../runtime/routes/responses';

/** Adds the double press that the node finds itself, in the order of `buttonEventNames`. */
export const addDoublePress = (picked: readonly ButtonListItem[]): readonly ButtonListItem[] =>
  picked.map((one) =>
    one.button === 'dial'
      ? one
      : { ...one, events: sortButtonEventNames([...one.events, 'double_short_release']) },
  );

/** Sorts the events as `buttonEventNames`. */
export const listEventsOfPickedButtons = (picked: readonly ButtonListItem[]): readonly string[] =>
  sortButtonEventNames(picked.flatMap(({ events }) => events));

/**
 * @param picked undefined if unknown
 * @param button number, `dial` or `bell`; empty for any
 */
export const isButtonOffered = (
  picked: readonly ButtonListItem[] | undefined,
  button: string,
): boolean => picked === undefined || button === '' || picked.some((one) => one.button === button);

/**
 * @param event empty for any
 * @param button empty for any
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
