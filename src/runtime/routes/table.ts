import { definitionOf, describeFields, operationsOf, resourceTypes } from '../../resources';
import type { ResourceType } from '../../resources';
import type { TableDescription, TypeDescription } from './answers';
import type { RouteHandler } from './route';

/** The table of resource types, as dialogs need it. */
export const showTable: RouteHandler<TableDescription> = async () => ({
  types: resourceTypes.map(describeType),
});

function describeType(rtype: ResourceType): TypeDescription {
  const { origin, create, update } = definitionOf(rtype);
  return {
    rtype,
    origin,
    operations: operationsOf(rtype),
    fields: {
      ...(create === undefined ? {} : { create: describeFields(create) }),
      ...(update === undefined ? {} : { update: describeFields(update) }),
    },
  };
}
