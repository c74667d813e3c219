import { definitionOf, describeFields, resourceTypes } from '../../resources';
import type { ResourceType } from '../../resources';
import type { RouteHandler } from './route';

/** The table of resource types, as dialogs need it. */
export const showTable: RouteHandler = async () => ({ types: resourceTypes.map(describeType) });

function describeType(rtype: ResourceType): object {
  const { origin, operations, create, update } = definitionOf(rtype);
  return {
    rtype,
    origin,
    operations: Object.keys(operations),
    fields: {
      ...(create === undefined ? {} : { create: describeFields(create) }),
      ...(update === undefined ? {} : { update: describeFields(update) }),
    },
  };
}
