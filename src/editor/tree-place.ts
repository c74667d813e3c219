import { focusedRow } from './tree-keys';

/** Where a person is in a tree, by what stays the same when it is drawn anew. */
export interface TreePlace {
  /** Branches by their labels, true for those that are open. */
  branches: ReadonlyMap<string, boolean>;
  /** What the keys are at. */
  focused: string | undefined;
  /** How far the tree is scrolled, in pixels. */
  scrolled: number;
}

/**
 * Reads where a person is.
 *
 * @param list the part of the tree that scrolls
 * @param items what it shows
 */
export function placeIn(list: JQuery, items: readonly TreeItem[]): TreePlace {
  const focused = rowsOf(items).find(({ treeList }) => treeList?.label?.is(focusedRow) === true);
  return {
    branches: new Map(items.map((item) => [nameOf(item), item.expanded === true])),
    focused: focused && nameOf(focused),
    scrolled: list.scrollTop() ?? 0,
  };
}

/** The branches as a person has opened and closed them; new ones stay as they are. */
export const asOpened = (items: readonly TreeItem[], { branches }: TreePlace): TreeItem[] =>
  items.map((item) => {
    const expanded = branches.get(nameOf(item)) ?? item.expanded;
    return expanded === undefined ? item : { ...item, expanded };
  });

/** The row that the keys were at, among those that are drawn now; none when it is gone. */
export function rowAt({ focused }: TreePlace, items: readonly TreeItem[]): JQuery {
  const row = rowsOf(items).find((item) => nameOf(item) === focused);
  return row?.treeList?.label ?? $();
}

const rowsOf = (items: readonly TreeItem[]): TreeItem[] =>
  items.flatMap((item) => [item, ...(item.children ?? [])]);

const nameOf = ({ id, label }: TreeItem): string => id ?? label ?? '';
