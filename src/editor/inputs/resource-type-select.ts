import { types } from 'lighting-bridge:table';
import { getResourceTypeLabel } from '../picker/resource-tree';
import { getSettingField, getSettingValue } from '../setting-fields';
import { sharedText } from '../translate';
import { createTargetResolver } from '../../vocabulary/lookup/target-resolvers';
import type { TargetResolver } from '../../vocabulary/lookup/target-resolvers';
import type { ResourceType } from '../../resources';
import type { ResourceListItem } from '../admin-route-client';

/**
 * Fills the select of a node's resource type, the types of the service document first. The present type is kept even
 * when it is not in the table.
 *
 * @param node node that is edited
 * @param emptyLabel label of the empty option
 * @param isOffered selects the types to offer; all when missing
 */
export function prepareResourceTypeSelect(
  node: EditorNode & { rtype: string },
  emptyLabel: string,
  isOffered: (type: (typeof types)[number]) => boolean = () => true,
): void {
  const { rtype: chosen } = node;
  const select = getSettingField(node, 'rtype');
  select.empty().append($('<option>').val('').text(emptyLabel));
  for (const origin of ['service', 'reference'] as const) {
    const group = $('<optgroup>').attr('label', sharedText(`types.${origin}`));
    const offeredTypes = types.filter((type) => type.origin === origin && isOffered(type));
    for (const { rtype } of offeredTypes) {
      const typeLabel = getResourceTypeLabel(rtype);
      $('<option>')
        .val(rtype)
        .text(typeLabel === rtype ? rtype : `${rtype} – ${typeLabel}`)
        .appendTo(group);
    }
    if (offeredTypes.length > 0) group.appendTo(select);
  }
  if (chosen !== '' && select.find(`option[value="${CSS.escape(chosen)}"]`).length === 0) {
    $('<option>').val(chosen).text(chosen).appendTo(select);
  }
  select.val(chosen);
}

/** Creates a filter for resources of the type that is chosen in a node's dialog; accepts all while none is. */
export const createResourceTypeFilter =
  (node: EditorNode) =>
  ({ rtype }: ResourceListItem): boolean =>
    ['', rtype].includes(getSettingValue(node, 'rtype'));

/**
 * Creates a resolver for resources of the type that is chosen in a node's dialog; of all offered ones while none is.
 *
 * @param isOffered selects the types; all when missing
 */
export const createChosenTypeResolver =
  (
    node: EditorNode,
    isOffered: (type: (typeof types)[number]) => boolean = () => true,
  ): TargetResolver =>
  (index, nameOrId, at) => {
    const chosen = getSettingValue(node, 'rtype');
    const searchedTypes = types.filter((type) =>
      chosen === '' ? isOffered(type) : type.rtype === chosen,
    );
    return createTargetResolver(searchedTypes.map(({ rtype }) => rtype).filter(isResourceType))(
      index,
      nameOrId,
      at,
    );
  };

/** True for a type of the table, which the build writes from the resource types of the runtime. */
const isResourceType = (rtype: string): rtype is ResourceType =>
  types.some((type) => type.rtype === rtype);
