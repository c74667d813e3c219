import { asText } from './settings-in-form';

/** A setting that is a choice of several things, stored with commas between them; empty for all. */
export interface CheckList {
  /** Hidden element that stores the setting. */
  field: JQuery;
  /** Element to fill. */
  place: JQuery;
  /** Text of the check box that stands for all. */
  all: string;
  /** What there is to choose, with its texts, in order. */
  choices: Readonly<Record<string, string>>;
}

/** What is stored while nothing is checked. */
export const nothingChecked = 'none';

/** Fills an element with a check box for each choice, and one for all of them. */
export function prepareCheckList({ field, place, all, choices }: CheckList): void {
  const chosen = new Set(
    asText(field.val())
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const boxOf = (words: string, code: string): JQuery => {
    const box = $('<input type="checkbox">');
    const label = $('<label class="lighting-bridge-check">').append(box, $('<span>').text(words));
    if (code !== '') label.append($('<code>').text(code));
    place.append(label);
    return box;
  };
  const allBox = boxOf(all, '');
  // What the list does not know, such as what newer firmware tells, is kept.
  const known = new Set([...Object.keys(choices), ...chosen]);
  known.delete(nothingChecked);
  const boxes = [...known].map((name) => ({ name, box: boxOf(choices[name] ?? name, name) }));
  for (const { name, box } of boxes) box.prop('checked', chosen.size === 0 || chosen.has(name));

  const checked = (): string[] =>
    boxes.filter(({ box }) => box.prop('checked') === true).map(({ name }) => name);
  const showAll = (): void => {
    const count = checked().length;
    allBox.prop('checked', count === boxes.length);
    allBox.prop('indeterminate', count > 0 && count < boxes.length);
  };
  allBox.on('change', () => {
    for (const { box } of boxes) box.prop('checked', allBox.prop('checked') === true);
  });
  place.on('change', () => {
    const names = checked();
    showAll();
    field.val(names.length === boxes.length ? '' : names.join(', ') || nothingChecked);
    field.trigger('change');
  });
  showAll();
}
