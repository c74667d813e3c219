import {
  getResourceDefinition,
  describeFields,
  listOperations,
  resourceTypes,
} from '../../resources';
import type { ResourceType } from '../../resources';
import type { ResourceTableResponse, ResourceTypeTableEntry } from './route-responses';
import type { RouteHandler } from './route-handler';

export const getResourceTableRoute: RouteHandler<ResourceTableResponse> = async () => ({
  types: resourceTypes.map(describeType),
});

function describeType(rtype: ResourceType): ResourceTypeTableEntry {
  const { create, update } = getResourceDefinition(rtype);
  return {
    rtype,
    operations: listOperations(rtype),
    fields: {
      ...(create === undefined ? {} : { create: describeFields(create) }),
      ...(update === undefined ? {} : { update: describeFields(update) }),
    },
  };
}
