import { createElement } from '../../drawing/element';
import { compareNames } from '../../resources/values/compare-names';

/** Full rows for 1, 2, 3, 4, 6 and 8 columns. */
const sliceSize = 24;

/** Keeps the order of `data-order`; the browser lays out only slices near the view. */
export class SlicedList {
  readonly element: HTMLElement;
  readonly #slices: HTMLElement[] = [];

  constructor(
    className: string,
    private readonly sliceClass: string,
  ) {
    this.element = createElement('div', { class: className });
  }

  insert(element: HTMLElement): void {
    const order = getOrder(element);
    const last = this.#slices.findLastIndex(
      (slice) => compareNames(getOrder(slice.firstElementChild), order) <= 0,
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

const getOrder = (element: Element | null): string =>
  element instanceof HTMLElement ? (element.dataset['order'] ?? '') : '';

/** Sorts by `data-order`; tries the end first. */
export function insertInOrder(list: Element, element: HTMLElement): void {
  const order = getOrder(element);
  let next: Element | null = null;
  let previous = list.lastElementChild;
  while (previous !== null && compareNames(getOrder(previous), order) > 0) {
    next = previous;
    previous = previous.previousElementSibling;
  }
  list.insertBefore(element, next);
}
