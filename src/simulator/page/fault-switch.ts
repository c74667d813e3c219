import { element } from './element';

/** A switch, with the number that belongs to it where there is one. */
export interface FaultSwitch {
  box: HTMLInputElement;
  number?: HTMLInputElement | HTMLSelectElement;
  row: HTMLElement;
}

/** Makes a switch; `unit` stands behind the number. */
export function faultSwitch(
  text: string,
  number?: HTMLInputElement | HTMLSelectElement,
  unit = '',
): FaultSwitch {
  const box = element('input', { type: 'checkbox' });
  const label = element('label', {}, box, text);
  const row = element('div', { class: 'fault' }, label);
  if (number === undefined) return { box, row };
  row.append(number, unit);
  return { box, number, row };
}

/** A choice of HTTP statuses. */
export function statusField(statuses: readonly number[]): HTMLSelectElement {
  const field = element('select', { 'aria-label': 'Status' });
  for (const status of statuses) field.append(statusOption(status));
  return field;
}

const statusOption = (status: number): HTMLOptionElement =>
  element('option', { value: status }, `${status}`);

export const numberField = (label: string, value: number, max: number): HTMLInputElement =>
  element('input', { type: 'number', 'aria-label': label, value, min: 1, max });

/** The number beside a switch; an empty field counts as 1. */
export const chosen = ({ number }: FaultSwitch): number => Math.max(1, Number(number?.value) || 1);

/** Shows a switch as on, with its number, or as off; a field that a person is in stays as it is. */
export function show({ box, number }: FaultSwitch, value: number | undefined): void {
  box.checked = value !== undefined;
  if (value === undefined || number === undefined || document.activeElement === number) return;
  if (number instanceof HTMLSelectElement && !hasOption(number, value)) {
    number.append(statusOption(value));
  }
  number.value = String(value);
}

const hasOption = (field: HTMLSelectElement, value: number): boolean =>
  [...field.options].some((option) => option.value === String(value));
