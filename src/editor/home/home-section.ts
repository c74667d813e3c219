import { createButton, createElement } from '../../drawing/element';
import { isLowCharge } from '../../resources/low-charge';
import { getNestedMember } from '../../resources/members';
import { compareNames } from '../../resources/compare-names';
import type { HomeGroup, HomeItem } from '../../runtime/home/home-item';
import { translateShared } from '../labels/translate';
import { formatBattery } from './item-texts';
import { Tile } from './tile';
import type { TileContext } from './tile';

type ListName = 'scenes' | 'lights' | 'devices';

interface ShownItem {
  item: HomeItem;
  /** Missing while the section is closed. */
  tile?: Tile;
}

interface ShownDevice {
  readonly element: HTMLElement;
  readonly tiles: HTMLElement;
  readonly battery: HTMLElement;
}

/** A room, a zone, or another part of the home. Its tiles are created when it is opened. */
export class HomeSection {
  readonly element: HTMLElement;
  readonly #items = new Map<string, ShownItem>();
  readonly #name = createElement('span', { class: 'section-name' });
  readonly #summary = createElement('span', { class: 'section-summary' });
  readonly #heading: HTMLElement;
  readonly #header = createElement('div', { class: 'section-header' });
  readonly #content = createElement('div', { class: 'section-content', hidden: true });
  readonly #lists: Readonly<Record<ListName, SlicedList>> = {
    scenes: new SlicedList('scenes', 'tiles slice'),
    lights: new SlicedList('lights', 'tiles slice'),
    devices: new SlicedList('devices', 'slice'),
  };
  /** By device id. */
  readonly #devices = new Map<string, ShownDevice>();
  readonly #toggle: HTMLButtonElement;
  #group: { item: HomeGroup; tile: Tile } | undefined;
  #shownIds: ReadonlySet<string> | undefined;
  #isOpen = false;

  constructor(
    key: string,
    private readonly context: TileContext,
    onToggle: (isOpen: boolean) => void,
  ) {
    for (const { element } of Object.values(this.#lists)) this.#content.append(element);
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
    for (const shown of closed.toSorted(compareShown)) drawInFrames(() => this.#drawTile(shown));
  }

  /** Shows the room or zone above its content. */
  putGroup(item: HomeGroup): void {
    this.setName(item.rtype === 'bridge_home' ? translateShared('picker.home') : item.name);
    if (this.#group === undefined) {
      const tile = new Tile(item, this.context, this.#heading);
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
    if (shown.tile !== undefined) this.#removeTile(shown.item, shown.tile);
  }

  /** @param ids undefined for all items */
  showOnly(ids: ReadonlySet<string> | undefined): void {
    this.#shownIds = ids;
    for (const { item, tile } of this.#items.values())
      if (tile !== undefined) tile.element.hidden = ids?.has(item.id) === false;
    for (const { element, tiles } of this.#devices.values())
      element.hidden = tiles.querySelector(':scope > :not([hidden])') === null;
    for (const list of Object.values(this.#lists)) list.hideEmptySlices();
  }

  updateUses(): void {
    this.#group?.tile.updateUses();
    for (const { tile } of this.#items.values()) tile?.updateUses();
  }

  #drawTile(shown: ShownItem): void {
    if (this.#isOpen && shown.tile === undefined && this.#items.get(shown.item.id) === shown)
      this.#addTile(shown);
  }

  #addTile(shown: ShownItem): void {
    const { item } = shown;
    const listName = getListName(item);
    const tile = new Tile(item, this.context, listName === 'devices' ? 'kind' : 'name');
    shown.tile = tile;
    tile.element.hidden = this.#shownIds?.has(item.id) === false;
    tile.element.dataset['order'] = getOrder(item);
    if (listName === 'devices') this.#addToDevice(item, tile);
    else this.#lists[listName].insert(tile.element);
    this.#updateDevice(item);
  }

  #addToDevice(item: HomeItem, tile: Tile): void {
    const owner = getOwner(item);
    const existing = this.#devices.get(owner);
    const device = existing ?? createDevice(item);
    insertInOrder(device.tiles, tile.element);
    device.element.hidden = device.tiles.querySelector(':scope > :not([hidden])') === null;
    if (existing !== undefined) return this.#lists.devices.hideEmptySlices();
    this.#devices.set(owner, device);
    this.#lists.devices.insert(device.element);
  }

  #removeTile(item: HomeItem, { element }: Tile): void {
    const listName = getListName(item);
    if (listName !== 'devices') return this.#lists[listName].remove(element);
    element.remove();
    const owner = getOwner(item);
    const device = this.#devices.get(owner);
    if (device === undefined || device.tiles.childElementCount > 0) return;
    this.#devices.delete(owner);
    this.#lists.devices.remove(device.element);
  }

  #updateDevice(item: HomeItem): void {
    if (!('battery' in item) || item.battery === undefined) return;
    const battery = this.#devices.get(getOwner(item))?.battery;
    if (battery === undefined) return;
    battery.textContent = formatBattery(item.battery);
    battery.classList.toggle('is-low', isLowCharge(item.battery));
  }

  /** Called after a change of items. */
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
    // A zone may have only its group.
    this.#toggle.disabled = this.#items.size === 0;
  }
}

const getOwner = ({ owner, id }: HomeItem): string => owner ?? id;

function createDevice({ name }: HomeItem): ShownDevice {
  const tiles = createElement('div', { class: 'tiles' });
  const battery = createElement('span', { class: 'device-battery' });
  const heading = createElement(
    'h4',
    {},
    createElement('span', { class: 'device-name' }, name),
    battery,
  );
  const element = createElement('div', { class: 'device', 'data-order': name }, heading, tiles);
  return { element, tiles, battery };
}

function getListName({ rtype }: HomeItem): ListName {
  if (rtype === 'scene' || rtype === 'smart_scene') return 'scenes';
  return rtype === 'light' || rtype === 'behavior_instance' ? 'lights' : 'devices';
}

const getOrder = (item: HomeItem): string =>
  'control' in item ? item.control : getListName(item) === 'devices' ? item.rtype : item.name;

const compareShown = (one: ShownItem, other: ShownItem): number =>
  compareNames(getOrder(one.item), getOrder(other.item));

const hasSamePlace = (one: HomeItem, other: HomeItem): boolean =>
  one.name === other.name &&
  one.rtype === other.rtype &&
  one.owner === other.owner &&
  hasSameControls(one, other);

/** Returns false if the tile needs other controls. */
const hasSameControls = (one: HomeItem, other: HomeItem): boolean =>
  ['brightness', 'colorCapable', 'mirekCapable', 'enabled', 'groupedLight'].every(
    (member) => hasControl(one, member) === hasControl(other, member),
  );

const hasControl = (item: HomeItem, member: string): boolean => {
  const value = getNestedMember(item, member);
  return value !== undefined && (typeof value !== 'boolean' || member === 'enabled' || value);
};

/** In ms of a frame; clicks and the browser get the rest. */
const frameBudget = 16;

const waiting: (() => void)[] = [];
let isPlanned = false;

/** Calls in order, in a later frame once this frame's time has passed. */
function drawInFrames(draw: () => void): void {
  waiting.push(draw);
  if (isPlanned) return;
  isPlanned = true;
  drawWaiting();
}

function drawWaiting(): void {
  const end = performance.now() + frameBudget;
  // Further calls wait until this frame.
  requestAnimationFrame(() => {
    isPlanned = waiting.length > 0;
    if (isPlanned) drawWaiting();
  });
  while (waiting.length > 0 && performance.now() < end) waiting.shift()?.();
}

/** Full rows for 1, 2, 3, 4, 6 and 8 columns. */
const sliceSize = 24;

/** Keeps the order of `data-order`; the browser lays out only slices near the view. */
class SlicedList {
  readonly element: HTMLElement;
  readonly #slices: HTMLElement[] = [];

  constructor(
    className: string,
    private readonly sliceClass: string,
  ) {
    this.element = createElement('div', { class: className });
  }

  insert(element: HTMLElement): void {
    const order = getShownOrder(element);
    const last = this.#slices.findLastIndex(
      (slice) => compareNames(getShownOrder(slice.firstElementChild), order) <= 0,
    );
    let index = Math.max(0, last);
    let moved: Element | null = element;
    while (moved !== null) {
      const slice = this.#slices[index] ?? this.#addSlice();
      if (moved === element) insertInOrder(slice, element);
      else slice.prepend(moved);
      moved = slice.childElementCount > sliceSize ? slice.lastElementChild : null;
      moved?.remove();
      updateSlice(slice);
      index += 1;
    }
  }

  remove(element: Element): void {
    const first = this.#slices.findIndex((slice) => slice === element.parentElement);
    element.remove();
    for (const [index, slice] of this.#slices.entries()) {
      if (index < first) continue;
      const following = this.#slices[index + 1]?.firstElementChild;
      if (following !== null && following !== undefined) slice.append(following);
      updateSlice(slice);
    }
    if (this.#slices.at(-1)?.childElementCount === 0) this.#slices.pop()?.remove();
  }

  hideEmptySlices(): void {
    for (const slice of this.#slices) updateSlice(slice);
  }

  #addSlice(): HTMLElement {
    const slice = createElement('div', { class: this.sliceClass });
    this.element.append(slice);
    this.#slices.push(slice);
    return slice;
  }
}

/** The browser reserves the usual height for a slice out of view. */
function updateSlice(slice: HTMLElement): void {
  const { length } = slice.querySelectorAll(':scope > :not([hidden])');
  slice.hidden = length === 0;
  slice.style.setProperty('--shown', String(length));
}

const getShownOrder = (element: Element | null): string =>
  element instanceof HTMLElement ? (element.dataset['order'] ?? '') : '';

/** Sorts by `data-order`; tries the end first. */
function insertInOrder(list: Element, element: HTMLElement): void {
  const order = getShownOrder(element);
  let next: Element | null = null;
  let previous = list.lastElementChild;
  while (previous !== null && compareNames(getShownOrder(previous), order) > 0) {
    next = previous;
    previous = previous.previousElementSibling;
  }
  list.insertBefore(element, next);
}
