/** One row: the chosen value, by column name. */
export type SelectRow = Record<string, string>;

/** Editable list of rows with one select per column. */
export interface SelectRowListOptions {
  /** Element to fill: an `ol`. */
  list: JQuery;
  rows: readonly SelectRow[];
  columns: readonly SelectColumn[];
  /** Label of the button that adds a row. */
  addLabel: string;
  /** Formats the name of a row from its index. */
  formatRowName: (index: number) => string;
  /** Called after each change. */
  onChange: () => void;
}

/** One column: a select in each row. */
export interface SelectColumn {
  name: string;
  /** Accessible name. */
  label: string;
  /** Labels by value, in display order. */
  choiceLabels: ReadonlyMap<string, string>;
}

/** A row with its index when the dialog was opened; undefined for a new row. */
export interface TrackedSelectRow {
  row: SelectRow;
  initialIndex: number | undefined;
}

interface Item {
  row?: SelectRow;
  initialIndex?: number;
}

const rowDataKey = 'lightingBridgeRow';

/** Turns an element into a list whose rows can be added, moved and removed. */
export function prepareSelectRowList(options: SelectRowListOptions): void {
  const { list, rows, addLabel, formatRowName, onChange } = options;
  const renumber = (): void => {
    list.find('.lighting-bridge-row-name').each((index, element) => {
      $(element).text(formatRowName(index));
    });
    onChange();
  };
  list.editableList<Item>({
    addItem(container, _index, { row = {}, initialIndex }) {
      const chosen = { ...row };
      container.addClass('lighting-bridge-row').data(rowDataKey, { row: chosen, initialIndex });
      for (const column of options.columns) {
        container.append(createSelectElement(column, chosen, onChange));
      }
      container.append('<span class="lighting-bridge-row-name">');
      renumber();
    },
    addButton: addLabel,
    removable: true,
    sortable: true,
    height: 'auto',
    removeItem: renumber,
    sortItems: renumber,
  });
  for (const [initialIndex, row] of rows.entries())
    list.editableList('addItem', { row, initialIndex });
}

/** Adds a row with the first choice of each column. */
export const addSelectRow = (list: JQuery): void => list.editableList('addItem', {});

function createSelectElement(
  { name, label, choiceLabels }: SelectColumn,
  chosen: SelectRow,
  onChange: () => void,
): JQuery {
  const select = $('<select>').attr('aria-label', label);
  const currentValue = chosen[name] ?? '';
  for (const [value, text] of choiceLabels.has(currentValue)
    ? choiceLabels
    : [...choiceLabels, [currentValue, currentValue]]) {
    $('<option>').val(value).text(text).appendTo(select);
  }
  chosen[name] = currentValue;
  return select.val(currentValue).on('change', () => {
    chosen[name] = String(select.val() ?? '');
    onChange();
  });
}

/** The present rows, in order. */
export const getSelectRows = (list: JQuery): TrackedSelectRow[] =>
  list
    .editableList('items')
    .toArray()
    .map((element): unknown => $(element).data(rowDataKey))
    .filter(isTrackedSelectRow);

const isTrackedSelectRow = (value: unknown): value is TrackedSelectRow =>
  typeof value === 'object' && value !== null && 'row' in value;
