import { toText } from './setting-fields';

export type Choice = readonly [value: string, label: string];

export const createOptions = (choices: readonly Choice[]): JQuery[] =>
  choices.map(([value, label]) => $('<option>').val(value).text(label));

/** @param label accessible name */
export const createSelect = (label: string, choices: readonly Choice[] = []): JQuery =>
  $('<select>').attr('aria-label', label).append(createOptions(choices));

export const addChosen = (
  choices: readonly Choice[],
  chosen: string,
  label = chosen,
): readonly Choice[] =>
  chosen === '' || choices.some(([value]) => value === chosen)
    ? choices
    : [...choices, [chosen, label]];

/** @param icon of Font Awesome, such as `times` */
export const createIconButton = (className: string, icon: string, label: string): JQuery =>
  $(`<button type="button" class="${className}">`)
    .attr({ 'aria-label': label, title: label })
    .append(`<i class="fa fa-${icon}" aria-hidden="true"></i>`);

/** The chosen option stays. */
export function showOfferedOptions(select: JQuery, isOffered: (value: string) => boolean): void {
  const chosen = toText(select.val());
  for (const option of select.find('option').toArray()) {
    const value = toText($(option).val());
    const isHidden = value !== chosen && !isOffered(value);
    $(option).prop({ hidden: isHidden, disabled: isHidden });
  }
}
