import type {
  LinkButtonState,
  SimulatedBridgeInfo,
  RedactedRequest,
  ActiveFaults,
  ResponseFault,
  StreamFault,
} from '../control/control-protocol';
import { getRequiredElement, createElement } from '../../drawing/element';
import { getText } from './texts';
import type { TextName } from './texts';

export function showSimulatedBridgeInfo(bridge: SimulatedBridgeInfo): void {
  getRequiredElement('bridge-url').textContent = bridge.url;
  getRequiredElement('bridge-id').textContent = bridge.bridgeId;
  getRequiredElement('bridge-fingerprint').textContent = bridge.fingerprint;
}

/** With the seconds for which the button still counts as pressed. */
export function createSimulatedLinkButtonPanel(press: () => void) {
  const linkButton = getRequiredElement('link-button');
  const stateText = getRequiredElement('link-button-state');
  let endTime = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const render = (): void => {
    const secondsLeft = Math.max(0, Math.ceil((endTime - Date.now()) / 1_000));
    linkButton.classList.toggle('is-pressed', secondsLeft > 0);
    stateText.textContent =
      secondsLeft > 0
        ? getText('link.pressed', { seconds: secondsLeft })
        : getText('link.notPressed');
    if (secondsLeft > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  linkButton.addEventListener('click', press);
  return {
    show: ({ pressedUntil }: LinkButtonState): void => {
      endTime = pressedUntil === null ? 0 : Date.parse(pressedUntil);
      timer ??= setInterval(render, 250);
      render();
    },
  };
}

const maxRequests = 100;

/** Connects the list of requests on the page: newest first, rendered once per animation frame. */
export function createRequestsPanel() {
  const list = getRequiredElement('requests');
  const emptyNotice = getRequiredElement('no-requests');
  const writesOnly = getRequiredElement('writes-only');
  let pendingRequests: RedactedRequest[] = [];
  const render = (): void => {
    const newest = pendingRequests.slice(-maxRequests);
    pendingRequests = [];
    for (const request of newest) {
      // The page may have fetched the request before its response; the simulator then sends it again.
      list.querySelector(`[data-number="${request.number}"]`)?.remove();
      list.prepend(createRequestItem(request));
    }
    while (list.childElementCount > maxRequests) list.lastElementChild?.remove();
    emptyNotice.hidden = list.hasChildNodes();
  };
  writesOnly.addEventListener('change', () => list.classList.toggle('writes-only'));
  getRequiredElement('clear-requests').addEventListener('click', () => {
    list.replaceChildren();
    render();
  });
  return {
    replace: (requests: readonly RedactedRequest[]): void => {
      list.replaceChildren();
      pendingRequests = [...requests];
      render();
    },
    add: (request: RedactedRequest): void => {
      pendingRequests.push(request);
      if (pendingRequests.length === 1) requestAnimationFrame(render);
    },
  };
}

function createRequestItem(request: RedactedRequest): HTMLElement {
  const { status, method } = request;
  const time = new Date(request.at);
  const summary = createElement(
    'summary',
    {},
    createElement(
      'span',
      { class: `status ${getStatusClassName(status)}` },
      status === null ? getText('requests.cut') : `${status}`,
    ),
    createElement('span', { class: 'method' }, method),
    createElement(
      'span',
      { class: 'path' },
      request.path.replace(/^\/clip\/v2\/resource\//u, '… '),
    ),
    createElement('time', { datetime: request.at }, time.toLocaleTimeString()),
  );
  const details = createElement('details', {}, summary);
  details.addEventListener('toggle', () => fillDetails(details, request), { once: true });
  const kind = method === 'GET' ? 'read' : 'write';
  return createElement('li', { class: kind, 'data-number': request.number }, details);
}

function getStatusClassName(status: number | null): string {
  if (status === null) return 'failed';
  if (status < 300) return 'good';
  return status < 500 ? 'refused' : 'failed';
}

/** When an entry is opened: bodies are formatted only on demand. */
function fillDetails(details: HTMLElement, request: RedactedRequest): void {
  const { path, duration } = request;
  const pathAndDuration = getText('requests.pathAndDuration', { path, duration });
  details.append(createElement('p', { class: 'took' }, pathAndDuration));
  addText(details, getText('requests.body'), request.body);
  addText(details, getText('requests.answer'), request.answer);
}

function addText(to: HTMLElement, name: string, text: string): void {
  if (text === '') return;
  const content = createElement(
    'pre',
    { tabindex: 0, role: 'region', 'aria-label': name },
    formatJson(text),
  );
  to.append(createElement('h3', {}, name), content);
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // not JSON, or truncated: show unchanged
  }
}

/** Service document, section 7; 400: Hue CLIP API reference. */
const statuses = [429, 503, 500, 401, 403, 404, 405, 406, 409, 507, 400];

const noEventStream: ResponseFault = { match: { path: '/eventstream/' }, status: 404 };

const isNoEventStreamFault = ({ match, status }: ResponseFault): boolean =>
  match?.path === noEventStream.match?.path && status === noEventStream.status;

const createSwitches = () => ({
  answer: createFaultSwitch('faults.answer', createHttpStatusSelect()),
  delay: createFaultSwitch(
    'faults.delay',
    createNumberField('faults.delaySeconds', 2, 60),
    'faults.seconds',
  ),
  cut: createFaultSwitch('faults.cut'),
  stall: createFaultSwitch('faults.stall'),
  rateLimit: createFaultSwitch(
    'faults.rateLimit',
    createNumberField('faults.requestsPerSecond', 5, 1_000),
    'faults.perSecond',
  ),
  noEventStream: createFaultSwitch('faults.noEventStream'),
  silent: createFaultSwitch('faults.silent'),
  duplicates: createFaultSwitch('faults.duplicates'),
});

const noFaults: ActiveFaults = { answers: [], rateLimit: null };

/** The switches for what goes wrong: they show the active faults, and replace them. */
export class FaultsPanel {
  readonly #switches = createSwitches();
  readonly #stopButton = getRequiredElement('stop-faults');
  #hiddenFaults = noFaults;

  /** @param apply takes all faults to activate */
  constructor(private readonly apply: (faults: ActiveFaults) => void) {
    const list = getRequiredElement('faults');
    for (const { row, checkbox, number } of Object.values(this.#switches)) {
      list.append(row);
      checkbox.addEventListener('change', () => this.#applySwitches());
      number?.addEventListener('change', () => {
        if (checkbox.checked) this.#applySwitches();
      });
    }
    this.#stopButton.addEventListener('click', () => apply(noFaults));
  }

  show(faults: ActiveFaults): void {
    const switches = this.#switches;
    const faultsForAll = faults.answers.filter(({ match }) => match === undefined);
    const delay = faultsForAll.find((fault) => fault.delay !== undefined)?.delay;
    const { status } = faultsForAll.find((fault) => fault.status !== undefined) ?? {};
    setFaultSwitch(switches.answer, status);
    setFaultSwitch(switches.delay, delay === undefined ? undefined : delay / 1_000);
    switches.cut.checkbox.checked = faultsForAll.some(({ cut }) => cut !== undefined);
    switches.stall.checkbox.checked = faultsForAll.some(({ stall = false }) => stall !== false);
    setFaultSwitch(switches.rateLimit, faults.rateLimit?.perSecond);
    switches.noEventStream.checkbox.checked = faults.answers.some(isNoEventStreamFault);
    switches.silent.checkbox.checked = faults.stream?.silent === true;
    switches.duplicates.checkbox.checked = faults.stream?.duplicates === true;
    this.retainHiddenFaults(faults);
    const isActive = areFaultsActive(faults);
    this.#stopButton.hidden = !isActive;
    getRequiredElement('faults-active').hidden = !isActive;
  }

  /** Faults that no switch shows stay active when a switch is changed. */
  retainHiddenFaults(faults: ActiveFaults): void {
    const faultsWithMatch = faults.answers.filter((fault) => fault.match !== undefined);
    this.#hiddenFaults = {
      ...faults,
      answers: faultsWithMatch.filter((fault) => !isNoEventStreamFault(fault)),
    };
  }

  #applySwitches(): void {
    const { rateLimit, noEventStream: hasNoStream } = this.#switches;
    const fault = this.#readResponseFault();
    this.apply({
      ...this.#hiddenFaults,
      answers: [
        ...this.#hiddenFaults.answers,
        ...(hasNoStream.checkbox.checked ? [noEventStream] : []),
        ...(Object.keys(fault).length === 0 ? [] : [fault]),
      ],
      rateLimit: rateLimit.checkbox.checked
        ? { perSecond: getFaultSwitchNumber(rateLimit), retryAfter: 1 }
        : null,
      stream: this.#readStreamFault(),
    });
  }

  #readResponseFault(): ResponseFault {
    const { answer, delay, cut, stall } = this.#switches;
    return {
      ...(answer.checkbox.checked ? { status: getFaultSwitchNumber(answer) } : {}),
      ...(delay.checkbox.checked ? { delay: 1_000 * getFaultSwitchNumber(delay) } : {}),
      ...(cut.checkbox.checked ? { cut: 'before' as const } : {}),
      ...(stall.checkbox.checked ? { stall: true } : {}),
    };
  }

  #readStreamFault(): StreamFault {
    const { silent, duplicates } = this.#switches;
    return {
      ...(silent.checkbox.checked ? { silent: true } : {}),
      ...(duplicates.checkbox.checked ? { duplicates: true } : {}),
    };
  }
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

interface FaultSwitch {
  checkbox: HTMLInputElement;
  number?: HTMLInputElement | HTMLSelectElement;
  row: HTMLElement;
}

function createFaultSwitch(
  text: TextName,
  number?: HTMLInputElement | HTMLSelectElement,
  unit?: TextName,
): FaultSwitch {
  const checkbox = createElement('input', { type: 'checkbox' });
  const label = createElement('label', {}, checkbox, getText(text));
  const row = createElement('div', { class: 'fault' }, label);
  if (number === undefined) return { checkbox, row };
  row.append(number, unit === undefined ? '' : getText(unit));
  return { checkbox, number, row };
}

function createHttpStatusSelect(): HTMLSelectElement {
  const field = createElement('select', { 'aria-label': getText('faults.status') });
  for (const status of statuses) field.append(createStatusOption(status));
  return field;
}

const createStatusOption = (status: number): HTMLOptionElement =>
  createElement('option', { value: status }, `${status}`);

const createNumberField = (label: TextName, value: number, max: number): HTMLInputElement =>
  createElement('input', { type: 'number', 'aria-label': getText(label), value, min: 1, max });

/** An empty field counts as 1. */
const getFaultSwitchNumber = ({ number }: FaultSwitch): number =>
  Math.max(1, Number(number?.value) || 1);

/**
 * A number field that has the focus is not changed.
 *
 * @param value undefined for off
 */
function setFaultSwitch({ checkbox, number }: FaultSwitch, value: number | undefined): void {
  checkbox.checked = value !== undefined;
  if (value === undefined || number === undefined || document.activeElement === number) return;
  if (number instanceof HTMLSelectElement && !hasOption(number, value)) {
    number.append(createStatusOption(value));
  }
  number.value = String(value);
}

const hasOption = (field: HTMLSelectElement, value: number): boolean =>
  [...field.options].some((option) => option.value === String(value));
