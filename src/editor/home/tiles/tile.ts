import { createButton, createElement } from '../../../drawing/element';
import type { HomeItem } from '../../../runtime/home/home-item';
import { translateShared, translateWord } from '../../labels/translate';
import { createControls } from './controls';
import type { Control } from './controls';
import { formatBattery, formatState, formatTime, getKindLabel } from './item-texts';
import { createLead } from './lead';
import type { Lead } from './lead';
import type { ItemUse, TileContext } from './tile-context';

/** A tile shows this in place of the name: the kind, below a device's name, or an element. */
type TileTitle = 'name' | 'kind' | HTMLElement;

export class Tile {
  readonly element: HTMLElement;
  readonly #lead: Lead;
  readonly #controls: readonly Control[];
  readonly #name: HTMLElement;
  readonly #state = createElement('span', { class: 'tile-state' });
  readonly #mark = createElement('span', { class: 'tile-mark', hidden: true });
  readonly #details = createElement('div', { class: 'tile-details', hidden: true });
  readonly #uses = createButton('', () => this.#setOpen(true), {
    class: 'tile-uses',
    hidden: true,
  });
  readonly #more = createButton('', () => this.#setOpen(!this.#isOpen), {
    class: 'tile-more',
    'aria-expanded': 'false',
  });
  readonly #head: HTMLElement;
  #item: HomeItem;
  #shownName: string | undefined;
  #isOpen = false;

  constructor(
    item: HomeItem,
    private readonly context: TileContext,
    private readonly title: TileTitle,
  ) {
    this.#item = item;
    this.#lead = createLead(item, context);
    this.#controls = createControls(item, context);
    this.#name =
      title instanceof HTMLElement ? title : createElement('span', { class: 'tile-name' });
    this.#mark.textContent = translateShared('home.nameTwice');
    this.#more.append(createElement('i', { class: 'fa fa-ellipsis-v', 'aria-hidden': 'true' }));
    this.#head = this.#createHead();
    this.element = createElement(
      'div',
      { class: 'tile', role: 'group', 'data-rid': item.id },
      this.#head,
      ...this.#listControls('tile'),
      this.#details,
    );
    this.update(item);
    this.updateUses();
  }

  update(item: HomeItem): void {
    this.#item = item;
    const { name } = item;
    if (this.#shownName !== name) this.#showName(item);
    const state = formatState(item);
    if (this.#state.textContent !== state) this.#state.textContent = state;
    this.element.classList.toggle('is-unreachable', item.unreachableSince !== undefined);
    this.#lead.show(item, this.element);
    for (const control of this.#controls) control.show(item);
    if (this.#isOpen) updateFacts(this.#details, item);
  }

  #showName(item: HomeItem): void {
    const { name } = item;
    const kind = getKindLabel(item);
    this.#shownName = name;
    if (this.#name !== this.title) this.#name.textContent = this.title === 'kind' ? kind : name;
    this.element.setAttribute('aria-label', translateShared('home.nameAndKind', { name, kind }));
    this.#more.setAttribute('aria-label', translateShared('home.more', { name }));
  }

  /** Also marks a repeated name. */
  updateUses(): void {
    const { name } = this.#item;
    const count = this.context.listUses(this.#item).length;
    this.#uses.hidden = count === 0;
    this.#uses.textContent = String(count);
    this.#uses.title = translateShared('home.usedBy', { count });
    this.#uses.setAttribute('aria-label', translateShared('home.usedByName', { count, name }));
    this.#mark.hidden = !this.context.isNameRepeated(this.#item);
    // One of the buttons may have the focus.
    if (this.#isOpen) this.#showUses();
  }

  #createHead(): HTMLElement {
    const { canEditFlows } = this.context;
    const head = createElement(
      'div',
      { class: 'tile-head', draggable: String(canEditFlows) },
      this.#lead.element,
      createElement('span', { class: 'tile-text' }, this.#name, this.#mark, this.#state),
      this.#uses,
      this.#more,
    );
    if (canEditFlows) head.title = translateShared('home.dragHint');
    head.addEventListener('dragstart', (event) => this.context.startDrag(this.#item, event));
    return head;
  }

  #listControls(place: Control['place']): HTMLElement[] {
    return this.#controls.filter((one) => one.place === place).map(({ element }) => element);
  }

  #setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#details.hidden = !isOpen;
    this.#more.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) this.#showDetails();
    else this.#details.replaceChildren();
  }

  #showDetails(): void {
    this.#details.replaceChildren(
      ...this.#listControls('details'),
      createElement('dl', { class: 'tile-facts' }),
      createElement('div', { class: 'tile-use-lists' }),
      ...createActions(this.#item, this.context),
    );
    updateFacts(this.#details, this.#item);
    this.#showUses();
  }

  #showUses(): void {
    this.#details
      .querySelector('.tile-use-lists')
      ?.replaceChildren(
        ...createUses('home.usedBy', this.context.listUses(this.#item)),
        ...createUses('home.usedInside', this.context.listUsesInside(this.#item)),
      );
  }
}

function createUses(key: string, uses: readonly ItemUse[]): HTMLElement[] {
  if (uses.length === 0) return [];
  const label = translateShared(key, { count: uses.length });
  const list = createElement('ul', { 'aria-label': label });
  for (const { nodeId, label: nodeLabel } of uses) {
    const reveal = createButton(nodeLabel, () => RED.view.reveal(nodeId), { class: 'tile-link' });
    list.append(createElement('li', {}, reveal));
  }
  return [createElement('div', { class: 'tile-users' }, label, list)];
}

function createActions(item: HomeItem, context: TileContext): HTMLElement[] {
  if (!context.canEditFlows) return [];
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
  return [actions];
}

function updateFacts(details: HTMLElement, item: HomeItem): void {
  const facts: (readonly [key: string, value: string])[] = [
    ['kind', getKindLabel(item)],
    ...('battery' in item && item.battery !== undefined
      ? [['charge', formatBattery(item.battery)] as const]
      : []),
    ...('changedAt' in item && item.changedAt !== undefined
      ? [['changedAt', formatTime(item.changedAt)] as const]
      : []),
    ...('sensitivity' in item && item.sensitivity !== undefined
      ? [['sensitivity', `${item.sensitivity.value} / ${item.sensitivity.highest}`] as const]
      : []),
    ...('health' in item && item.health !== undefined
      ? [['health', translateWord(`home.zoneHealth.${item.health}`)] as const]
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
