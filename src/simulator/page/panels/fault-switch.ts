import { createElement } from '../element';

/** A checkbox with an optional number field. */
export interface FaultSwitch {
  checkbox: HTMLInputElement;
  number?: HTMLInputElement | HTMLSelectElement;
  row: HTMLElement;
}

/** Creates a switch; `unit` is shown after the number. */
export function createFaultSwitch(
  text: string,
  number?: HTMLInputElement | HTMLSelectElement,
  unit = '',
): FaultSwitch {
  const checkbox = createElement('input', { type: 'checkbox' });
  const label = createElement('label', {}, checkbox, text);
  const row = createElement('div', { class: 'fault' }, label);
  if (number === undefined) return { checkbox, row };
  row.append(number, unit);
  return { checkbox, number, row };
}

/** Creates a select field for HTTP statuses. */
export function createHttpStatusSelect(statuses: readonly number[]): HTMLSelectElement {
  const field = createElement('select', { 'aria-label': 'Status' });
  for (const status of statuses) field.append(createStatusOption(status));
  return field;
}

const createStatusOption = (status: number): HTMLOptionElement =>
  createElement('option', { value: status }, `${status}`);

export const createNumberField = (label: string, value: number, max: number): HTMLInputElement =>
  createElement('input', { type: 'number', 'aria-label': label, value, min: 1, max });

/** The number of a switch; an empty field counts as 1. */
export const getFaultSwitchNumber = ({ number }: FaultSwitch): number =>
  Math.max(1, Number(number?.value) || 1);

/** Sets a switch on with a number, or off; a number field that has the focus is not changed. */
export function setFaultSwitch({ checkbox, number }: FaultSwitch, value: number | undefined): void {
  checkbox.checked = value !== undefined;
  if (value === undefined || number === undefined || document.activeElement === number) return;
  if (number instanceof HTMLSelectElement && !hasOption(number, value)) {
    number.append(createStatusOption(value));
  }
  number.value = String(value);
}

const hasOption = (field: HTMLSelectElement, value: number): boolean =>
  [...field.options].some((option) => option.value === String(value));
