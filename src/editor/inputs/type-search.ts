import { keepPickerInTray } from '../picker/keep-picker-in-tray';
import { normalizeText } from '../picker/resource-search';
import { createIconButton } from '../fields/controls';
import { toText } from '../fields/setting-fields';
import { findText, translateShared } from '../labels/translate';

const getOtherWords = (rtype: string): string =>
  findText(translateShared, `typeWords.${rtype}`) ?? '';

/**
 * Searches labels, type names, and other words.
 *
 * @param select its options are read when the search is opened
 */
export function prepareResourceTypeSearch(select: JQuery): void {
  const button = createIconButton('red-ui-button', 'search', translateShared('types.search'));
  button.insertAfter(select).on('click', () => openTypeSearch(select, button));
}

function openTypeSearch(select: JQuery, button: JQuery): void {
  const search = $('<input type="search">').attr({
    'aria-label': translateShared('types.search'),
    placeholder: translateShared('types.searchHint'),
  });
  const list = $('<div class="lighting-bridge-types">');
  const nothing = $('<div role="status">');
  const content = $('<div class="lighting-bridge-type-search">').append(search, list, nothing);
  const panel = RED.popover.panel(content);
  const close = (): void => {
    panel.hide();
    button.trigger('focus');
  };
  const choose = (rtype: string): void => {
    close();
    select.val(rtype).trigger('change');
  };
  list.append(createGroups(select, choose));
  search.on('input', () => {
    filterChoices(list, toText(search.val()));
    nothing.text(list.find('button:visible').length === 0 ? translateShared('types.noMatch') : '');
  });
  handleKeys(content, { search, list, close });
  panel.show({ target: select, align: 'right' });
  keepPickerInTray(panel.container, select);
  search.trigger('focus');
}

const createGroups = (select: JQuery, choose: (rtype: string) => void): JQuery[] =>
  select
    .find('optgroup')
    .toArray()
    .map((element) => {
      const group = $(element);
      const label = group.attr('label') ?? '';
      const heading = $('<div class="lighting-bridge-types-group">').text(label);
      const options = group.children('option').toArray();
      return $('<div>').append(
        heading,
        options.map((option) => createChoice($(option), choose)),
      );
    });

function createChoice(option: JQuery, choose: (rtype: string) => void): JQuery {
  const rtype = toText(option.val());
  return $('<button type="button">')
    .val(rtype)
    .text(option.text())
    .on('click', () => choose(rtype));
}

function filterChoices(list: JQuery, text: string): void {
  const words = normalizeText(text).split(/\s+/);
  list.find('button').each((_, element) => {
    const choice = $(element);
    const searched = normalizeText(`${choice.text()} ${getOtherWords(toText(choice.val()))}`);
    choice.toggle(words.every((word) => searched.includes(word)));
  });
  list.children().each((_, element) => {
    const choices = $(element).find('button').toArray();
    $(element).toggle(choices.some(({ style }) => style.display !== 'none'));
  });
}

function handleKeys(
  content: JQuery,
  { search, list, close }: { search: JQuery; list: JQuery; close: () => void },
): void {
  content.on('keydown', (event) => {
    const choices = list.find('button:visible');
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && search.is(':focus')) choices.first().trigger('click');
    else if (event.key === 'ArrowDown') focusChoice(choices, 1);
    else if (event.key === 'ArrowUp') focusChoice(choices, -1);
    else return;
    event.preventDefault();
    // The editor's own keys would close the dialog.
    event.stopPropagation();
  });
}

function focusChoice(choices: JQuery, step: 1 | -1): void {
  const focused = choices.toArray().findIndex((choice) => choice === document.activeElement);
  choices.eq(Math.max(0, focused + step)).trigger('focus');
}
