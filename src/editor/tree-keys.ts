/** Any row of the tree, and one that can be picked. */
export const anyRow = '.red-ui-treeList-label';
export const leafRow = '.red-ui-treeList-label.lighting-bridge-leaf';

const focus = 'focus';
/** The row that the keys are at. */
export const focusedRow = `${anyRow}.${focus}`;
/** Keys that Node-RED's tree takes; at no row it has nothing to do with them, and fails at some. */
const treeKeys = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Enter', ' ']);
const focusId = 'lighting-bridge-picker-focus';

/** Where the keys are in a tree. */
export interface TreeKeys {
  /** Goes to the first of these rows that is shown; to the first of all while none of these is. */
  enter(rows: string): void;
  /** Goes to a row; to none when it is not shown. */
  goTo(row: JQuery): void;
  /** Leaves a row that is no longer shown. */
  leaveHidden(): void;
}

/**
 * Lets the keys go over the rows that are shown, and tells screen readers where they are. Node-RED's own tree begins at
 * its first row, also when that was filtered out.
 *
 * @param list the part of the tree that has the focus of the browser
 */
export function prepareTreeKeys(list: JQuery): TreeKeys {
  const focused = (): JQuery => list.find(focusedRow);
  const announce = (): void => {
    list.find(`#${focusId}`).removeAttr('id');
    const row = focused().first().attr('id', focusId);
    list.attr('aria-activedescendant', row.length > 0 ? focusId : null);
  };
  const leaveHidden = (): void => {
    focused().not(':visible').removeClass(focus);
    announce();
  };
  const goTo = (row: JQuery): void => {
    focused().removeClass(focus);
    row.filter(':visible').addClass(focus);
    announce();
  };
  const enter = (rows: string): void => {
    const shown = list.find(anyRow).filter(':visible');
    const wanted = shown.filter(rows);
    const row = (wanted.length > 0 ? wanted : shown).first();
    goTo(row);
    row.get(0)?.scrollIntoView({ block: 'nearest' });
  };
  list.on('keydown', (event) => {
    if (!treeKeys.has(event.key) || focused().length > 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') enter(anyRow);
  });
  list.on('keyup', announce);
  return { enter, goTo, leaveHidden };
}
