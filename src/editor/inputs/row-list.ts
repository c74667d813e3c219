import { addChosen, createOptions, createSelect } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { toText } from '../fields/setting-fields';

/** By column name. */
type RowValues = Record<string, string>;

interface RowListOptions {
  /** An `ol`. */
  list: JQuery;
  rows: readonly RowValues[];
  /** Other values of an added row are empty. */
  newRow?: RowValues;
  columns: readonly RowColumn[];
  addLabel: string;
  /** Undefined for rows without names. */
  formatRowName?: (index: number) => string;
  onChange: () => void;
}

export type RowColumn = SelectColumn | InputColumn;

interface Column {
  name: string;
  /** Accessible name. */
  label: string;
  /** Undefined for a column of all rows. */
  isShown?: (row: RowValues) => boolean;
}

interface SelectColumn extends Column {
  choices: readonly Choice[];
  /** Undefined for all. The chosen value is always offered. */
  isOffered?: (value: string, row: RowValues) => boolean;
  /** Labels a chosen value that is no choice; undefined for the value itself. */
  formatOtherChoice?: (value: string) => string;
}

interface InputColumn extends Column {
  inputType: 'text' | 'color';
  placeholder?: string;
  /** Called for each row. */
  prepare?: (input: JQuery) => void;
}

interface ShownRow {
  row: RowValues;
  /** Undefined for a new row. */
  initialIndex: number | undefined;
  offerChoices: () => void;
}

interface RowControl {
  element: JQuery;
  offer: () => void;
}

const rowDataKey = 'lightingBridgeRow';

export function prepareRowList(options: RowListOptions): void {
  const { list, rows, newRow = {}, addLabel, formatRowName, onChange } = options;
  const nameRows = (): void => {
    list.find('.lighting-bridge-row-name').each((index, element) => {
      $(element).text(formatRowName?.(index) ?? '');
    });
  };
  const renumber = (): void => {
    nameRows();
    onChange();
  };
  list.editableList<Partial<ShownRow>>({
    addItem(container, _index, { row = newRow, initialIndex }) {
      const chosen = { ...row };
      for (const { name } of options.columns) chosen[name] ??= '';
      const controls = options.columns.map((column) => ({
        ...('inputType' in column
          ? createInputControl(column, chosen)
          : createSelectControl(column, chosen)),
        isShown: column.isShown ?? (() => true),
      }));
      const offerChoices = (): void => {
        for (const { element, offer, isShown } of controls) {
          offer();
          element.toggle(isShown(chosen));
        }
      };
      offerChoices();
      const shown: ShownRow = { row: chosen, initialIndex, offerChoices };
      container.addClass('lighting-bridge-row').data(rowDataKey, shown);
      for (const { element } of controls) container.append(element);
      if (formatRowName !== undefined) container.append('<span class="lighting-bridge-row-name">');
      container.on('change', () => {
        offerChoices();
        onChange();
      });
      nameRows();
      // Only an added row is a change.
      if (initialIndex === undefined) onChange();
    },
    addButton: addLabel,
    removable: true,
    sortable: true,
    height: 'auto',
    removeItem: renumber,
    sortItems: renumber,
  });
  showRows(list, rows);
}

export function showRows(list: JQuery, rows: readonly RowValues[]): void {
  list.editableList('empty');
  for (const [initialIndex, row] of rows.entries())
    list.editableList('addItem', { row, initialIndex });
}

/** Adds a row with the first choice of each column. */
export const addDefaultRow = (list: JQuery): void => list.editableList('addItem', {});

function createSelectControl(
  { name, label, choices, isOffered = () => true, formatOtherChoice }: SelectColumn,
  row: RowValues,
): RowControl {
  const element = createSelect(label);
  const offer = (): void => {
    const chosen = row[name] ?? '';
    const offered = addChosen(choices, chosen, formatOtherChoice?.(chosen)).filter(
      ([value]) => value === chosen || isOffered(value, row),
    );
    element.empty().append(createOptions(offered)).val(chosen);
  };
  element.on('change', () => {
    row[name] = toText(element.val());
  });
  return { element, offer };
}

function createInputControl(
  { name, label, inputType, placeholder = '', prepare }: InputColumn,
  row: RowValues,
): RowControl {
  const element = $(`<input type="${inputType}">`)
    .attr({ 'aria-label': label, placeholder })
    .val(row[name] ?? '');
  prepare?.(element);
  element.on('change', () => {
    row[name] = toText(element.val()).trim();
  });
  return { element, offer: () => undefined };
}

export function refreshRowChoices(list: JQuery): void {
  for (const { offerChoices } of getRows(list)) offerChoices();
}

export const getRows = (list: JQuery): readonly ShownRow[] =>
  list
    .editableList('items')
    .toArray()
    .map((element): unknown => $(element).data(rowDataKey))
    .filter(isShownRow);

const isShownRow = (value: unknown): value is ShownRow =>
  typeof value === 'object' && value !== null && 'offerChoices' in value;
