import { allOfBridge } from '../../resources/identifiers';
import { omitFurtherMotionZoneParts } from '../../resources/motion-zones';
import { toErrorMessage } from '../routes/admin-route-client';
import type { ResourceListItem } from '../routes/admin-route-client';
import { createIconButton, createSelect } from '../fields/controls';
import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import { fetchResourceList, getCachedResourceList } from './resource-list';
import { searchResources, createResourceTree, isResourceLeaf } from './resource-tree';
import type { PickerSelectionMode } from './resource-tree';
import type { BridgeChoice } from './flow-bridges';
import type { PickedId } from './picked-ids';

interface ResourcePickerOptions {
  /** Element above the picker. */
  target: JQuery;
  /** Bridge that is shown first. */
  configNodeId: string;
  /** Offered if resources of several bridges may be picked. */
  bridges?: readonly BridgeChoice[];
  /** Accessible name of the tree. */
  label: string;
  accepts: (resource: ResourceListItem) => boolean;
  offersZonesOnce?: boolean;
  /** All resources of a bridge may be picked at once. */
  offersAll?: boolean;
  picked: readonly PickedId[];
  /** With tick boxes, `onPick` follows each change. */
  picks: PickerSelectionMode;
  onPick: (picked: readonly PickedId[]) => void;
  onClose: () => void;
}

const minWidth = 380;

/** Opens a popover with a tree and a search box. */
export function openResourcePicker(options: ResourcePickerOptions): void {
  new ResourcePicker(options).open();
}

/** Lets a person choose the targets of a setting among the resources of the bridges. */
class ResourcePicker {
  /** An empty set for one bridge. */
  readonly #bridgeSelect: JQuery;
  /** All of the chosen bridge; an empty set if not offered. */
  readonly #allBox: JQuery;
  readonly #search = $('<input type="text">').attr({
    placeholder: translateShared('picker.search'),
    'aria-label': translateShared('picker.search'),
  });
  readonly #refreshButton = createIconButton(
    'red-ui-button red-ui-button-small',
    'refresh',
    translateShared('picker.refresh'),
  );
  readonly #message = $('<div class="lighting-bridge-picker-message" role="status">');
  readonly #content = $('<div class="lighting-bridge-picker">');
  readonly #panel: PopoverPanel;
  readonly #tree: PickerTreeWidget;
  #configNodeId: string;
  #picked: readonly PickedId[];
  #offeredResources: readonly ResourceListItem[] = [];
  #isClosed = false;

  constructor(private readonly options: ResourcePickerOptions) {
    const { target, configNodeId, bridges = [], label, picks, offersAll = false } = options;
    const isOfSeveral = bridges.length > 1;
    const tree = $('<div class="lighting-bridge-picker-tree">');
    this.#configNodeId = configNodeId;
    this.#picked = options.picked;
    this.#bridgeSelect = isOfSeveral ? createBridgeSelect(bridges, configNodeId) : $();
    this.#allBox = isOfSeveral && offersAll ? $('<input type="checkbox">') : $();
    this.#content.append(
      this.#bridgeSelect,
      this.#allBox.length === 0
        ? $()
        : $('<label class="lighting-bridge-picker-all">').append(this.#allBox, $('<span>')),
      $('<div class="lighting-bridge-picker-head">').append(
        $('<div class="lighting-bridge-picker-search">').append(this.#search),
        this.#refreshButton,
      ),
      this.#message,
      tree,
    );
    if (picks === 'one or several')
      $('<div class="lighting-bridge-picker-hint">')
        .text(translateShared(isOfSeveral ? 'picker.severalBridges' : 'picker.several'))
        .appendTo(this.#content);
    this.#panel = RED.popover.panel(this.#content);
    this.#panel.container.width(Math.max(target.outerWidth() ?? 0, minWidth));
    this.#tree = new PickerTreeWidget(tree, {
      label,
      picks,
      onPickOnly: (resource) => this.#pickOnly(resource),
      onTick: (rid, isPicked) => this.#setPicked(rid, isPicked),
    });
  }

  open(): void {
    const { target } = this.options;
    this.#listen();
    this.#panel.show({ target, align: 'right', onclose: () => this.#onClosed() });
    keepPickerInTray(this.#panel.container, target);
    this.#search.trigger('focus');
    this.#showBridge();
  }

  #listen(): void {
    this.#bridgeSelect.on('change', () => {
      this.#configNodeId = toText(this.#bridgeSelect.val());
      this.#showBridge();
    });
    this.#allBox.on('change', () => {
      this.#setPicked(allOfBridge, this.#allBox.is(':checked'));
      this.#showResources(getCachedResourceList(this.#configNodeId) ?? []);
    });
    this.#search.searchBox({ delay: 50, style: 'compact', change: () => this.#applyFilter() });
    this.#search.on('keydown', (event) => this.#onSearchKey(event));
    // Node-RED's search box handles keyup only, not pasting with the mouse.
    this.#search.on('input', () => void this.#search.triggerHandler('keyup'));
    this.#content.on('keydown', (event) => {
      if (event.key !== 'Escape') return;
      // The editor's handler would look up parents of an element that close() removed.
      event.stopPropagation();
      this.#close();
    });
    this.#refreshButton.on('click', () => void this.#load(true));
  }

  #onSearchKey(event: JQuery.KeyDownEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      const [only, another] = this.#findMatches();
      if (this.options.picks === 'several' || only === undefined || another !== undefined) return;
      this.#pickOnly(only);
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.#applyFilter();
      this.#tree.focusFirstRow(this.#getQuery() === '' ? 'all' : 'leaves');
    }
  }

  #close(): void {
    this.#panel.hide();
    this.#onClosed();
  }

  #onClosed(): void {
    this.#isClosed = true;
    this.options.onClose();
  }

  #isShown(one: PickedId): boolean {
    return one.configNodeId === this.#configNodeId;
  }

  #setPicked(rid: string, isPicked: boolean): void {
    const offeredIds = new Set(this.#offeredResources.map((resource) => resource.rid));
    // A change removes deleted resources. "All of a bridge" is picked alone.
    const others = this.#picked.filter(
      (one) =>
        !this.#isShown(one) || (rid !== allOfBridge && one.rid !== rid && offeredIds.has(one.rid)),
    );
    this.#picked = isPicked ? [...others, { configNodeId: this.#configNodeId, rid }] : others;
    this.options.onPick(this.#picked);
    this.#showAllBox();
  }

  #showAllBox(): void {
    const isPicked = this.#picked.some((one) => this.#isShown(one) && one.rid === allOfBridge);
    const bridge = this.options.bridges?.find((one) => one.configNodeId === this.#configNodeId);
    this.#allBox.prop('checked', isPicked);
    this.#allBox.next().text(translateShared('target.allOf', { bridge: bridge?.label ?? '' }));
  }

  #pickOnly({ rid }: ResourceListItem): void {
    this.options.onPick([{ configNodeId: this.#configNodeId, rid }]);
    this.#close();
  }

  #showBridge(): void {
    const cachedResources = getCachedResourceList(this.#configNodeId);
    this.#offeredResources = [];
    this.#showAllBox();
    if (cachedResources === undefined) this.#tree.clear();
    else this.#showResources(cachedResources);
    void this.#load(false);
  }

  async #load(forceRefresh: boolean): Promise<void> {
    const asked = this.#configNodeId;
    this.#refreshButton.prop('disabled', true).find('i').addClass('fa-spin');
    if (this.#offeredResources.length === 0) this.#message.text(translateShared('picker.loading'));
    try {
      const resources = await fetchResourceList(asked, forceRefresh);
      if (asked === this.#configNodeId) this.#showResources(resources);
    } catch (error) {
      if (asked === this.#configNodeId) this.#message.text(toErrorMessage(error));
    } finally {
      if (asked === this.#configNodeId)
        this.#refreshButton.prop('disabled', false).find('i').removeClass('fa-spin');
    }
  }

  #showResources(resources: readonly ResourceListItem[]): void {
    if (this.#isClosed) return;
    const { accepts, offersZonesOnce = false, picks } = this.options;
    const accepted = resources.filter((resource) => accepts(resource));
    this.#offeredResources = offersZonesOnce
      ? omitFurtherMotionZoneParts(accepted, (resource) => resource)
      : accepted;
    const items = createResourceTree(
      this.#offeredResources,
      new Set(this.#picked.filter((one) => this.#isShown(one)).map(({ rid }) => rid)),
      picks,
      new Set(resources.filter(({ rtype }) => rtype === 'zone').map(({ rid }) => rid)),
    );
    if (this.#offeredResources.length === 0) this.#message.text(translateShared('picker.nothing'));
    const matches = this.#findMatches();
    this.#tree.show(items, this.#createFilter(matches));
    this.#showMatchCount(matches);
  }

  #applyFilter(): void {
    if (this.#isClosed) return;
    const matches = this.#findMatches();
    this.#tree.filter(this.#createFilter(matches));
    this.#showMatchCount(matches);
  }

  #getQuery(): string {
    return String(this.#search.val() ?? '').trim();
  }

  #findMatches(): readonly ResourceListItem[] {
    return searchResources(this.#offeredResources, this.#getQuery());
  }

  /** Null shows all rows. */
  #createFilter(matches: readonly ResourceListItem[]): ((item: TreeItem) => boolean) | null {
    if (this.#getQuery() === '') return null;
    const matchingResources = new Set(matches);
    return (item) => isResourceLeaf(item) && matchingResources.has(item.resource);
  }

  #showMatchCount({ length: count }: readonly ResourceListItem[]): void {
    const { length: offeredCount } = this.#offeredResources;
    const isSearching = this.#getQuery() !== '';
    this.#search.searchBox('count', isSearching ? `${count} / ${offeredCount}` : String(count));
    if (offeredCount > 0) this.#message.text(count === 0 ? translateShared('picker.noMatch') : '');
  }
}

const createBridgeSelect = (bridges: readonly BridgeChoice[], chosen: string): JQuery =>
  createSelect(
    translateShared('row.bridge'),
    bridges.map(({ configNodeId, label }) => [configNodeId, label]),
  )
    .addClass('lighting-bridge-picker-bridge')
    .val(chosen);

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
class PickerTreeWidget {
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

/** Distance from tray and window, in pixels. */
const edgeMargin = 10;

/**
 * Moves the picker, which may be wider than its field; into the window if the tray is too narrow.
 *
 * @param target element above the picker
 */
export function keepPickerInTray(container: JQuery, target: JQuery): void {
  const width = container.outerWidth() ?? 0;
  const tray = target.closest('.red-ui-tray');
  const trayLeft = tray.offset()?.left ?? 0;
  const trayRight = trayLeft + (tray.outerWidth() ?? 0);
  const preferredLeft = Number.parseFloat(container.css('left'));
  const inTray = Math.max(
    trayLeft + edgeMargin,
    Math.min(preferredLeft, trayRight - width - edgeMargin),
  );
  const inWindow = Math.min(inTray, ($(window).width() ?? 0) - width - edgeMargin);
  container.css('left', `${Math.max(edgeMargin, inWindow)}px`);
}
