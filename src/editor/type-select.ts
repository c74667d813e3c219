import { types } from 'lighting-bridge:table';
import { kindOf } from './resource-tree';
import { fieldOf, settingOf } from './settings-in-form';
import { sharedText } from './texts';
import type { ListedResource } from './bridge-routes';

/**
 * Fills the select of a node's resource type, the types of the service document first. The present one is kept even
 * when the table does not know it.
 *
 * @param node node that is edited
 * @param nothing text of the empty choice
 * @param only types to offer; all when left out
 */
export function prepareTypes(
  node: EditorNode & { rtype: string },
  nothing: string,
  only: (type: (typeof types)[number]) => boolean = () => true,
): void {
  const { rtype: chosen } = node;
  const select = fieldOf(node, 'rtype');
  select.empty().append($('<option>').val('').text(nothing));
  for (const origin of ['service', 'reference'] as const) {
    const group = $('<optgroup>').attr('label', sharedText(`types.${origin}`));
    const offered = types.filter((type) => type.origin === origin && only(type));
    for (const { rtype } of offered) {
      const kind = kindOf(rtype);
      $('<option>')
        .val(rtype)
        .text(kind === rtype ? rtype : `${rtype} – ${kind}`)
        .appendTo(group);
    }
    if (offered.length > 0) group.appendTo(select);
  }
  if (chosen !== '' && select.find(`option[value="${CSS.escape(chosen)}"]`).length === 0) {
    $('<option>').val(chosen).text(chosen).appendTo(select);
  }
  select.val(chosen);
}

/** Accepts the resources of the type that is chosen in the dialog of a node; all while there is none. */
export const isOfChosenType =
  (node: EditorNode) =>
  ({ rtype }: ListedResource): boolean =>
    ['', rtype].includes(settingOf(node, 'rtype'));
