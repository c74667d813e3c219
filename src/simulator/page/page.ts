import type { Resource } from '../../resources';
import type { ActiveFaults, ControlState } from '../control-protocol';
import { linkButtonPanel, showBridge } from './bridge-panel';
import {
  changeResource,
  follow,
  pressLinkButton,
  readRequests,
  readState,
  setFaults,
} from './control-api';
import { elementById } from './element';
import { faultsPanel } from './faults-panel';
import { drawHome, type DrawnHome } from './home-panel';
import { newestSender } from './newest-sender';
import { requestsPanel } from './requests-panel';

/** Types whose change can move tiles or rename them. */
const shapingTypes = new Set(['device', 'room', 'zone', 'bridge_home']);

const resources = new Map<string, Resource>();
const changed = new Set<string>();
let drawn: DrawnHome = { cards: [], tiles: new Map() };
let reshape = true;

const requests = requestsPanel();
const wantedFaults = newestSender((wanted: ActiveFaults) => showOutcome(applyFaults(wanted)));
const faults = faultsPanel(wantedFaults.send);
const linkButton = linkButtonPanel(() => attempt(pressLinkButton()));
const change = (rid: string, partial: object): void => attempt(changeResource(rid, partial));

/** Shows what went wrong until something goes right again. */
async function showOutcome(action: Promise<unknown>): Promise<void> {
  const notice = elementById('notice');
  try {
    await action;
    notice.textContent = '';
  } catch (error) {
    notice.textContent = error instanceof Error ? error.message : String(error);
  }
}

async function applyFaults(wanted: ActiveFaults): Promise<void> {
  const active = await setFaults(wanted);
  if (!wantedFaults.hasNext) faults.show(active);
}

/** Shows the faults; while a person is just changing them, no switch jumps back. */
function onFaults(active: ActiveFaults): void {
  if (wantedFaults.busy) faults.keep(active);
  else faults.show(active);
}

const attempt = (action: Promise<unknown>): void => void showOutcome(action);

/** Draws what has changed, once per frame. */
function draw(): void {
  if (reshape) drawAnew();
  else for (const rid of changed) drawTile(rid);
  changed.clear();
  reshape = false;
}

function drawTile(rid: string): void {
  const resource = resources.get(rid);
  if (resource !== undefined) drawn.tiles.get(rid)?.update(resource);
}

/** Draws the whole home; the keyboard stays where it was. */
function drawAnew(): void {
  const focused = focusedControl();
  const opened = document.querySelector('#home details')?.hasAttribute('open') ?? false;
  drawn = drawHome(resources, change);
  elementById('home').replaceChildren(...drawn.cards);
  document.querySelector('#home details')?.toggleAttribute('open', opened);
  focused?.();
}

/** Remembers which control of which tile has the focus, and gives it back. */
function focusedControl(): (() => void) | undefined {
  const { activeElement } = document;
  const rid = activeElement?.closest<HTMLElement>('[data-rid]')?.dataset['rid'];
  if (rid === undefined) return undefined;
  const label = activeElement?.getAttribute('aria-label') ?? null;
  return () => {
    const tile = drawn.tiles.get(rid)?.element;
    const controls = tile === undefined ? [] : [tile, ...tile.querySelectorAll<HTMLElement>('*')];
    controls.find((control) => control.getAttribute('aria-label') === label)?.focus();
  };
}

function redraw(): void {
  if (changed.size === 0 && !reshape) requestAnimationFrame(draw);
}

function onResource(resource: Resource): void {
  redraw();
  if (!resources.has(resource.id) || shapingTypes.has(resource.type)) reshape = true;
  resources.set(resource.id, resource);
  changed.add(resource.id);
}

function onDeleted({ id }: { id: string }): void {
  redraw();
  resources.delete(id);
  reshape = true;
}

function showState(state: ControlState): void {
  resources.clear();
  for (const resource of state.resources) resources.set(resource.id, resource);
  showBridge(state.bridge);
  onFaults(state.faults);
  linkButton.show(state.linkButton);
  reshape = true;
  draw();
}

/** What is heard while everything is read, to be shown behind it. */
let heard: (() => void)[] | undefined;

/** Shows an event, but not before the state that it changes. */
const inTurn =
  <Value>(listener: (value: Value) => void) =>
  (value: Value): void => {
    if (heard === undefined) listener(value);
    else heard.push(() => listener(value));
  };

async function readEverything(): Promise<void> {
  const later: (() => void)[] = [];
  heard = later;
  try {
    const [state, seen] = await Promise.all([readState(), readRequests()]);
    // After another connection everything is read again.
    if (heard !== later) return;
    showState(state);
    requests.replace(seen);
    elementById('connection').hidden = true;
  } finally {
    if (heard === later) {
      heard = undefined;
      for (const show of later) show();
    }
  }
}

follow(
  {
    resource: inTurn(onResource),
    deleted: inTurn(onDeleted),
    request: inTurn(requests.add),
    faults: inTurn(onFaults),
    'link-button': inTurn(linkButton.show),
  },
  () => attempt(readEverything()),
  () => {
    elementById('connection').hidden = false;
  },
);
