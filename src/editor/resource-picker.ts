import { reasonOf } from './reason-of';
import { listResources, knownResources } from './resource-list';
import { resourcesMeant } from './resource-search';
import { isLeaf, treeOf } from './resource-tree';
import { keepInTray } from './picker-place';
import { sharedText } from './texts';
import { anyRow, leafRow, prepareTreeKeys } from './tree-keys';
import { asOpened, placeIn, rowAt } from './tree-place';
import type { ListedResource } from './bridge-routes';

/** What a picker shows and what happens with the choice. */
export interface PickerOptions {
  /** Element under which the picker opens. */
  target: JQuery;
  /** Id of the config node. */
  bridge: string;
  /** What is picked, for screen readers. */
  label: string;
  accepts: (resource: ListedResource) => boolean;
  picked: readonly string[];
  /** True to pick several; `onPick` then comes with each change. */
  many: boolean;
  onPick: (resources: readonly ListedResource[]) => void;
  onClose: () => void;
}

const smallestWidth = 380;
const arrowDown = 'ArrowDown';

/** Opens the picker: a tree of rooms and resources with a search box. */
export function openPicker(options: PickerOptions): void {
  const content = $('<div class="lighting-bridge-picker">');
  const search = $('<input type="text">').attr({
    placeholder: sharedText('picker.search'),
    'aria-label': sharedText('picker.search'),
  });
  const refresh = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .attr({ 'aria-label': sharedText('picker.refresh'), title: sharedText('picker.refresh') })
    .append('<i class="fa fa-refresh" aria-hidden="true"></i>');
  const message = $('<div class="lighting-bridge-picker-message" role="status">');
  const tree = $('<div class="lighting-bridge-picker-tree">');
  const head = $('<div class="lighting-bridge-picker-head">').append(
    $('<div class="lighting-bridge-picker-search">').append(search),
    refresh,
  );
  content.append(head, message, tree);

  const panel = RED.popover.panel(content);
  panel.container.width(Math.max(options.target.outerWidth() ?? 0, smallestWidth));
  let closed = false;
  const onClose = (): void => {
    closed = true;
    options.onClose();
  };
  const close = (): void => {
    panel.hide();
    onClose();
  };
  const pickedIds = new Set(options.picked);

  tree.treeList({ data: [], autoSelect: false, selectable: true, multi: options.many });
  // The part that scrolls is the one to focus; keys reach Node-RED's tree from there.
  tree.removeAttr('tabindex');
  const list = tree.find('.red-ui-editableList-container').first();
  list.attr({ role: 'tree', tabindex: 0, 'aria-label': options.label });
  tree.on('treelistselect', (_, item?: TreeItem) => {
    if (!isLeaf(item)) return;
    if (options.many) {
      if (item.selected === true) pickedIds.add(item.resource.rid);
      else pickedIds.delete(item.resource.rid);
      options.onPick(shown.filter(({ rid }) => pickedIds.has(rid)));
    } else {
      options.onPick([item.resource]);
      close();
    }
  });
  tree.on('treelistconfirm', (_, item?: TreeItem) => {
    if (!isLeaf(item) || options.many) return;
    options.onPick([item.resource]);
    close();
  });
  const keys = prepareTreeKeys(list);

  let shown: readonly ListedResource[] = [];
  let items: readonly TreeItem[] = [];
  const show = (resources: readonly ListedResource[]): void => {
    if (closed) return;
    shown = resources.filter((resource) => options.accepts(resource));
    const place = placeIn(list, items);
    items = asOpened(treeOf(shown, pickedIds, options.many), place);
    tree.treeList('data', items);
    describeTree(tree);
    message.text(shown.length === 0 ? sharedText('picker.nothing') : '');
    filter();
    keys.goTo(rowAt(place, items));
    list.scrollTop(place.scrolled);
  };
  const queried = (): string => String(search.val() ?? '').trim();
  const matches = (): readonly ListedResource[] => resourcesMeant(shown, queried());
  const filter = (): void => {
    if (closed) return;
    const searches = queried() !== '';
    const meant = new Set(matches());
    const accept = (item: TreeItem): boolean => isLeaf(item) && meant.has(item.resource);
    tree.treeList('filter', searches ? accept : null);
    keys.leaveHidden();
    search.searchBox('count', searches ? `${meant.size} / ${shown.length}` : String(meant.size));
    if (shown.length > 0) message.text(meant.size === 0 ? sharedText('picker.noMatch') : '');
  };
  const load = async (again: boolean): Promise<void> => {
    refresh.prop('disabled', true).find('i').addClass('fa-spin');
    if (shown.length === 0) message.text(sharedText('picker.loading'));
    try {
      show(await listResources(options.bridge, again));
    } catch (error) {
      message.text(reasonOf(error));
    } finally {
      refresh.prop('disabled', false).find('i').removeClass('fa-spin');
    }
  };

  search.searchBox({ delay: 50, style: 'compact', change: filter });
  search.on('keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      const [only, another] = matches();
      if (options.many || only === undefined || another !== undefined) return;
      options.onPick([only]);
      close();
    }
    if (event.key !== arrowDown) return;
    event.preventDefault();
    filter();
    list.trigger('focus');
    keys.enter(queried() === '' ? anyRow : leafRow);
  });
  // Node-RED's search box hears keys alone, not what the mouse pastes.
  search.on('input', () => void search.triggerHandler('keyup'));
  content.on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // The editor's own handler would look for the parents of an element that is gone by then.
    event.stopPropagation();
    close();
  });
  refresh.on('click', () => void load(true));
  panel.show({ target: options.target, align: 'right', onclose: onClose });
  keepInTray(panel.container, options.target);
  search.trigger('focus');
  const known = knownResources(options.bridge);
  if (known !== undefined) show(known);
  void load(false);
}

/** Tells assistive technology what Node-RED's tree is. */
function describeTree(tree: JQuery): void {
  tree.find('ol').attr('role', 'group');
  tree.find('li').attr('role', 'none');
  tree.find('.red-ui-treeList-label').attr('role', 'treeitem');
}
