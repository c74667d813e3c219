import { toText } from '../setting-fields';

/** Check boxes for a setting that stores the checked names separated by commas; empty for all. */
export interface CheckboxListOptions {
  /** Hidden element that stores the setting. */
  field: JQuery;
  /** Element to fill. */
  container: JQuery;
  /** Label of the check box for all. */
  allLabel: string;
  /** Labels of the check boxes, by name, in display order. */
  choiceLabels: Readonly<Record<string, string>>;
}

/** Stored value while nothing is checked. */
export const noneCheckedValue = 'none';

/** Fills an element with a check box for each choice, and one for all. */
export function prepareCheckboxList({
  field,
  container,
  allLabel,
  choiceLabels,
}: CheckboxListOptions): void {
  const chosen = new Set(
    toText(field.val())
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const addCheckbox = (labelText: string, code: string): JQuery => {
    const box = $('<input type="checkbox">');
    const label = $('<label class="lighting-bridge-check">').append(
      box,
      $('<span>').text(labelText),
    );
    if (code !== '') label.append($('<code>').text(code));
    container.append(label);
    return box;
  };
  const allCheckbox = addCheckbox(allLabel, '');
  // Keep stored names that are not in the list, such as events of newer firmware.
  const choiceNames = new Set([...Object.keys(choiceLabels), ...chosen]);
  choiceNames.delete(noneCheckedValue);
  const boxes = [...choiceNames].map((name) => ({
    name,
    box: addCheckbox(choiceLabels[name] ?? name, name),
  }));
  for (const { name, box } of boxes) box.prop('checked', chosen.size === 0 || chosen.has(name));

  const getCheckedNames = (): string[] =>
    boxes.filter(({ box }) => box.prop('checked') === true).map(({ name }) => name);
  const updateAllCheckbox = (): void => {
    const count = getCheckedNames().length;
    allCheckbox.prop('checked', count === boxes.length);
    allCheckbox.prop('indeterminate', count > 0 && count < boxes.length);
  };
  allCheckbox.on('change', () => {
    for (const { box } of boxes) box.prop('checked', allCheckbox.prop('checked') === true);
  });
  container.on('change', () => {
    const checkedNames = getCheckedNames();
    updateAllCheckbox();
    field.val(
      checkedNames.length === boxes.length ? '' : checkedNames.join(', ') || noneCheckedValue,
    );
    field.trigger('change');
  });
  updateAllCheckbox();
}
