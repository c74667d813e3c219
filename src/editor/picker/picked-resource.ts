import { getCachedResources } from './resource-list';
import { getResourceTypeLabel } from './resource-tree';
import { getSettingValue } from '../setting-fields';
import { sharedText } from '../translate';

/** How to show a picked resource. */
interface PickedResourceOptions {
  node: EditorNode;
  /** Name of the resource when it was picked; empty when unknown. */
  storedName: string;
  /** Shown while nothing is picked. */
  placeholder: string;
  onClear: () => void;
}

/** Renders the picked resource: its name, its type, and a warning when it no longer exists. */
export function renderPickedResource(
  container: JQuery,
  rid: string,
  { node, storedName, placeholder, onClear }: PickedResourceOptions,
): void {
  const label = $('<span class="lighting-bridge-picked">').appendTo(container.empty());
  if (rid === '') {
    label.addClass('lighting-bridge-picked-nothing').text(placeholder);
    return;
  }
  const cachedResources = getCachedResources(getSettingValue(node, 'bridge'));
  const resource = cachedResources?.find((one) => one.rid === rid);
  const name = resource?.name ?? storedName;
  $('<span class="lighting-bridge-picked-name">')
    .text(name === '' ? rid : name)
    .appendTo(label);
  label.attr('title', name);
  if (resource !== undefined) {
    const room = resource.room === null ? '' : ` · ${resource.room.name}`;
    $('<span class="lighting-bridge-picked-kind">')
      .text(getResourceTypeLabel(resource.rtype) + room)
      .appendTo(label);
  } else if (cachedResources !== undefined) {
    $('<span class="lighting-bridge-picked-gone">')
      .append('<i class="fa fa-exclamation-triangle" aria-hidden="true"></i> ')
      .append(document.createTextNode(sharedText('target.gone')))
      .appendTo(label);
  }
  $('<button type="button" class="lighting-bridge-clear">')
    .attr({ 'aria-label': sharedText('target.clear'), title: sharedText('target.clear') })
    .append('<i class="fa fa-times" aria-hidden="true"></i>')
    .on('click', (event) => {
      event.stopPropagation();
      onClear();
    })
    .appendTo(container);
}
