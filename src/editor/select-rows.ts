/** One row: what was chosen in each column. */
export type SelectRow = Record<string, string>;

/** A list of rows that a person makes, each a choice in every column. */
export interface SelectRowsOptions {
  /** Element to fill: an `ol`. */
  place: JQuery;
  rows: readonly SelectRow[];
  columns: readonly SelectColumn[];
  /** Text of the button that adds a row. */
  add: string;
  /** What a row stands for, by its place. */
  nameOf: (index: number) => string;
  /** Called after each change. */
  changed: () => void;
}

/** One choice of a row. */
export interface SelectColumn {
  name: string;
  /** For screen readers. */
  label: string;
  /** Texts by value, in the order in which they are offered. */
  choices: ReadonlyMap<string, string>;
}

/** A row with where it stood when the dialog was opened; nowhere when it is new. */
export interface PlacedRow {
  row: SelectRow;
  from: number | undefined;
}

interface Item {
  row?: SelectRow;
  from?: number;
}

const itemData = 'lightingBridgeRow';

/** Fills a list with rows that can be added, moved and removed. */
export function prepareSelectRows(options: SelectRowsOptions): void {
  const { place, rows, add, nameOf, changed } = options;
  const renumber = (): void => {
    place.find('.lighting-bridge-row-name').each((index, element) => {
      $(element).text(nameOf(index));
    });
    changed();
  };
  place.editableList<Item>({
    addItem(container, _index, { row = {}, from }) {
      const chosen = { ...row };
      container.addClass('lighting-bridge-row').data(itemData, { row: chosen, from });
      for (const column of options.columns) {
        container.append(selectOf(column, chosen, changed));
      }
      container.append('<span class="lighting-bridge-row-name">');
      renumber();
    },
    addButton: add,
    removable: true,
    sortable: true,
    height: 'auto',
    removeItem: renumber,
    sortItems: renumber,
  });
  for (const [from, row] of rows.entries()) place.editableList('addItem', { row, from });
}

function selectOf(
  { name, label, choices }: SelectColumn,
  chosen: SelectRow,
  changed: () => void,
): JQuery {
  const select = $('<select>').attr('aria-label', label);
  const present = chosen[name] ?? '';
  for (const [value, text] of choices.has(present) ? choices : [...choices, [present, present]]) {
    $('<option>').val(value).text(text).appendTo(select);
  }
  chosen[name] = present;
  return select.val(present).on('change', () => {
    chosen[name] = String(select.val() ?? '');
    changed();
  });
}

/** The rows as they are now. */
export const placedRows = (place: JQuery): PlacedRow[] =>
  place
    .editableList('items')
    .toArray()
    .map((element): unknown => $(element).data(itemData))
    .filter(isPlaced);

const isPlaced = (value: unknown): value is PlacedRow =>
  typeof value === 'object' && value !== null && 'row' in value;
