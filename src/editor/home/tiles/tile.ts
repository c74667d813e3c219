import { createButton, createElement } from '../../../drawing/element';
import type { HomeItem } from '../../../runtime/home/home-item';
import { translateShared } from '../../labels/translate';
import { createControls } from './controls';
import type { Control } from './controls';
import { formatBattery, formatState, formatTime, getKindLabel } from './item-texts';
import { createLead } from './lead';
import type { TileContext } from './tile-context';

/** The element of one item. */
export interface Tile {
  readonly element: HTMLElement;
  /** Shows the present state of the item. */
  update(item: HomeItem): void;
  /** Shows which nodes use the item, and whether another has its name. */
  updateUses(): void;
}

/** What a tile shows in place of the name of its item: the kind, below the name of a device, or an element. */
export type TileTitle = 'name' | 'kind' | HTMLElement;

/** Creates the tile of an item: what it is, its state, and controls. */
export function createTile(first: HomeItem, context: TileContext, title: TileTitle): Tile {
  let item = first;
  const lead = createLead(item, context);
  const name = title instanceof HTMLElement ? title : createElement('span', { class: 'tile-name' });
  const state = createElement('span', { class: 'tile-state' });
  const mark = createElement('span', { class: 'tile-mark', hidden: true });
  mark.textContent = translateShared('home.nameTwice');
  const uses = createButton('', () => setOpen(true), { class: 'tile-uses', hidden: true });
  const details = createElement('div', { class: 'tile-details', hidden: true });
  const more = createButton('', () => setOpen(details.hidden === true), {
    class: 'tile-more',
    'aria-expanded': 'false',
  });
  more.append(createElement('i', { class: 'fa fa-ellipsis-v', 'aria-hidden': 'true' }));
  const head = createElement(
    'div',
    { class: 'tile-head', draggable: context.canEditFlows ? 'true' : 'false' },
    lead.element,
    createElement('span', { class: 'tile-text' }, name, mark, state),
    uses,
    more,
  );
  if (context.canEditFlows) head.title = translateShared('home.dragHint');
  head.addEventListener('dragstart', (event) => context.startDrag(item, event));
  const controls = createControls(item, context);
  const always = controls.filter(({ place }) => place === 'tile');
  const element = createElement(
    'div',
    { class: 'tile', role: 'group', 'data-rid': item.id },
    head,
    ...always.map((control) => control.element),
    details,
  );

  const setOpen = (isOpen: boolean): void => {
    details.hidden = !isOpen;
    more.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) showDetails();
    else details.replaceChildren();
  };
  const showDetails = (): void => {
    details.replaceChildren(...createDetails(item, context, controls));
  };
  const updateUses = (): void => {
    const count = context.listUses(item).length;
    uses.hidden = count === 0;
    uses.textContent = String(count);
    uses.title = translateShared('home.usedBy', { count });
    uses.setAttribute('aria-label', translateShared('home.usedByName', { count, name: item.name }));
    mark.hidden = !context.isNameRepeated(item);
    if (!details.hidden) showDetails();
  };
  return {
    element,
    update(present) {
      item = present;
      if (name !== title) name.textContent = title === 'kind' ? getKindLabel(item) : item.name;
      element.setAttribute(
        'aria-label',
        translateShared('home.nameAndKind', { name: item.name, kind: getKindLabel(item) }),
      );
      more.setAttribute('aria-label', translateShared('home.more', { name: item.name }));
      state.textContent = formatState(item);
      element.classList.toggle('is-unreachable', item.unreachableSince !== undefined);
      lead.show(item, element);
      for (const control of controls) control.show(item);
      if (!details.hidden) updateFacts(details, item);
    },
    updateUses,
  };
}

function createDetails(
  item: HomeItem,
  context: TileContext,
  controls: readonly Control[],
): HTMLElement[] {
  const facts = createElement('dl', { class: 'tile-facts' });
  const parts: HTMLElement[] = [
    ...controls.filter(({ place }) => place === 'details').map(({ element }) => element),
    facts,
  ];
  const uses = context.listUses(item);
  if (uses.length > 0) {
    const label = translateShared('home.usedBy', { count: uses.length });
    const list = createElement('ul', { 'aria-label': label });
    for (const { nodeId, label: nodeLabel } of uses) {
      const reveal = createButton(nodeLabel, () => RED.view.reveal(nodeId), { class: 'tile-link' });
      list.append(createElement('li', {}, reveal));
    }
    parts.push(createElement('div', { class: 'tile-users' }, label, list));
  }
  if (context.canEditFlows) {
    const actions = createElement('div', { class: 'tile-actions' });
    const addAction = (key: string, onClick: (button: HTMLElement) => void): void => {
      const button = createButton(translateShared(key), () => onClick(button), {
        class: 'red-ui-button red-ui-button-small',
      });
      actions.append(button);
    };
    addAction('home.addNode', () => context.addNode(item));
    if (item.rtype === 'light')
      addAction('home.copyAsFlow', (button) => context.copyAsFlow(item, button));
    parts.push(actions);
  }
  const holder = createElement('div', {}, ...parts);
  updateFacts(holder, item);
  return parts;
}

/** Shows what changes about an item whose details are open. */
function updateFacts(details: HTMLElement, item: HomeItem): void {
  const facts: (readonly [key: string, value: string])[] = [
    ['kind', getKindLabel(item)],
    ...('battery' in item && item.battery !== undefined
      ? [['charge', formatBattery(item.battery)] as const]
      : []),
    ...('changedAt' in item && item.changedAt !== undefined
      ? [['changedAt', formatTime(item.changedAt)] as const]
      : []),
    ['id', item.id],
  ];
  details
    .querySelector('.tile-facts')
    ?.replaceChildren(
      ...facts.flatMap(([key, value]) => [
        createElement('dt', {}, translateShared(`home.fact.${key}`)),
        createElement('dd', {}, value),
      ]),
    );
}
