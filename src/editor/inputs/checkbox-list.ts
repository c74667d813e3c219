import { toText } from '../fields/setting-fields';

/** Stores names with commas; empty for all. */
interface CheckboxListOptions {
  /** Hidden; stores the setting. */
  field: JQuery;
  container: JQuery;
  allLabel: string;
  /** By name, in display order. */
  choiceLabels: Readonly<Record<string, string>>;
  /** True if not every choice is offered: the offered ones are then stored by name. */
  namesOffered: () => boolean;
}

/** Stored value while nothing is checked. */
export const noneCheckedValue = 'none';

interface NamedCheckbox {
  readonly name: string;
  readonly box: JQuery;
  readonly label: JQuery;
}

/** Lets a person choose all values of a setting, or some of them. */
export class CheckboxList {
  readonly #allCheckbox: JQuery;
  readonly #boxes: readonly NamedCheckbox[];
  #offered: readonly NamedCheckbox[];

  constructor(private readonly options: CheckboxListOptions) {
    const { field, container, allLabel, choiceLabels } = options;
    const chosen = readNames(field);
    this.#allCheckbox = addCheckbox(container, allLabel, '').box;
    // Keep unlisted names, such as events of newer firmware.
    const names = new Set([...Object.keys(choiceLabels), ...chosen]);
    names.delete(noneCheckedValue);
    this.#boxes = [...names].map((name) => ({
      name,
      ...addCheckbox(container, choiceLabels[name] ?? name, name),
    }));
    this.#offered = this.#boxes;
    for (const { name, box } of this.#boxes)
      box.prop('checked', chosen.size === 0 || chosen.has(name));
    this.#listen();
    this.#updateAllCheckbox();
  }

  /** Shows boxes of these names; undefined for all. The setting stays until a box is changed. */
  offer(names: readonly string[] | undefined): void {
    this.#offered = this.#boxes.filter(({ name }) => names === undefined || names.includes(name));
    for (const one of this.#boxes) one.label.toggle(this.#offered.includes(one));
    this.#updateAllCheckbox();
  }

  /** Checks boxes of these names; undefined for all offered names. */
  check(names: readonly string[] | undefined): void {
    for (const { name, box } of this.#offered)
      box.prop('checked', names === undefined || names.includes(name));
    this.store();
  }

  store(): void {
    const checkedNames = this.#getCheckedNames();
    this.#updateAllCheckbox();
    const isEverything = checkedNames.length === this.#offered.length;
    const isNamed = this.#offered.length < this.#boxes.length && this.options.namesOffered();
    this.options.field.val(
      isEverything && !isNamed ? '' : checkedNames.join(', ') || noneCheckedValue,
    );
  }

  #listen(): void {
    const { field, container } = this.options;
    this.#allCheckbox.on('change', () => {
      const isChecked = this.#allCheckbox.prop('checked') === true;
      for (const { box } of this.#offered) box.prop('checked', isChecked);
    });
    container.on('change', () => {
      this.store();
      field.trigger('change');
    });
  }

  #getCheckedNames(): string[] {
    return this.#offered.filter(({ box }) => box.prop('checked') === true).map(({ name }) => name);
  }

  #updateAllCheckbox(): void {
    const count = this.#getCheckedNames().length;
    this.#allCheckbox.prop('checked', count === this.#offered.length);
    this.#allCheckbox.prop('indeterminate', count > 0 && count < this.#offered.length);
  }
}

const readNames = (field: JQuery): ReadonlySet<string> =>
  new Set(
    toText(field.val())
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

function addCheckbox(
  container: JQuery,
  labelText: string,
  code: string,
): { box: JQuery; label: JQuery } {
  const box = $('<input type="checkbox">');
  const label = $('<label class="lighting-bridge-check">').append(box, $('<span>').text(labelText));
  if (code !== '') label.append($('<code>').text(code));
  container.append(label);
  return { box, label };
}
