import { createButton, createElement } from '../../drawing/element';
import { translateShared } from '../labels/translate';
import { getBridgeLabel, listBridgeNodes } from '../picker/flow-bridges';
import { BridgePanel } from './bridge-panel';
import { acceptItemDrops } from './canvas';

const tabId = 'lighting-bridge-home';
const action = 'lighting-bridge:show-home';
/** In ms, to collect changes of the flows. */
const changePause = 100;

export function addHomeTab(): void {
  if (!RED.user.hasPermission('lighting-bridge.read')) return;
  const label = translateShared('home.title');
  const tab = new HomeTab();
  RED.sidebar.addTab({
    id: tabId,
    label,
    name: label,
    iconClass: 'fa fa-lightbulb-o',
    content: $(tab.element),
    action,
  });
  acceptItemDrops();
  RED.actions.add(action, () => RED.sidebar.show(tabId), { label: translateShared('home.show') });
}

/** Shows the homes of all bridges in the sidebar, and finds items in them. */
class HomeTab {
  readonly element: HTMLElement;
  readonly #panels = new Map<string, BridgePanel>();
  readonly #filter = createElement('input', { type: 'search' });
  readonly #list = createElement('div', { class: 'bridges' });
  readonly #empty = createElement('div', { class: 'empty', hidden: true });
  #isVisible = false;
  #changeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const hint = translateShared('home.filter');
    this.#filter.setAttribute('aria-label', hint);
    this.#filter.placeholder = hint;
    this.#filter.addEventListener('input', () => {
      for (const panel of this.#panels.values()) panel.filter(this.#filter.value);
    });
    this.#empty.append(
      createElement('p', {}, translateShared('home.noBridge')),
      createButton(
        translateShared('home.setUp'),
        () => RED.editor.editConfig('', 'bridge-config', '_ADD_'),
        { class: 'red-ui-button' },
      ),
    );
    this.element = createElement(
      'div',
      {
        class: 'lighting-bridge-home',
        role: 'region',
        'aria-label': translateShared('home.title'),
      },
      createElement('div', { class: 'filter' }, this.#filter),
      this.#empty,
      this.#list,
    );
    new IntersectionObserver(([entry]) => {
      this.#isVisible = entry?.isIntersecting === true;
      this.#updateVisibility();
    }).observe(this.element);
    document.addEventListener('visibilitychange', () => this.#updateVisibility());
    for (const event of ['nodes:add', 'nodes:remove', 'nodes:change', 'flows:loaded'] as const)
      RED.events.on(event, () => this.#planUpdate());
    RED.events.on('deploy', () => {
      for (const panel of this.#panels.values()) panel.retry();
    });
    this.#update();
  }

  #planUpdate(): void {
    clearTimeout(this.#changeTimer);
    this.#changeTimer = setTimeout(() => this.#update(), changePause);
  }

  #update(): void {
    const bridges = listBridgeNodes();
    const ids = new Set(bridges.map(({ id }) => id));
    for (const [id, panel] of this.#panels) {
      if (ids.has(id)) continue;
      panel.close();
      this.#panels.delete(id);
    }
    for (const bridge of bridges) {
      const existing = this.#panels.get(bridge.id);
      const panel = existing ?? new BridgePanel(bridge.id);
      panel.setName(getBridgeLabel(bridge));
      if (existing !== undefined) continue;
      panel.filter(this.#filter.value);
      this.#panels.set(bridge.id, panel);
    }
    this.#sortPanels(bridges.map(({ id }) => id));
    for (const panel of this.#panels.values()) panel.updateUses();
    this.#empty.hidden = bridges.length > 0;
    this.#filter.hidden = bridges.length === 0;
    this.#updateVisibility();
  }

  /** Panels in place keep the keyboard focus. */
  #sortPanels(ids: readonly string[]): void {
    for (const [index, id] of ids.entries()) {
      const element = this.#panels.get(id)?.element;
      const present = this.#list.children[index] ?? null;
      if (element !== undefined && element !== present) this.#list.insertBefore(element, present);
    }
  }

  #updateVisibility(): void {
    const isVisible = this.#isVisible && !document.hidden;
    for (const panel of this.#panels.values()) panel.setVisible(isVisible);
  }
}
