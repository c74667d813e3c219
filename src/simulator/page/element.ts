type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * Makes an element. Text is only ever set as text nodes, so names with markup in them stay names.
 *
 * @param tag name of the element
 * @param attributes by name; `true` sets an empty attribute, `false` leaves it out
 * @param children elements and texts
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** A button with a visible text. */
export function button(
  text: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', onClick);
  return made;
}

/**
 * The element of the page with this id.
 *
 * @throws when the page has none: the page and its script do not belong together
 */
export function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element "${id}".`);
  return found;
}
