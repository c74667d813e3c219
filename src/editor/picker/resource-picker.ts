import { allOfBridge } from '../../resources/values/identifiers';
import { omitFurtherMotionZoneParts } from '../../resources/motion-zones';
import { toErrorMessage } from '../routes/admin-route-client';
import { createIconButton, createSelect } from '../fields/controls';
import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import { keepPickerInTray } from './keep-picker-in-tray';
import { PickerTreeWidget } from './picker-tree-widget';
import { fetchResourceList, getCachedResourceList } from './resource-list';
import { searchResources } from './resource-search';
import { createResourceTree, isResourceLeaf } from './resource-tree';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { BridgeChoice } from './flow-bridges';
import type { PickedId } from './picked-ids';
import type { PickerSelectionMode } from './resource-tree';

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
