import { toErrorMessage } from '../routes/admin-route-client';
import { fetchResourceList, getCachedResourceList } from './resource-list';
import { searchResources } from './resource-search';
import { isResourceLeaf, createResourceTree } from './resource-tree';
import type { PickerSelectionMode } from './resource-tree';
import type { BridgeChoice } from './named-bridge';
import type { PickedId } from './picked-ids';
import { translateShared } from '../labels/translate';
import {
  treeRowSelector,
  leafRowSelector,
  prepareTreeKeyboard,
  tickBoxSelector,
} from './tree-keyboard';
import { toText } from '../fields/setting-fields';
import { restoreExpandedBranches, getTreeViewState, findFocusedRow } from './tree-view-state';
import type { ResourceListItem } from '../routes/admin-route-client';

/** Content and callbacks of a resource picker. */
export interface ResourcePickerOptions {
  /** Element under which the picker opens. */
  target: JQuery;
  /** Id of the config node whose resources are shown first. */
  configNodeId: string;
  /** Bridges to choose from, where what is picked may be of several. */
  bridges?: readonly BridgeChoice[];
  /** Accessible name of the tree. */
  label: string;
  accepts: (resource: ResourceListItem) => boolean;
  picked: readonly PickedId[];
  /** `onPick` is called on each change where boxes are ticked. */
  picks: PickerSelectionMode;
  onPick: (picked: readonly PickedId[]) => void;
  onClose: () => void;
}

const minWidth = 380;
const arrowDown = 'ArrowDown';

/** Opens a popover with a tree of rooms and resources and a search box. */
export function openResourcePicker(options: ResourcePickerOptions): void {
  const content = $('<div class="lighting-bridge-picker">');
  const search = $('<input type="text">').attr({
    placeholder: translateShared('picker.search'),
    'aria-label': translateShared('picker.search'),
  });
  const refreshButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .attr({
      'aria-label': translateShared('picker.refresh'),
      title: translateShared('picker.refresh'),
    })
    .append('<i class="fa fa-refresh" aria-hidden="true"></i>');
  const message = $('<div class="lighting-bridge-picker-message" role="status">');
  const tree = $('<div class="lighting-bridge-picker-tree">');
  const header = $('<div class="lighting-bridge-picker-head">').append(
    $('<div class="lighting-bridge-picker-search">').append(search),
    refreshButton,
  );
  const { bridges = [], picks } = options;
  let { configNodeId } = options;
  if (bridges.length > 1) {
    const select = createBridgeSelect(bridges, configNodeId).on('change', () => {
      configNodeId = toText(select.val());
      showBridge();
    });
    content.append(select);
  }
  content.append(header, message, tree);
  if (picks === 'one or several') {
    $('<div class="lighting-bridge-picker-hint">')
      .text(translateShared(bridges.length > 1 ? 'picker.severalBridges' : 'picker.several'))
      .appendTo(content);
  }

  const panel = RED.popover.panel(content);
  panel.container.width(Math.max(options.target.outerWidth() ?? 0, minWidth));
  let closed = false;
  const onClose = (): void => {
    closed = true;
    options.onClose();
  };
  const close = (): void => {
    panel.hide();
    onClose();
  };
  let { picked } = options;
  const isMultiple = picks === 'several';
  const isShown = (one: PickedId): boolean => one.configNodeId === configNodeId;
  const setPicked = (rid: string, isPicked: boolean): void => {
    // What the bridge no longer has goes with the first change.
    const others = picked.filter(
      (one) =>
        !isShown(one) ||
        (one.rid !== rid && offeredResources.some((resource) => resource.rid === one.rid)),
    );
    picked = isPicked ? [...others, { configNodeId, rid }] : others;
    options.onPick(picked);
  };
  const pickOnly = ({ rid }: ResourceListItem): void => {
    options.onPick([{ configNodeId, rid }]);
    close();
  };

  tree.treeList({ data: [], autoSelect: false, selectable: true, multi: isMultiple });
  // Focus the scrolling element instead; its key events bubble to Node-RED's tree.
  tree.removeAttr('tabindex');
  const list = tree.find('.red-ui-editableList-container').first();
  list.attr({ role: 'tree', tabindex: 0, 'aria-label': options.label });
  tree.on('treelistselect', (_, item?: TreeItem) => {
    if (!isResourceLeaf(item)) return;
    if (isMultiple) {
      setPicked(item.resource.rid, item.selected === true);
    } else {
      pickOnly(item.resource);
    }
  });
  tree.on('treelistconfirm', (_, item?: TreeItem) => {
    if (!isResourceLeaf(item) || isMultiple) return;
    pickOnly(item.resource);
  });
  tree.on('change', tickBoxSelector, ({ target }) => {
    const box = $(target);
    setPicked(toText(box.val()), box.prop('checked') === true);
  });
  const treeKeyboard = prepareTreeKeyboard(list);

  let offeredResources: readonly ResourceListItem[] = [];
  let items: readonly TreeItem[] = [];
  const showResources = (resources: readonly ResourceListItem[]): void => {
    if (closed) return;
    offeredResources = resources.filter((resource) => options.accepts(resource));
    const viewState = getTreeViewState(list, items);
    items = restoreExpandedBranches(
      createResourceTree(
        offeredResources,
        new Set(picked.filter(isShown).map(({ rid }) => rid)),
        picks,
        new Set(resources.filter(({ rtype }) => rtype === 'zone').map(({ rid }) => rid)),
      ),
      viewState,
    );
    tree.treeList('data', items);
    addTreeRoles(tree);
    message.text(offeredResources.length === 0 ? translateShared('picker.nothing') : '');
    applyFilter();
    treeKeyboard.focusRow(findFocusedRow(viewState, items));
    list.scrollTop(viewState.scrollTop);
  };
  const getQuery = (): string => String(search.val() ?? '').trim();
  const findMatches = (): readonly ResourceListItem[] =>
    searchResources(offeredResources, getQuery());
  const applyFilter = (): void => {
    if (closed) return;
    const isSearching = getQuery() !== '';
    const matchingResources = new Set(findMatches());
    const accept = (item: TreeItem): boolean =>
      isResourceLeaf(item) && matchingResources.has(item.resource);
    tree.treeList('filter', isSearching ? accept : null);
    treeKeyboard.unfocusHiddenRow();
    search.searchBox(
      'count',
      isSearching
        ? `${matchingResources.size} / ${offeredResources.length}`
        : String(matchingResources.size),
    );
    if (offeredResources.length > 0)
      message.text(matchingResources.size === 0 ? translateShared('picker.noMatch') : '');
  };
  const load = async (forceRefresh: boolean): Promise<void> => {
    const asked = configNodeId;
    refreshButton.prop('disabled', true).find('i').addClass('fa-spin');
    if (offeredResources.length === 0) message.text(translateShared('picker.loading'));
    try {
      const resources = await fetchResourceList(asked, forceRefresh);
      if (asked === configNodeId) showResources(resources);
    } catch (error) {
      if (asked === configNodeId) message.text(toErrorMessage(error));
    } finally {
      if (asked === configNodeId)
        refreshButton.prop('disabled', false).find('i').removeClass('fa-spin');
    }
  };
  /** Shows what is known of the chosen bridge, then what it answers. */
  function showBridge(): void {
    const cachedResources = getCachedResourceList(configNodeId);
    offeredResources = [];
    if (cachedResources !== undefined) showResources(cachedResources);
    else tree.treeList('data', (items = []));
    void load(false);
  }

  search.searchBox({ delay: 50, style: 'compact', change: applyFilter });
  search.on('keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      const [only, another] = findMatches();
      if (isMultiple || only === undefined || another !== undefined) return;
      pickOnly(only);
    }
    if (event.key !== arrowDown) return;
    event.preventDefault();
    applyFilter();
    list.trigger('focus');
    treeKeyboard.focusFirstRow(getQuery() === '' ? treeRowSelector : leafRowSelector);
  });
  // Node-RED's search box handles keyup only, not text pasted with the mouse.
  search.on('input', () => void search.triggerHandler('keyup'));
  content.on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // The editor's own handler would look up the parents of an element that close() has removed.
    event.stopPropagation();
    close();
  });
  refreshButton.on('click', () => void load(true));
  panel.show({ target: options.target, align: 'right', onclose: onClose });
  keepPickerInTray(panel.container, options.target);
  search.trigger('focus');
  showBridge();
}

/** The choice of the bridge whose resources are shown. */
function createBridgeSelect(bridges: readonly BridgeChoice[], chosen: string): JQuery {
  const select = $('<select class="lighting-bridge-picker-bridge">').attr(
    'aria-label',
    translateShared('row.bridge'),
  );
  for (const { configNodeId, label } of bridges)
    $('<option>').val(configNodeId).text(label).appendTo(select);
  return select.val(chosen);
}

/** Adds ARIA roles, which Node-RED's tree lacks. */
function addTreeRoles(tree: JQuery): void {
  tree.find('ol').attr('role', 'group');
  tree.find('li').attr('role', 'none');
  tree.find('.red-ui-treeList-label').attr('role', 'treeitem');
}

/** Minimum distance from the edges of the tray and of the window, in pixels. */
const edgeMargin = 10;

/**
 * Moves the picker, which may be wider than its field, into the tray of the dialog; where that is too narrow, into the
 * window.
 *
 * @param container the open picker
 * @param target element under which it opened
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
