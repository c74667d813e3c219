import {
  findPickedResource,
  formatPickedNames,
  isPickedResourceMissing,
  readPickedIds,
} from './picked-ids';
import { createIconButton } from '../fields/controls';
import { getResourceTypeLabel, translateShared } from '../labels/translate';
import type { ResourceListItem } from '../routes/admin-route-client';

interface PickedResourceOptions {
  node: EditorNode;
  /** Name at the time of picking; empty if unknown. */
  storedName: string;
  /** Shown while nothing is picked. */
  placeholder: string;
  onClear: () => void;
}

/** Shows name, type, and a warning if the resource was deleted; of several resources only the names. */
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
  $('<span class="lighting-bridge-picked-name">').appendTo(label);
  refreshPickedResourceElements(container, rid, { node, storedName });
  createIconButton('lighting-bridge-clear', 'times', translateShared('target.clear'))
    .on('click', (event) => {
      event.stopPropagation();
      onClear();
    })
    .appendTo(container);
}

/** Keeps the elements, so that a click on one is not lost. */
export function refreshPickedResourceElements(
  container: JQuery,
  rid: string,
  { node, storedName }: Pick<PickedResourceOptions, 'node' | 'storedName'>,
): void {
  if (rid === '') return;
  const picked = readPickedIds(node, rid);
  const gone = picked.filter((one) => isPickedResourceMissing(one)).length;
  const name = formatPickedNames(node, picked, storedName);
  const [only, another] = picked;
  const resource =
    only === undefined || another !== undefined ? undefined : findPickedResource(only);
  const label = container.find('.lighting-bridge-picked').attr('title', name);
  label.find('.lighting-bridge-picked-name').text(name === '' ? rid : name);
  showPart(label, 'lighting-bridge-picked-kind', resource !== undefined, (kind) =>
    kind.text(resource === undefined ? '' : formatKind(resource)),
  );
  showPart(label, 'lighting-bridge-picked-gone', gone > 0, (warning) =>
    warning
      .html('<i class="fa fa-exclamation-triangle" aria-hidden="true"></i> ')
      .append(document.createTextNode(formatGone(gone, picked.length))),
  );
}

const formatGone = (gone: number, count: number): string =>
  count === 1
    ? translateShared('target.gone')
    : translateShared('target.goneSome', { gone, count });

const formatKind = ({ name, rtype, room }: ResourceListItem): string =>
  getResourceTypeLabel(rtype) + (room === null || room.name === name ? '' : ` · ${room.name}`);

function showPart(
  label: JQuery,
  className: string,
  isShown: boolean,
  fill: (part: JQuery) => void,
): void {
  const existing = label.find(`.${className}`);
  if (!isShown) existing.remove();
  else fill(existing.length > 0 ? existing : $('<span>').addClass(className).appendTo(label));
}
