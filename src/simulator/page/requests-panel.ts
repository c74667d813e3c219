import type { SeenRequest } from '../control-protocol';
import { element, elementById } from './element';

/** How many requests the page keeps. */
const kept = 100;

/** The list of the last requests, newest first. */
export interface RequestsPanel {
  replace: (requests: readonly SeenRequest[]) => void;
  add: (request: SeenRequest) => void;
}

/** Fills the panel of the page; many requests in a short time are drawn together. */
export function requestsPanel(): RequestsPanel {
  const list = elementById('requests');
  const empty = elementById('no-requests');
  const writesOnly = elementById('writes-only');
  let waiting: SeenRequest[] = [];
  const draw = (): void => {
    const newest = waiting.slice(-kept);
    waiting = [];
    for (const request of newest) {
      // One that was read before it had its answer is told again with it.
      list.querySelector(`[data-number="${request.number}"]`)?.remove();
      list.prepend(requestItem(request));
    }
    while (list.childElementCount > kept) list.lastElementChild?.remove();
    empty.hidden = list.hasChildNodes();
  };
  writesOnly.addEventListener('change', () => list.classList.toggle('writes-only'));
  elementById('clear-requests').addEventListener('click', () => {
    list.replaceChildren();
    draw();
  });
  return {
    replace(requests) {
      list.replaceChildren();
      waiting = [...requests];
      draw();
    },
    add(request) {
      waiting.push(request);
      if (waiting.length === 1) requestAnimationFrame(draw);
    },
  };
}

function requestItem(request: SeenRequest): HTMLElement {
  const { status, method } = request;
  const time = new Date(request.at);
  const summary = element(
    'summary',
    {},
    element(
      'span',
      { class: `status ${statusKind(status)}` },
      status === null ? 'cut' : `${status}`,
    ),
    element('span', { class: 'method' }, method),
    element('span', { class: 'path' }, request.path.replace(/^\/clip\/v2\/resource\//u, '… ')),
    element('time', { datetime: request.at }, time.toLocaleTimeString()),
  );
  const details = element('details', {}, summary);
  details.addEventListener('toggle', () => fillDetails(details, request), { once: true });
  const kind = method === 'GET' ? 'read' : 'write';
  return element('li', { class: kind, 'data-number': request.number }, details);
}

function statusKind(status: number | null): string {
  if (status === null) return 'failed';
  if (status < 300) return 'good';
  return status < 500 ? 'refused' : 'failed';
}

/** Bodies are formatted only when somebody looks. */
function fillDetails(details: HTMLElement, request: SeenRequest): void {
  const took = `${request.path}, ${Math.round(request.duration)} ms`;
  details.append(element('p', { class: 'took' }, took));
  addText(details, 'Body', request.body);
  addText(details, 'Answer', request.answer);
}

function addText(to: HTMLElement, name: string, text: string): void {
  if (text === '') return;
  const content = element('pre', { tabindex: 0, role: 'region', 'aria-label': name }, pretty(text));
  to.append(element('h3', {}, name), content);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // not JSON, or cut: shown as it came
  }
}
