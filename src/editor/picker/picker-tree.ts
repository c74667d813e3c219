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

/**
 * Node-RED's tree with ARIA roles, `aria-activedescendant` and keyboard navigation of visible rows.
 * Node-RED's own navigation starts at the first row, even if the row is filtered out.
 */
export class PickerTree {
  /** The element that scrolls and has the focus. */
  readonly #list: JQuery;
  #items: readonly TreeItem[] = [];

  /** @param element becomes the tree */
  constructor(
    private readonly element: JQuery,
    options: PickerTreeOptions,
  ) {
    const isMultiple = options.picks === 'several';
    element.treeList({ data: [], autoSelect: false, selectable: true, multi: isMultiple });
    // Focus the scrolling element instead; its key events bubble to Node-RED's tree.
    element.removeAttr('tabindex');
    this.#list = element.find('.red-ui-editableList-container').first();
    this.#list.attr({ role: 'tree', tabindex: 0, 'aria-label': options.label });
    reportPicks(element, isMultiple, options);
    this.#list.on('keydown', (event) => this.#onKey(event));
    this.#list.on('keyup', () => this.#updateActiveDescendant());
  }

  /**
   * Shows other items. Branches stay expanded; the focused row and the scroll position stay in
   * place.
   *
   * @param accept returns true for shown rows; null shows all
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

  /** Shows only rows for which `accept` returns true; null shows all. */
  filter(accept: ((item: TreeItem) => boolean) | null): void {
    this.element.treeList('filter', accept);
    this.#getFocusedRows().not(':visible').removeClass(focusClassName);
    this.#updateActiveDescendant();
  }

  /** Moves the focus to the first row: of all, or of those that can be picked. */
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

  /** Does nothing if the row is not visible. */
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
