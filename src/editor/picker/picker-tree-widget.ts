import { toText } from '../fields/setting-fields';
import { isResourceLeaf } from './resource-tree';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { PickerSelectionMode } from './resource-tree';

interface PickerTreeOptions {
  /** Accessible name. */
  label: string;
  picks: PickerSelectionMode;
  onPickOnly: (resource: ResourceListItem) => void;
  onTick: (rid: string, isPicked: boolean) => void;
}

const treeRowSelector = '.red-ui-treeList-label';
const leafRowSelector = '.red-ui-treeList-label.lighting-bridge-leaf';

/** Boxes that pick several resources. */
const tickBoxSelector = '.lighting-bridge-leaf-tick';

const focusClassName = 'focus';
const focusedRowSelector = `${treeRowSelector}.${focusClassName}`;
/** Node-RED's tree throws on some of its keys if no row is focused. */
const handledKeys = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Enter', ' ']);
const focusedRowId = 'lighting-bridge-picker-focus';

/**
 * Adds ARIA roles, `aria-activedescendant` and key navigation of visible rows to Node-RED's tree. Node-RED's own
 * navigation starts at the first row, even if it is filtered out.
 */
export class PickerTreeWidget {
  /** Scrolls and has the focus. */
  readonly #list: JQuery;
  #items: readonly TreeItem[] = [];

  /** @param element becomes the tree */
  constructor(
    private readonly element: JQuery,
    options: PickerTreeOptions,
  ) {
    const isMultiple = options.picks === 'several';
    element.treeList({ data: [], autoSelect: false, selectable: true, multi: isMultiple });
    // Its key events bubble to Node-RED's tree.
    element.removeAttr('tabindex');
    this.#list = element.find('.red-ui-editableList-container').first();
    this.#list.attr({ role: 'tree', tabindex: 0, 'aria-label': options.label });
    reportPicks(element, isMultiple, options);
    this.#list.on('keydown', (event) => this.#onKey(event));
    this.#list.on('keyup', () => this.#updateActiveDescendant());
  }

  /**
   * Keeps expanded branches, the focused row and the scroll position.
   *
   * @param accept null shows all
   */
  show(items: readonly TreeItem[], accept: ((item: TreeItem) => boolean) | null): void {
    const expanded = new Map(this.#items.map((item) => [getItemKey(item), item.expanded === true]));
    const focused = flattenItems(this.#items).find(
      ({ treeList }) => treeList?.label?.is(focusedRowSelector) === true,
    );
    const scrollTop = this.#list.scrollTop() ?? 0;
    this.#items = items.map((item) => {
      const isExpanded = expanded.get(getItemKey(item)) ?? item.expanded;
      return isExpanded === undefined ? item : { ...item, expanded: isExpanded };
    });
    this.element.treeList('data', this.#items);
    this.element.find('ol').attr('role', 'group');
    this.element.find('li').attr('role', 'none');
    this.element.find(treeRowSelector).attr('role', 'treeitem');
    this.filter(accept);
    const sameItem = flattenItems(this.#items).find(
      (item) => focused !== undefined && getItemKey(item) === getItemKey(focused),
    );
    this.#focusRow(sameItem?.treeList?.label ?? $());
    this.#list.scrollTop(scrollTop);
  }

  clear(): void {
    this.#items = [];
    this.element.treeList('data', this.#items);
  }

  /** @param accept null shows all */
  filter(accept: ((item: TreeItem) => boolean) | null): void {
    this.element.treeList('filter', accept);
    this.#getFocusedRows().not(':visible').removeClass(focusClassName);
    this.#updateActiveDescendant();
  }

  /** @param rows all, or those to pick */
  focusFirstRow(rows: 'all' | 'leaves'): void {
    this.#list.trigger('focus');
    const visibleRows = this.#list.find(treeRowSelector).filter(':visible');
    const leaves = visibleRows.filter(leafRowSelector);
    const row = (rows === 'leaves' && leaves.length > 0 ? leaves : visibleRows).first();
    this.#focusRow(row);
    row.get(0)?.scrollIntoView({ block: 'nearest' });
  }

  #getFocusedRows(): JQuery {
    return this.#list.find(focusedRowSelector);
  }

  /** Focuses only a visible row. */
  #focusRow(row: JQuery): void {
    this.#getFocusedRows().removeClass(focusClassName);
    row.filter(':visible').addClass(focusClassName);
    this.#updateActiveDescendant();
  }

  #updateActiveDescendant(): void {
    this.#list.find(`#${focusedRowId}`).removeAttr('id');
    const row = this.#getFocusedRows().first().attr('id', focusedRowId);
    this.#list.attr('aria-activedescendant', row.length > 0 ? focusedRowId : null);
  }

  #onKey(event: JQuery.KeyDownEvent): void {
    const focused = this.#getFocusedRows();
    const box = event.key === ' ' ? focused.find(tickBoxSelector) : $();
    if (box.length === 0 && (!handledKeys.has(event.key) || focused.length > 0)) return;
    event.preventDefault();
    event.stopPropagation();
    if (box.length > 0) box.trigger('click');
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.focusFirstRow('all');
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

const flattenItems = (items: readonly TreeItem[]): TreeItem[] =>
  items.flatMap((item) => [item, ...(item.children ?? [])]);

const getItemKey = ({ id, label }: TreeItem): string => id ?? label ?? '';
