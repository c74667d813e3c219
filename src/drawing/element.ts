type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * Texts become text nodes: markup in names is not interpreted.
 *
 * @param attributes `true` sets an empty attribute, `false` omits it
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) created.setAttribute(name, value === true ? '' : String(value));
  }
  created.append(...children);
  return created;
}

export function createButton(
  text: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const created = createElement('button', { type: 'button', ...attributes }, text);
  created.addEventListener('click', onClick);
  return created;
}

/** @throws Error if the page has none: page and script are of different versions */
export function getRequiredElement(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element "${id}".`);
  return found;
}
