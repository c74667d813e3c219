import type { ActiveFaults, ResponseFault, StreamFault } from '../../faults/active-faults';
import { getRequiredElement } from '../element';
import {
  getFaultSwitchNumber,
  createFaultSwitch,
  createNumberField,
  setFaultSwitch,
  createHttpStatusSelect,
} from './fault-switch';

/** Statuses of the service document, section 7, and 400 (Hue CLIP API reference). */
const statuses = [429, 503, 500, 401, 403, 404, 405, 406, 409, 507, 400];

/** The fault of a bridge without event stream. */
const noEventStream: ResponseFault = { match: { path: '/eventstream/' }, status: 404 };

const isNoEventStreamFault = ({ match, status }: ResponseFault): boolean =>
  match?.path === noEventStream.match?.path && status === noEventStream.status;

/** The panel with the switches for faults. */
export interface FaultsPanel {
  show: (faults: ActiveFaults) => void;
  /** Retains faults that no switch shows, so that they stay active when a switch is changed. */
  retainHiddenFaults: (faults: ActiveFaults) => void;
}

/** Fills the panel of the page. `apply` is called with all faults that shall be active. */
export function createFaultsPanel(apply: (faults: ActiveFaults) => void): FaultsPanel {
  const switches = {
    answer: createFaultSwitch('Answer with', createHttpStatusSelect(statuses)),
    delay: createFaultSwitch('Delay answers by', createNumberField('Seconds of delay', 2, 60), 's'),
    cut: createFaultSwitch('Cut connections'),
    stall: createFaultSwitch('Never answer'),
    rateLimit: createFaultSwitch(
      'Allow only',
      createNumberField('Requests a second', 5, 1_000),
      'requests/s',
    ),
    noEventStream: createFaultSwitch('Have no event stream'),
    silent: createFaultSwitch('Silence the event stream'),
    duplicates: createFaultSwitch('Send every event twice'),
  };
  let hiddenFaults: ActiveFaults = { answers: [], rateLimit: null };
  const retainHiddenFaults = (faults: ActiveFaults): void => {
    const faultsWithMatch = faults.answers.filter((fault) => fault.match !== undefined);
    hiddenFaults = {
      ...faults,
      answers: faultsWithMatch.filter((fault) => !isNoEventStreamFault(fault)),
    };
  };

  const collectResponseFault = (): ResponseFault => ({
    ...(switches.answer.checkbox.checked ? { status: getFaultSwitchNumber(switches.answer) } : {}),
    ...(switches.delay.checkbox.checked
      ? { delay: 1_000 * getFaultSwitchNumber(switches.delay) }
      : {}),
    ...(switches.cut.checkbox.checked ? { cut: 'before' as const } : {}),
    ...(switches.stall.checkbox.checked ? { stall: true } : {}),
  });
  const stream = (): StreamFault => ({
    ...(switches.silent.checkbox.checked ? { silent: true } : {}),
    ...(switches.duplicates.checkbox.checked ? { duplicates: true } : {}),
  });
  const collectFaults = (): ActiveFaults => {
    const fault = collectResponseFault();
    const perSecond = getFaultSwitchNumber(switches.rateLimit);
    return {
      ...hiddenFaults,
      answers: [
        ...hiddenFaults.answers,
        ...(switches.noEventStream.checkbox.checked ? [noEventStream] : []),
        ...(Object.keys(fault).length === 0 ? [] : [fault]),
      ],
      rateLimit: switches.rateLimit.checkbox.checked ? { perSecond, retryAfter: 1 } : null,
      stream: stream(),
    };
  };

  const list = getRequiredElement('faults');
  for (const { row, checkbox, number } of Object.values(switches)) {
    list.append(row);
    checkbox.addEventListener('change', () => apply(collectFaults()));
    number?.addEventListener('change', () => {
      if (checkbox.checked) apply(collectFaults());
    });
  }
  const stopButton = getRequiredElement('stop-faults');
  stopButton.addEventListener('click', () => apply({ answers: [], rateLimit: null }));

  return {
    retainHiddenFaults,
    show(faults) {
      const faultsForAll = faults.answers.filter(({ match }) => match === undefined);
      const delay = faultsForAll.find((fault) => fault.delay !== undefined)?.delay;
      setFaultSwitch(
        switches.answer,
        faultsForAll.find(({ status }) => status !== undefined)?.status,
      );
      setFaultSwitch(switches.delay, delay === undefined ? undefined : delay / 1_000);
      switches.cut.checkbox.checked = faultsForAll.some(({ cut }) => cut !== undefined);
      switches.stall.checkbox.checked = faultsForAll.some(({ stall = false }) => stall !== false);
      setFaultSwitch(switches.rateLimit, faults.rateLimit?.perSecond);
      switches.noEventStream.checkbox.checked = faults.answers.some(isNoEventStreamFault);
      switches.silent.checkbox.checked = faults.stream?.silent === true;
      switches.duplicates.checkbox.checked = faults.stream?.duplicates === true;
      retainHiddenFaults(faults);
      const active = areFaultsActive(faults);
      stopButton.hidden = !active;
      getRequiredElement('faults-active').hidden = !active;
    },
  };
}

const areFaultsActive = ({
  answers,
  rateLimit,
  stream = {},
  handshakeDelay = 0,
}: ActiveFaults): boolean =>
  answers.length > 0 ||
  rateLimit !== null ||
  Object.values(stream).some(Boolean) ||
  handshakeDelay > 0;
