import { asText } from './settings-in-form';

/** A setting that is a choice of several things, stored with commas between them; empty for all. */
export interface CheckList {
  /** Hidden element that stores the setting. */
  field: JQuery;
  /** Element to fill. */
  place: JQuery;
  /** What there is to choose, with its texts, in order. */
  choices: Readonly<Record<string, string>>;
}

/** Fills an element with a check box for each choice. All checked is stored as nothing. */
export function prepareCheckList({ field, place, choices }: CheckList): void {
  const chosen = new Set(
    asText(field.val())
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  // What the list does not know, such as what newer firmware tells, is kept.
  const names = [...new Set([...Object.keys(choices), ...chosen])];
  const boxes = names.map((name) => {
    const box = $('<input type="checkbox">').prop('checked', chosen.size === 0 || chosen.has(name));
    const words = $('<span>').text(choices[name] ?? name);
    const code = $('<code>').text(name);
    place.append($('<label class="lighting-bridge-check">').append(box, words, code));
    return { name, box };
  });
  place.addClass('lighting-bridge-checks').on('change', () => {
    const checked = boxes.filter(({ box }) => box.prop('checked') === true);
    const all = checked.length === boxes.length;
    field.val(all ? '' : checked.map(({ name }) => name).join(', ')).trigger('change');
  });
}
