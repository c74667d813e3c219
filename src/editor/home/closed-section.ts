import { createButton, createElement } from '../../drawing/element';

interface ClosedSection {
  readonly element: HTMLElement;
  /** Text beside the title. */
  readonly summary: HTMLElement;
}

/**
 * Creates a section below the rooms, which is closed at first.
 *
 * @param kind class of the element
 * @param onOpened called each time that the section is opened
 */
export function createClosedSection(
  kind: string,
  title: string,
  content: readonly HTMLElement[],
  onOpened?: () => void,
): ClosedSection {
  const body = createElement('div', { class: 'section-content', hidden: true }, ...content);
  const summary = createElement('span', { class: 'section-summary' });
  const toggle = createButton(
    '',
    () => {
      body.hidden = !body.hidden;
      toggle.setAttribute('aria-expanded', String(!body.hidden));
      if (!body.hidden) onOpened?.();
    },
    { class: 'section-toggle', 'aria-expanded': 'false' },
  );
  toggle.append(
    createElement('i', { class: 'fa fa-angle-right', 'aria-hidden': 'true' }),
    createElement('span', { class: 'section-name' }, title),
    summary,
  );
  const element = createElement(
    'div',
    { class: `section ${kind}`, role: 'group', 'aria-label': title },
    createElement('div', { class: 'section-header' }, createElement('h3', {}, toggle)),
    body,
  );
  return { element, summary };
}
