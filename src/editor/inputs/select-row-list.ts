import { toText } from '../fields/setting-fields';

/** The chosen value, by column name. */
type SelectRowColumnValues = Record<string, string>;

/** Editable list of rows with one select per column. */
interface SelectRowListOptions {
  /** Element to fill: an `ol`. */
  list: JQuery;
  rows: readonly SelectRowColumnValues[];
  columns: readonly SelectColumn[];
  addLabel: string;
  formatRowName: (index: number) => string;
  /** Called after each change. */
  onChange: () => void;
}

interface SelectColumn {
  name: string;
  /** Accessible name. */
  label: string;
  /** Labels by value, in display order. */
  choiceLabels: ReadonlyMap<string, string>;
  /** Returns true if a row offers a choice. The chosen value is always offered. */
  isOffered: (value: string, row: SelectRowColumnValues) => boolean;
}

/** A row with its index when the dialog was opened; undefined for a new row. */
interface SelectRowWithInitialIndex {
  row: SelectRowColumnValues;
  initialIndex: number | undefined;
}

interface ShownSelectRow extends SelectRowWithInitialIndex {
  offerChoices: () => void;
}

interface Item {
  row?: SelectRowColumnValues;
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
      for (const { name } of options.columns) chosen[name] ??= '';
      const selects = options.columns.map((column) => createSelect(column, chosen));
      const offerChoices = (): void => {
        for (const { offer } of selects) offer();
      };
      const shown: ShownSelectRow = { row: chosen, initialIndex, offerChoices };
      container.addClass('lighting-bridge-row').data(rowDataKey, shown);
      for (const { element } of selects) container.append(element);
      container.append('<span class="lighting-bridge-row-name">').on('change', () => {
        offerChoices();
        onChange();
      });
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
export const addDefaultSelectRow = (list: JQuery): void => list.editableList('addItem', {});

/** Creates the select of a column, which stores the chosen value in the row. */
function createSelect(
  { name, label, choiceLabels, isOffered }: SelectColumn,
  row: SelectRowColumnValues,
): { element: JQuery; offer: () => void } {
  const element = $('<select>').attr('aria-label', label);
  const offer = (): void => {
    const chosen = row[name] ?? '';
    const values = [...new Set([...choiceLabels.keys(), chosen])];
    const options = values
      .filter((value) => value === chosen || isOffered(value, row))
      .map((value) =>
        $('<option>')
          .val(value)
          .text(choiceLabels.get(value) ?? value),
      );
    element.empty().append(options).val(chosen);
  };
  offer();
  element.on('change', () => {
    row[name] = toText(element.val());
  });
  return { element, offer };
}

export const getSelectRows = (list: JQuery): readonly SelectRowWithInitialIndex[] =>
  listShownRows(list);

export function refreshRowChoices(list: JQuery): void {
  for (const { offerChoices } of listShownRows(list)) offerChoices();
}

const listShownRows = (list: JQuery): readonly ShownSelectRow[] =>
  list
    .editableList('items')
    .toArray()
    .map((element): unknown => $(element).data(rowDataKey))
    .filter(isShownRow);

const isShownRow = (value: unknown): value is ShownSelectRow =>
  typeof value === 'object' && value !== null && 'offerChoices' in value;
