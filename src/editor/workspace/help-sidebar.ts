import { fetchDocumentationPage, toErrorMessage } from '../routes/admin-route-client';
import { notify, copyText } from '../labels/notify';
import { translateShared } from '../labels/translate';

const helpSelector = '.red-ui-help';

/** Opens links such as `docs/messages.md#own-changes` in the help sidebar. */
export function openDocumentationLinks(): void {
  $(document).on('click', `${helpSelector} a[href^="docs/"]`, (event) => {
    event.preventDefault();
    const [page = '', anchor] = ($(event.currentTarget).attr('href') ?? '').split('#');
    void showPage(page.replace(/^docs\//, '').replace(/\.md$/, ''), anchor);
  });
}

async function showPage(name: string, anchor: string | undefined): Promise<void> {
  try {
    const { markdown } = await fetchDocumentationPage(name);
    const content = $('<div>').html(RED.utils.renderMarkdown(markdown));
    adjustLinks(content);
    const title = content.find('h1').first().remove().text();
    RED.sidebar.help.set(`${content.html()}<div class="lighting-bridge-help"></div>`, title);
    const page = $(`.red-ui-help-title + ${helpSelector}`);
    const place = findHeading(page, anchor) ?? page.prev();
    place.get(0)?.scrollIntoView();
  } catch (error) {
    notify(toErrorMessage(error), 'error');
  }
}

/** Links between pages open here, too. Removes pictures, and links to files that the package lacks. */
function adjustLinks(content: JQuery): void {
  content.find('img').remove();
  content.find('a[href]').each((_, link) => {
    const href = $(link).attr('href') ?? '';
    if (/^[a-z-]+\.md(#|$)/.test(href)) $(link).attr('href', `docs/${href}`);
    else if (/^https?:/.test(href)) $(link).attr({ target: '_blank', rel: 'noreferrer' });
    else if (!href.startsWith('#')) $(link).replaceWith($(link).contents());
  });
}

/** Code hosts form anchors so: lower case, no punctuation, hyphens for spaces. */
function findHeading(content: JQuery, anchor: string | undefined): JQuery | undefined {
  const heading = content
    .find('h2, h3, h4')
    .filter((_, element) => toAnchor(element.textContent) === anchor)
    .first();
  return heading.length === 0 ? undefined : heading;
}

const toAnchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

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
