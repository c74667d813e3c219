import { createButton, createElement } from '../../drawing/element';
import { isLowCharge } from '../../resources/types/device-power';
import { compareNames } from '../../resources/values/compare-names';
import type { HomeGroup, HomeItem } from '../../runtime/home/home-item';
import { translateShared } from '../labels/translate';
import { formatBattery } from './tiles/item-texts';
import { Tile } from './tiles/tile';
import type { TileContext } from './tiles/tile-context';

type ListName = 'scenes' | 'lights' | 'devices';

interface ShownItem {
  item: HomeItem;
  /** Missing while the section is closed. */
  tile?: Tile;
}

/** A room, a zone, or another part of the home. Its tiles are created when it is opened. */
export class HomeSection {
  readonly element: HTMLElement;
  readonly #context: TileContext;
  readonly #items = new Map<string, ShownItem>();
  readonly #name = createElement('span', { class: 'section-name' });
  readonly #summary = createElement('span', { class: 'section-summary' });
  readonly #heading: HTMLElement;
  readonly #header = createElement('div', { class: 'section-header' });
  readonly #content = createElement('div', { class: 'section-content', hidden: true });
  readonly #lists: Readonly<Record<ListName, HTMLElement>> = {
    scenes: createElement('div', { class: 'tiles scenes' }),
    lights: createElement('div', { class: 'tiles' }),
    devices: createElement('div', { class: 'devices' }),
  };
  readonly #toggle: HTMLButtonElement;
  #group: { item: HomeGroup; tile: Tile } | undefined;
  #shownIds: ReadonlySet<string> | undefined;
  #isOpen = false;

  /** @param onToggle called when the user opens or closes the section */
  constructor(key: string, context: TileContext, onToggle: (isOpen: boolean) => void) {
    this.#context = context;
    this.#content.append(...Object.values(this.#lists));
    const toggle = (): void => {
      this.setOpen(!this.isOpen);
      onToggle(this.isOpen);
    };
    this.#toggle = createButton('', toggle, {
      class: 'section-toggle',
      'aria-expanded': 'false',
    });
    const icon = createElement('i', { class: 'fa fa-angle-right', 'aria-hidden': 'true' });
    this.#toggle.append(icon, this.#name, this.#summary);
    this.#heading = createElement('h3', {}, this.#toggle);
    this.#header.append(this.#heading);
    this.element = createElement(
      'div',
      { class: 'section', role: 'group', 'data-section': key },
      this.#header,
      this.#content,
    );
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isEmpty(): boolean {
    return this.#items.size === 0 && this.#group === undefined;
  }

  get name(): string {
    return this.#name.textContent;
  }

  setName(name: string): void {
    if (this.name !== name) this.#name.textContent = name;
    this.element.setAttribute('aria-label', name);
  }

  setOpen(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.#content.hidden = !isOpen;
    this.#toggle.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    const closed = [...this.#items.values()].filter(({ tile }) => tile === undefined);
    for (const shown of closed.toSorted(compareShown)) this.#addTile(shown);
  }

  /** Shows the room or zone itself above its content. */
  putGroup(item: HomeGroup): void {
    this.setName(item.rtype === 'bridge_home' ? translateShared('picker.home') : item.name);
    if (this.#group === undefined) {
      const tile = new Tile(item, this.#context, this.#heading);
      this.#header.replaceChildren(tile.element);
      this.#group = { item, tile };
    }
    this.#group.item = item;
    this.#group.tile.update(item);
  }

  put(item: HomeItem): void {
    const shown = this.#items.get(item.id);
    if (shown !== undefined && hasSamePlace(shown.item, item)) {
      shown.item = item;
      shown.tile?.update(item);
      this.#updateDevice(item);
    } else {
      const { activeElement } = document;
      this.remove(item.id);
      const created: ShownItem = { item };
      this.#items.set(item.id, created);
      if (this.#isOpen) this.#addTile(created);
      if (activeElement instanceof HTMLElement && !activeElement.isConnected)
        created.tile?.element.querySelector<HTMLElement>('button')?.focus();
    }
  }

  remove(id: string): void {
    if (this.#group?.item.id === id) {
      this.#group = undefined;
      this.#header.replaceChildren(this.#heading);
    }
    const shown = this.#items.get(id);
    if (shown === undefined) return;
    this.#items.delete(id);
    const device = shown.tile?.element.closest('.device');
    shown.tile?.element.remove();
    if (device?.querySelector('.tile') === null) device.remove();
  }

  /** @param ids items to show; undefined for all */
  showOnly(ids: ReadonlySet<string> | undefined): void {
    this.#shownIds = ids;
    for (const { item, tile } of this.#items.values())
      if (tile !== undefined) tile.element.hidden = ids?.has(item.id) === false;
    for (const device of this.#lists.devices.children)
      if (device instanceof HTMLElement)
        device.hidden = device.querySelector('.tile:not([hidden])') === null;
  }

  updateUses(): void {
    this.#group?.tile.updateUses();
    for (const { tile } of this.#items.values()) tile?.updateUses();
  }

  #addTile(shown: ShownItem): void {
    const { item } = shown;
    const listName = getListName(item);
    const tile = new Tile(item, this.#context, listName === 'devices' ? 'kind' : 'name');
    shown.tile = tile;
    tile.element.hidden = this.#shownIds?.has(item.id) === false;
    tile.element.dataset['order'] = getOrder(item);
    const list = listName === 'devices' ? this.#getDevice(item) : this.#lists[listName];
    insertInOrder(list, tile.element);
    this.#updateDevice(item);
  }

  /** Returns the list of a device's tiles, created with its heading for the first. */
  #getDevice(item: HomeItem): HTMLElement {
    const owner = item.owner ?? item.id;
    const existing = this.#findDevice(owner)?.querySelector<HTMLElement>('.tiles');
    if (existing !== null && existing !== undefined) return existing;
    const tiles = createElement('div', { class: 'tiles' });
    const device = createElement(
      'div',
      { class: 'device', 'data-device': owner, 'data-order': item.name },
      createElement(
        'h4',
        {},
        createElement('span', { class: 'device-name' }, item.name),
        createElement('span', { class: 'device-battery' }),
      ),
      tiles,
    );
    insertInOrder(this.#lists.devices, device);
    return tiles;
  }

  #findDevice = (owner: string): HTMLElement | null =>
    this.#lists.devices.querySelector<HTMLElement>(`[data-device="${CSS.escape(owner)}"]`);

  #updateDevice(item: HomeItem): void {
    if (!('battery' in item) || item.battery === undefined) return;
    const text = this.#findDevice(item.owner ?? item.id)?.querySelector('.device-battery');
    if (text === null || text === undefined) return;
    text.textContent = formatBattery(item.battery);
    text.classList.toggle('is-low', isLowCharge(item.battery));
  }

  /** Says below the name what is in the section; called after its items have changed. */
  summarize(): void {
    let lights = 0;
    let lit = 0;
    let active: string | undefined;
    for (const { item } of this.#items.values()) {
      if (item.rtype === 'light') {
        lights += 1;
        if (item.on) lit += 1;
      } else if ((item.rtype === 'scene' || item.rtype === 'smart_scene') && item.active) {
        active = item.name;
      }
    }
    const text =
      active ??
      (lights > 0
        ? translateShared('home.lit', { lit, lights })
        : this.#group === undefined
          ? translateShared('home.count', { count: this.#items.size })
          : '');
    if (this.#summary.textContent !== text) this.#summary.textContent = text;
    // A zone without lamps and scenes has only its group.
    this.#toggle.disabled = this.#items.size === 0;
  }
}

function getListName({ rtype }: HomeItem): ListName {
  if (rtype === 'scene' || rtype === 'smart_scene') return 'scenes';
  return rtype === 'light' || rtype === 'behavior_instance' ? 'lights' : 'devices';
}

/** Returns the text by which tiles of one list are sorted. */
const getOrder = (item: HomeItem): string =>
  'control' in item ? item.control : getListName(item) === 'devices' ? item.rtype : item.name;

const compareShown = (one: ShownItem, other: ShownItem): number =>
  compareNames(getOrder(one.item), getOrder(other.item));

const hasSamePlace = (one: HomeItem, other: HomeItem): boolean =>
  one.name === other.name &&
  one.rtype === other.rtype &&
  one.owner === other.owner &&
  hasSameControls(one, other);

/** False if the item can do something else now, so that its tile needs other controls. */
const hasSameControls = (one: HomeItem, other: HomeItem): boolean =>
  ['brightness', 'colorCapable', 'mirekCapable', 'enabled', 'groupedLight'].every(
    (member) => hasControl(one, member) === hasControl(other, member),
  );

const hasControl = (item: HomeItem, member: string): boolean => {
  const value: unknown = Object.entries(item).find(([name]) => name === member)?.[1];
  return value !== undefined && (typeof value !== 'boolean' || member === 'enabled' || value);
};

/** Inserts an element among its siblings by `data-order`; the end is tried first. */
function insertInOrder(list: HTMLElement, element: HTMLElement): void {
  const order = element.dataset['order'] ?? '';
  let next: Element | null = null;
  let previous = list.lastElementChild;
  while (
    previous instanceof HTMLElement &&
    compareNames(previous.dataset['order'] ?? '', order) > 0
  ) {
    next = previous;
    previous = previous.previousElementSibling;
  }
  list.insertBefore(element, next);
}
