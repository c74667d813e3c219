import type { Resource } from '../../resources/resource';
import type {
  SimulatorControlState,
  LampAppearanceUpdate,
  ActiveFaults,
} from '../control/control-protocol';
import {
  createSimulatedLinkButtonPanel,
  showSimulatedBridgeInfo,
  createRequestsPanel,
  FaultsPanel,
} from './bridge-panels';
import {
  postResourceChange,
  subscribeToEvents,
  postLinkButtonPress,
  fetchRequests,
  fetchControlState,
  postFaults,
} from './control-client';
import { getRequiredElement } from '../../drawing/element';
import { renderHome } from './home';
import type { RenderedHome } from './home';
import { createLampAnimator } from './lamp-animator';
import { createLatestValueSender } from '../../drawing/latest-value-sender';

/** Their changes require rendering the whole home. */
const layoutTypes = new Set(['device', 'room', 'zone', 'bridge_home']);

const resources = new Map<string, Resource>();
const changedIds = new Set<string>();
let renderedHome: RenderedHome = { cards: [], tiles: new Map() };
let layoutChanged = true;

const requests = createRequestsPanel();
const faultsSender = createLatestValueSender((requestedFaults: ActiveFaults) =>
  showErrorOf(applyFaults(requestedFaults)),
);
const faults = new FaultsPanel(faultsSender.send);
const linkButton = createSimulatedLinkButtonPanel(() => runWithNotice(postLinkButtonPress()));
const changeResource = (rid: string, partial: object): void =>
  runWithNotice(postResourceChange(rid, partial));

const animation = createLampAnimator((rid, light, appearance) =>
  renderedHome.tiles.get(rid)?.showLight?.(light, appearance),
);

/** The error stays until the next action succeeds. */
async function showErrorOf(action: Promise<unknown>): Promise<void> {
  const notice = getRequiredElement('notice');
  try {
    await action;
    notice.textContent = '';
  } catch (error) {
    notice.textContent = error instanceof Error ? error.message : String(error);
  }
}

async function applyFaults(requestedFaults: ActiveFaults): Promise<void> {
  const active = await postFaults(requestedFaults);
  if (!faultsSender.hasPending) faults.show(active);
}

/** While a change is being sent, the switches are not reset. */
function onActiveFaults(active: ActiveFaults): void {
  if (faultsSender.isSending) faults.retainHiddenFaults(active);
  else faults.show(active);
}

const runWithNotice = (action: Promise<unknown>): void => void showErrorOf(action);

function render(): void {
  if (layoutChanged) renderHomeAgain();
  else for (const rid of changedIds) renderTile(rid);
  changedIds.clear();
  layoutChanged = false;
}

function renderTile(rid: string): void {
  const resource = resources.get(rid);
  if (resource === undefined) return;
  renderedHome.tiles.get(rid)?.update(resource);
  animation.draw(rid);
}

function renderHomeAgain(): void {
  const restoreFocus = captureFocus();
  const wasOpen = document.querySelector('#home details')?.hasAttribute('open') ?? false;
  renderedHome = renderHome(resources, changeResource);
  getRequiredElement('home').replaceChildren(...renderedHome.cards);
  document.querySelector('#home details')?.toggleAttribute('open', wasOpen);
  for (const rid of renderedHome.tiles.keys()) animation.draw(rid);
  restoreFocus?.();
}

function captureFocus(): (() => void) | undefined {
  const { activeElement } = document;
  const rid = activeElement?.closest<HTMLElement>('[data-rid]')?.dataset['rid'];
  if (rid === undefined) return undefined;
  const label = activeElement?.getAttribute('aria-label') ?? null;
  return () => {
    const tile = renderedHome.tiles.get(rid)?.element;
    const controls = tile === undefined ? [] : [tile, ...tile.querySelectorAll<HTMLElement>('*')];
    controls.find((control) => control.getAttribute('aria-label') === label)?.focus();
  };
}

function scheduleRender(): void {
  if (changedIds.size === 0 && !layoutChanged) requestAnimationFrame(render);
}

function onResource(resource: Resource): void {
  scheduleRender();
  if (!resources.has(resource.id) || layoutTypes.has(resource.type)) layoutChanged = true;
  resources.set(resource.id, resource);
  changedIds.add(resource.id);
}

function onAppearance(appearance: LampAppearanceUpdate): void {
  animation.setAppearance(appearance);
  scheduleRender();
  changedIds.add(appearance.id);
}

function onDeleted({ id }: { id: string }): void {
  scheduleRender();
  resources.delete(id);
  layoutChanged = true;
}

function showState(state: SimulatorControlState): void {
  resources.clear();
  animation.clear();
  for (const appearance of state.appearances) animation.setAppearance(appearance);
  for (const resource of state.resources) resources.set(resource.id, resource);
  showSimulatedBridgeInfo(state.bridge);
  onActiveFaults(state.faults);
  linkButton.show(state.linkButton);
  layoutChanged = true;
  render();
}

/** Undefined unless the state is loading. */
let bufferedEvents: (() => void)[] | undefined;

const bufferWhileLoading =
  <Value>(listener: (value: Value) => void) =>
  (value: Value): void => {
    if (bufferedEvents === undefined) listener(value);
    else bufferedEvents.push(() => listener(value));
  };

async function loadEverything(): Promise<void> {
  const bufferOfThisLoad: (() => void)[] = [];
  bufferedEvents = bufferOfThisLoad;
  try {
    const [state, loggedRequests] = await Promise.all([fetchControlState(), fetchRequests()]);
    // A newer connection has started its own load.
    if (bufferedEvents !== bufferOfThisLoad) return;
    showState(state);
    requests.replace(loggedRequests);
    getRequiredElement('connection').hidden = true;
  } finally {
    if (bufferedEvents === bufferOfThisLoad) {
      bufferedEvents = undefined;
      for (const show of bufferOfThisLoad) show();
    }
  }
}

subscribeToEvents(
  {
    resource: bufferWhileLoading(onResource),
    deleted: bufferWhileLoading(onDeleted),
    appearance: bufferWhileLoading(onAppearance),
    request: bufferWhileLoading(requests.add),
    faults: bufferWhileLoading(onActiveFaults),
    'link-button': bufferWhileLoading(linkButton.show),
  },
  () => runWithNotice(loadEverything()),
  () => {
    getRequiredElement('connection').hidden = false;
  },
);
