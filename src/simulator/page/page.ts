import type { Resource } from '../../resources';
import type { ControlState } from '../control-protocol';
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
import { requestsPanel } from './requests-panel';

/** Types whose change can move tiles or rename them. */
const shapingTypes = new Set(['device', 'room', 'zone', 'bridge_home']);

const resources = new Map<string, Resource>();
const changed = new Set<string>();
let drawn: DrawnHome = { cards: [], tiles: new Map() };
let reshape = true;

const requests = requestsPanel();
const faults = faultsPanel((wanted) => attempt(setFaults(wanted)));
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
  faults.show(state.faults);
  linkButton.show(state.linkButton);
  reshape = true;
  draw();
}

async function readEverything(): Promise<void> {
  const [state, seen] = await Promise.all([readState(), readRequests()]);
  showState(state);
  requests.replace(seen);
  elementById('connection').hidden = true;
}

follow(
  {
    resource: onResource,
    deleted: onDeleted,
    request: requests.add,
    faults: faults.show,
    'link-button': linkButton.show,
  },
  () => attempt(readEverything()),
  () => {
    elementById('connection').hidden = false;
  },
);
