import type { ActiveFaults, AnswerFault } from '../control-protocol';
import { element, elementById } from './element';

/** Statuses of the service document, section 7, and 400 (Hue CLIP API reference). */
const statuses = [429, 503, 500, 401, 403, 404, 405, 406, 409, 507, 400];

/** The switches for what goes wrong on purpose. */
export interface FaultsPanel {
  show: (faults: ActiveFaults) => void;
}

/** A switch, with the number that belongs to it where there is one. */
interface FaultSwitch {
  box: HTMLInputElement;
  number?: HTMLInputElement | HTMLSelectElement;
  row: HTMLElement;
}

/** Fills the panel of the page. `apply` replaces all faults by the ones that are switched on. */
export function faultsPanel(apply: (faults: ActiveFaults) => void): FaultsPanel {
  const switches = {
    answer: faultSwitch('Answer with', statusField()),
    delay: faultSwitch('Delay answers by', numberField('Seconds of delay', 2, 60), 's'),
    cut: faultSwitch('Cut connections'),
    stall: faultSwitch('Never answer'),
    rateLimit: faultSwitch('Allow only', numberField('Requests a second', 5, 1_000), 'requests/s'),
  };
  const collect = (): ActiveFaults => {
    const fault: AnswerFault = {
      ...(switches.answer.box.checked ? { status: chosen(switches.answer) } : {}),
      ...(switches.delay.box.checked ? { delay: 1_000 * chosen(switches.delay) } : {}),
      ...(switches.cut.box.checked ? { cut: 'before' as const } : {}),
      ...(switches.stall.box.checked ? { stall: true } : {}),
    };
    const perSecond = chosen(switches.rateLimit);
    return {
      answers: Object.keys(fault).length === 0 ? [] : [fault],
      rateLimit: switches.rateLimit.box.checked ? { perSecond, retryAfter: 1 } : null,
    };
  };
  const list = elementById('faults');
  for (const { row, box, number } of Object.values(switches)) {
    list.append(row);
    box.addEventListener('change', () => apply(collect()));
    number?.addEventListener('change', () => {
      if (box.checked) apply(collect());
    });
  }
  const stop = elementById('stop-faults');
  stop.addEventListener('click', () => apply({ answers: [], rateLimit: null }));
  return {
    show(faults) {
      const all = faults.answers.filter(({ match }) => match === undefined);
      const status = all.find((fault) => fault.status !== undefined)?.status;
      const delay = all.find((fault) => fault.delay !== undefined)?.delay;
      set(switches.answer, status);
      set(switches.delay, delay === undefined ? undefined : delay / 1_000);
      switches.cut.box.checked = all.some(({ cut }) => cut !== undefined);
      switches.stall.box.checked = all.some(({ stall = false }) => stall !== false);
      set(switches.rateLimit, faults.rateLimit?.perSecond);
      const active = faults.answers.length > 0 || faults.rateLimit !== null;
      stop.hidden = !active;
      elementById('faults-active').hidden = !active;
    },
  };
}

function faultSwitch(
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

function statusField(): HTMLSelectElement {
  const field = element('select', { 'aria-label': 'Status' });
  for (const status of statuses) field.append(statusOption(status));
  return field;
}

const statusOption = (status: number): HTMLOptionElement =>
  element('option', { value: status }, `${status}`);

const numberField = (label: string, value: number, max: number): HTMLInputElement =>
  element('input', { type: 'number', 'aria-label': label, value, min: 1, max });

/** The number beside a switch; an empty field counts as 1. */
const chosen = ({ number }: FaultSwitch): number => Math.max(1, Number(number?.value) || 1);

function set({ box, number }: FaultSwitch, value: number | undefined): void {
  box.checked = value !== undefined;
  if (value === undefined || number === undefined || document.activeElement === number) return;
  if (
    number instanceof HTMLSelectElement &&
    ![...number.options].some((o) => o.value === `${value}`)
  )
    number.append(statusOption(value));
  number.value = String(value);
}
