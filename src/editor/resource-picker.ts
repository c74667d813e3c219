import { reasonOf } from './reason-of';
import { listResources, knownResources } from './resource-list';
import { isLeaf, isMeant, treeOf } from './resource-tree';
import { sharedText } from './texts';
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
/** Least distance from the edge of the window. */
const edge = 10;
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
  list.on('keyup', () => announceFocus(list));

  let shown: readonly ListedResource[] = [];
  const show = (resources: readonly ListedResource[]): void => {
    if (closed) return;
    shown = resources.filter((resource) => options.accepts(resource));
    tree.treeList('data', treeOf(shown, pickedIds, options.many));
    describeTree(tree);
    message.text(shown.length === 0 ? sharedText('picker.nothing') : '');
    filter();
  };
  const queried = (): string => String(search.val() ?? '').trim();
  const matches = (): readonly ListedResource[] =>
    queried() === '' ? shown : shown.filter((resource) => isMeant(resource, queried()));
  const filter = (): void => {
    if (closed) return;
    const query = queried();
    const accept = (item: TreeItem): boolean => isLeaf(item) && isMeant(item.resource, query);
    tree.treeList('filter', query === '' ? null : accept);
    const count = matches().length;
    search.searchBox('count', query === '' ? String(count) : `${count} / ${shown.length}`);
    if (shown.length > 0) message.text(count === 0 ? sharedText('picker.noMatch') : '');
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
    list.trigger('focus');
  });
  content.on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // The editor's own handler would look for the parents of an element that is gone by then.
    event.stopPropagation();
    close();
  });
  refresh.on('click', () => void load(true));
  panel.show({ target: options.target, align: 'right', onclose: onClose });
  keepInWindow(panel.container);
  search.trigger('focus');
  const known = knownResources(options.bridge);
  if (known !== undefined) show(known);
  void load(false);
}

/** The picker may be wider than its field, and the field may stand at the edge of the window. */
function keepInWindow(container: JQuery): void {
  const right = ($(window).width() ?? 0) - (container.outerWidth() ?? 0) - edge;
  const left = Number.parseFloat(container.css('left'));
  container.css('left', `${Math.max(edge, Math.min(left, right))}px`);
}

/** Tells assistive technology what Node-RED's tree is. */
function describeTree(tree: JQuery): void {
  tree.find('ol').attr('role', 'group');
  tree.find('li').attr('role', 'none');
  tree.find('.red-ui-treeList-label').attr('role', 'treeitem');
}

function announceFocus(list: JQuery): void {
  const focused = list.find('.red-ui-treeList-label.focus');
  const id = 'lighting-bridge-picker-focus';
  list.find(`#${id}`).removeAttr('id');
  if (focused.length > 0) focused.attr('id', id);
  list.attr('aria-activedescendant', focused.length > 0 ? id : null);
}
