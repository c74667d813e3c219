import type { RedactedRequest } from '../../control/control-protocol';
import { createElement, getRequiredElement } from '../../../drawing/element';
import { getText } from '../texts';

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
