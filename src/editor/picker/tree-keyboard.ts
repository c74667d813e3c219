/** All tree rows, and the rows that can be picked. */
export const treeRowSelector = '.red-ui-treeList-label';
export const leafRowSelector = '.red-ui-treeList-label.lighting-bridge-leaf';

/** Boxes that pick several resources. */
export const tickBoxSelector = '.lighting-bridge-leaf-tick';

const focusClassName = 'focus';
/** Row that has the keyboard focus. */
export const focusedRowSelector = `${treeRowSelector}.${focusClassName}`;
/** Keys that Node-RED's tree handles; it throws on some of them if no row is focused. */
const handledKeys = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Enter', ' ']);
const focusedRowId = 'lighting-bridge-picker-focus';

export interface TreeKeyboard {
  /** Focuses the first visible row that matches the selector, otherwise the first visible row. */
  focusFirstRow(selector: string): void;
  /** Focuses a row; none if it is not visible. */
  focusRow(row: JQuery): void;
  /** Removes the focus from a row that is no longer visible. */
  unfocusHiddenRow(): void;
}

/**
 * Adds keyboard navigation of visible rows and `aria-activedescendant`. Node-RED's own tree starts
 * at its first row, even if the row is filtered out.
 *
 * @param list element of the tree that has the browser's focus
 */
export function prepareTreeKeyboard(list: JQuery): TreeKeyboard {
  const getFocusedRows = (): JQuery => list.find(focusedRowSelector);
  const updateActiveDescendant = (): void => {
    list.find(`#${focusedRowId}`).removeAttr('id');
    const row = getFocusedRows().first().attr('id', focusedRowId);
    list.attr('aria-activedescendant', row.length > 0 ? focusedRowId : null);
  };
  const unfocusHiddenRow = (): void => {
    getFocusedRows().not(':visible').removeClass(focusClassName);
    updateActiveDescendant();
  };
  const focusRow = (row: JQuery): void => {
    getFocusedRows().removeClass(focusClassName);
    row.filter(':visible').addClass(focusClassName);
    updateActiveDescendant();
  };
  const focusFirstRow = (selector: string): void => {
    const visibleRows = list.find(treeRowSelector).filter(':visible');
    const matchingRows = visibleRows.filter(selector);
    const row = (matchingRows.length > 0 ? matchingRows : visibleRows).first();
    focusRow(row);
    row.get(0)?.scrollIntoView({ block: 'nearest' });
  };
  list.on('keydown', (event) => {
    const box = event.key === ' ' ? getFocusedRows().find(tickBoxSelector) : $();
    if (box.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      box.trigger('click');
      return;
    }
    if (!handledKeys.has(event.key) || getFocusedRows().length > 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') focusFirstRow(treeRowSelector);
  });
  list.on('keyup', updateActiveDescendant);
  return { focusFirstRow, focusRow, unfocusHiddenRow };
}
