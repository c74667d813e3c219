import { toText } from '../fields/setting-fields';
import { isResourceLeaf } from './resource-tree';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { PickerSelectionMode } from './resource-tree';

interface PickerTreeOptions {
  /** Accessible name of the tree. */
  label: string;
  picks: PickerSelectionMode;
  onPickOnly: (resource: ResourceListItem) => void;
  /** Called with the id of a resource that is ticked or unticked. */
  onTick: (rid: string, isPicked: boolean) => void;
}

export class PickerTree {
  readonly #element: JQuery;
  /** The element that scrolls and has the focus. */
  readonly #list: JQuery;
  readonly #keyboard: TreeKeyboard;
  #items: readonly TreeItem[] = [];

  /** @param element becomes the tree */
  constructor(element: JQuery, options: PickerTreeOptions) {
    const isMultiple = options.picks === 'several';
    this.#element = element;
    element.treeList({ data: [], autoSelect: false, selectable: true, multi: isMultiple });
    // Focus the scrolling element instead; its key events bubble to Node-RED's tree.
    element.removeAttr('tabindex');
    this.#list = element.find('.red-ui-editableList-container').first();
    this.#list.attr({ role: 'tree', tabindex: 0, 'aria-label': options.label });
    reportPicks(element, isMultiple, options);
    this.#keyboard = prepareTreeKeyboard(this.#list);
  }

  /**
   * Shows other items. Branches stay expanded; the focused row and the scroll position stay in
   * place.
   *
   * @param accept returns true for shown rows; null shows all
   */
  show(items: readonly TreeItem[], accept: ((item: TreeItem) => boolean) | null): void {
    const viewState = getTreeViewState(this.#list, this.#items);
    this.#items = restoreExpandedBranches(items, viewState);
    this.#element.treeList('data', this.#items);
    addTreeRoles(this.#element);
    this.filter(accept);
    this.#keyboard.focusRow(findFocusedRow(viewState, this.#items));
    this.#list.scrollTop(viewState.scrollTop);
  }

  clear(): void {
    this.#items = [];
    this.#element.treeList('data', this.#items);
  }

  /** Shows only rows for which `accept` returns true; null shows all. */
  filter(accept: ((item: TreeItem) => boolean) | null): void {
    this.#element.treeList('filter', accept);
    this.#keyboard.unfocusHiddenRow();
  }

  /** Moves the focus to the first row: of all, or of those that can be picked. */
  focusFirstRow(rows: 'all' | 'leaves'): void {
    this.#list.trigger('focus');
    this.#keyboard.focusFirstRow(rows === 'all' ? treeRowSelector : leafRowSelector);
  }
}

function reportPicks(
  element: JQuery,
  isMultiple: boolean,
  { onPickOnly, onTick }: PickerTreeOptions,
): void {
  element.on('treelistselect', (_, item?: TreeItem) => {
    if (!isResourceLeaf(item)) return;
    if (isMultiple) onTick(item.resource.rid, item.selected === true);
    else onPickOnly(item.resource);
  });
  element.on('treelistconfirm', (_, item?: TreeItem) => {
    if (isResourceLeaf(item) && !isMultiple) onPickOnly(item.resource);
  });
  element.on('change', tickBoxSelector, ({ target }) => {
    const box = $(target);
    onTick(toText(box.val()), box.prop('checked') === true);
  });
}

/** Adds ARIA roles, which Node-RED's tree lacks. */
function addTreeRoles(tree: JQuery): void {
  tree.find('ol').attr('role', 'group');
  tree.find('li').attr('role', 'none');
  tree.find('.red-ui-treeList-label').attr('role', 'treeitem');
}

/** Expanded branches, focused row and scroll position of a tree, by keys that survive a redraw. */
interface TreeViewState {
  /** True for expanded branches, by label. */
  expandedBranches: ReadonlyMap<string, boolean>;
  /** Key of the row that has the keyboard focus. */
  focusedKey: string | undefined;
  /** Scroll offset, in pixels. */
  scrollTop: number;
}

function getTreeViewState(list: JQuery, items: readonly TreeItem[]): TreeViewState {
  const focused = flattenItems(items).find(
    ({ treeList }) => treeList?.label?.is(focusedRowSelector) === true,
  );
  return {
    expandedBranches: new Map(items.map((item) => [getItemKey(item), item.expanded === true])),
    focusedKey: focused && getItemKey(focused),
    scrollTop: list.scrollTop() ?? 0,
  };
}

const restoreExpandedBranches = (
  items: readonly TreeItem[],
  { expandedBranches }: TreeViewState,
): TreeItem[] =>
  items.map((item) => {
    const expanded = expandedBranches.get(getItemKey(item)) ?? item.expanded;
    return expanded === undefined ? item : { ...item, expanded };
  });

function findFocusedRow({ focusedKey }: TreeViewState, items: readonly TreeItem[]): JQuery {
  const focusedItem = flattenItems(items).find((item) => getItemKey(item) === focusedKey);
  return focusedItem?.treeList?.label ?? $();
}

const flattenItems = (items: readonly TreeItem[]): TreeItem[] =>
  items.flatMap((item) => [item, ...(item.children ?? [])]);

const getItemKey = ({ id, label }: TreeItem): string => id ?? label ?? '';

/** All tree rows, and the rows that can be picked. */
const treeRowSelector = '.red-ui-treeList-label';
const leafRowSelector = '.red-ui-treeList-label.lighting-bridge-leaf';

/** Boxes that pick several resources. */
const tickBoxSelector = '.lighting-bridge-leaf-tick';

const focusClassName = 'focus';
const focusedRowSelector = `${treeRowSelector}.${focusClassName}`;
/** Keys that Node-RED's tree handles; it throws on some of them if no row is focused. */
const handledKeys = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Enter', ' ']);
const focusedRowId = 'lighting-bridge-picker-focus';

interface TreeKeyboard {
  /** Focuses the first visible row that matches the selector, otherwise the first visible row. */
  focusFirstRow(selector: string): void;
  /** Does nothing if the row is not visible. */
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
function prepareTreeKeyboard(list: JQuery): TreeKeyboard {
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
