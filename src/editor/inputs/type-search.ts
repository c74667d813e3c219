import { keepPickerInTray } from '../picker/keep-picker-in-tray';
import { normalizeText } from '../picker/resource-search';
import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

/** Other words that people look for, by type; a type without any has none. */
function getOtherWords(rtype: string): string {
  const key = `typeWords.${rtype}`;
  const words = translateShared(key);
  return words.endsWith(key) ? '' : words;
}

/**
 * Adds a button to a select of resource types that opens a search in its options: by plain words, by the name of the
 * type, and by other words for it.
 *
 * @param select select whose options are searched when the search is opened
 */
export function prepareResourceTypeSearch(select: JQuery): void {
  const button = $('<button type="button" class="red-ui-button">')
    .attr({ 'aria-label': translateShared('types.search'), title: translateShared('types.search') })
    .append('<i class="fa fa-search" aria-hidden="true"></i>')
    .insertAfter(select);
  button.on('click', () => openTypeSearch(select, button));
}

function openTypeSearch(select: JQuery, button: JQuery): void {
  const search = $('<input type="search">').attr({
    'aria-label': translateShared('types.search'),
    placeholder: translateShared('types.searchHint'),
  });
  const list = $('<div class="lighting-bridge-types">');
  const nothing = $('<div role="status">');
  const panel = RED.popover.panel(
    $('<div class="lighting-bridge-type-search">').append(search, list, nothing),
  );
  const close = (): void => {
    panel.hide();
    button.trigger('focus');
  };
  const choose = (rtype: string): void => {
    close();
    select.val(rtype).trigger('change');
  };
  select.find('optgroup').each((_, element) => {
    const group = $(element);
    const heading = $('<div class="lighting-bridge-types-group">').text(group.attr('label') ?? '');
    const options = group
      .children('option')
      .toArray()
      .map((option) => createChoice($(option), choose));
    list.append($('<div>').append(heading, options));
  });
  const filter = (): void => {
    const words = normalizeText(toText(search.val())).split(/\s+/);
    list.find('button').each((_, element) => {
      const choice = $(element);
      const searched = normalizeText(`${choice.text()} ${getOtherWords(toText(choice.val()))}`);
      choice.toggle(words.every((word) => searched.includes(word)));
    });
    list.children().each((_, element) => {
      const isEmpty = $(element)
        .find('button')
        .toArray()
        .every(({ style }) => style.display === 'none');
      $(element).toggle(!isEmpty);
    });
    nothing.text(list.find('button:visible').length === 0 ? translateShared('types.noMatch') : '');
  };
  search.on('input', filter);
  list.parent().on('keydown', (event) => {
    const choices = list.find('button:visible');
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && search.is(':focus')) choices.first().trigger('click');
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      choices
        .eq(
          Math.max(
            0,
            choices.toArray().findIndex((choice) => choice === document.activeElement) + step,
          ),
        )
        .trigger('focus');
    } else return;
    event.preventDefault();
    // The editor's own keys would close the dialog.
    event.stopPropagation();
  });
  panel.show({ target: select, align: 'right' });
  keepPickerInTray(panel.container, select);
  search.trigger('focus');
}

const createChoice = (option: JQuery, choose: (rtype: string) => void): JQuery => {
  const rtype = toText(option.val());
  return $('<button type="button">')
    .val(rtype)
    .text(option.text())
    .on('click', () => choose(rtype));
};
