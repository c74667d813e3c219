import { knownResources } from './resource-list';
import { kindOf } from './resource-tree';
import { settingOf } from './settings-in-form';
import { sharedText } from './texts';

/** What is shown with a picked id. */
interface Picked {
  node: EditorNode;
  /** What it was called when it was picked; empty when that is not known. */
  name: string;
  /** Shown while nothing is picked. */
  nothing: string;
  clear: () => void;
}

/** Draws the picked resource: its name, its kind, and a mark when the bridge no longer has it. */
export function showPicked(
  container: JQuery,
  rid: string,
  { node, name: nameBefore, nothing, clear }: Picked,
): void {
  const label = $('<span class="lighting-bridge-picked">').appendTo(container.empty());
  if (rid === '') {
    label.addClass('lighting-bridge-picked-nothing').text(nothing);
    return;
  }
  const known = knownResources(settingOf(node, 'bridge'));
  const resource = known?.find((one) => one.rid === rid);
  const name = resource?.name ?? nameBefore;
  $('<span class="lighting-bridge-picked-name">')
    .text(name === '' ? rid : name)
    .appendTo(label);
  label.attr('title', name);
  if (resource !== undefined) {
    const room = resource.room === null ? '' : ` · ${resource.room.name}`;
    $('<span class="lighting-bridge-picked-kind">')
      .text(kindOf(resource.rtype) + room)
      .appendTo(label);
  } else if (known !== undefined) {
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
      clear();
    })
    .appendTo(container);
}
