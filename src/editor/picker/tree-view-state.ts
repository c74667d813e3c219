import { focusedRowSelector } from './tree-keyboard';

/** Expanded branches, focused row and scroll position of a tree, by keys that survive a redraw. */
export interface TreeViewState {
  /** True for expanded branches, by label. */
  expandedBranches: ReadonlyMap<string, boolean>;
  /** Key of the row that has the keyboard focus. */
  focusedKey: string | undefined;
  /** Scroll offset, in pixels. */
  scrollTop: number;
}

/**
 * Reads what a tree shows.
 *
 * @param list the scrolling element of the tree
 * @param items items of the tree
 */
export function getTreeViewState(list: JQuery, items: readonly TreeItem[]): TreeViewState {
  const focused = flattenItems(items).find(
    ({ treeList }) => treeList?.label?.is(focusedRowSelector) === true,
  );
  return {
    expandedBranches: new Map(items.map((item) => [getItemKey(item), item.expanded === true])),
    focusedKey: focused && getItemKey(focused),
    scrollTop: list.scrollTop() ?? 0,
  };
}

/** Expands and collapses branches as they were shown; branches that are not in it stay as they are. */
export const restoreExpandedBranches = (
  items: readonly TreeItem[],
  { expandedBranches }: TreeViewState,
): TreeItem[] =>
  items.map((item) => {
    const expanded = expandedBranches.get(getItemKey(item)) ?? item.expanded;
    return expanded === undefined ? item : { ...item, expanded };
  });

/** Finds the row that was focused among the present items; empty when it no longer exists. */
export function findFocusedRow({ focusedKey }: TreeViewState, items: readonly TreeItem[]): JQuery {
  const focusedItem = flattenItems(items).find((item) => getItemKey(item) === focusedKey);
  return focusedItem?.treeList?.label ?? $();
}

const flattenItems = (items: readonly TreeItem[]): TreeItem[] =>
  items.flatMap((item) => [item, ...(item.children ?? [])]);

const getItemKey = ({ id, label }: TreeItem): string => id ?? label ?? '';
