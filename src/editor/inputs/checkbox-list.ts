import { toText } from '../fields/setting-fields';

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
  /** True where all that is offered is stored by name, when not every choice is offered. */
  namesOffered: () => boolean;
}

/** The prepared check boxes. */
export interface CheckboxList {
  /** Shows the check boxes of some names only; all when undefined. The setting stays until a box is changed. */
  offer(names: readonly string[] | undefined): void;
  /** Stores what is checked among those that are offered. */
  store(): void;
}

/** Stored value while nothing is checked. */
export const noneCheckedValue = 'none';

/** Fills an element with a check box for each choice, and one for all. */
export function prepareCheckboxList({
  field,
  container,
  allLabel,
  choiceLabels,
  namesOffered,
}: CheckboxListOptions): CheckboxList {
  const chosen = new Set(
    toText(field.val())
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const addCheckbox = (labelText: string, code: string): { box: JQuery; label: JQuery } => {
    const box = $('<input type="checkbox">');
    const label = $('<label class="lighting-bridge-check">').append(
      box,
      $('<span>').text(labelText),
    );
    if (code !== '') label.append($('<code>').text(code));
    container.append(label);
    return { box, label };
  };
  const { box: allCheckbox } = addCheckbox(allLabel, '');
  // Keep stored names that are not in the list, such as events of newer firmware.
  const choiceNames = new Set([...Object.keys(choiceLabels), ...chosen]);
  choiceNames.delete(noneCheckedValue);
  const boxes = [...choiceNames].map((name) => ({
    name,
    ...addCheckbox(choiceLabels[name] ?? name, name),
  }));
  for (const { name, box } of boxes) box.prop('checked', chosen.size === 0 || chosen.has(name));

  let offered = boxes;
  const getCheckedNames = (): string[] =>
    offered.filter(({ box }) => box.prop('checked') === true).map(({ name }) => name);
  const updateAllCheckbox = (): void => {
    const count = getCheckedNames().length;
    allCheckbox.prop('checked', count === offered.length);
    allCheckbox.prop('indeterminate', count > 0 && count < offered.length);
  };
  allCheckbox.on('change', () => {
    for (const { box } of offered) box.prop('checked', allCheckbox.prop('checked') === true);
  });
  const store = (): void => {
    const checkedNames = getCheckedNames();
    updateAllCheckbox();
    const isEverything = checkedNames.length === offered.length;
    const isNamed = offered.length < boxes.length && namesOffered();
    field.val(isEverything && !isNamed ? '' : checkedNames.join(', ') || noneCheckedValue);
  };
  container.on('change', () => {
    store();
    field.trigger('change');
  });
  updateAllCheckbox();
  return {
    offer(names) {
      offered = boxes.filter(({ name }) => names === undefined || names.includes(name));
      for (const one of boxes) one.label.toggle(offered.includes(one));
      updateAllCheckbox();
    },
    store,
  };
}
