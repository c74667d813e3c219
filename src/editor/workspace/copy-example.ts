import { copyText } from '../labels/notify';
import { translateShared } from '../labels/translate';

const exampleSelector = '.red-ui-help pre:not(.lighting-bridge-example)';

/** Adds a button to each example flow in this package's help. */
export function addCopyButtons(): void {
  let isPlanned = false;
  const addMissing = (): void => {
    isPlanned = false;
    for (const element of document.querySelectorAll<HTMLElement>(exampleSelector)) {
      if (/"type": "bridge-/.test(element.textContent)) addCopyButton($(element));
    }
  };
  // Node-RED has no event for a shown help page.
  new MutationObserver((records) => {
    if (isPlanned || !records.some(addsExample)) return;
    isPlanned = true;
    requestAnimationFrame(addMissing);
  }).observe(document.body, { childList: true, subtree: true });
}

/** The home tab changes texts all the time. */
const addsExample = ({ addedNodes }: MutationRecord): boolean =>
  [...addedNodes].some(
    (node) =>
      node instanceof Element && (node.matches('pre') || node.querySelector('pre') !== null),
  );

function addCopyButton(example: JQuery): void {
  const flow = example.text();
  const button = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .append('<i class="fa fa-clipboard" aria-hidden="true"></i> ')
    .append(document.createTextNode(translateShared('example.copy')))
    .on('click', () => copyText(flow, button));
  example.addClass('lighting-bridge-example').before(button);
}
