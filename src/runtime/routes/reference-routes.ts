import {
  getResourceDefinition,
  describeFields,
  listOperations,
  resourceTypes,
} from '../../resources';
import type { ResourceType } from '../../resources';
import type {
  ResourceTableResponse,
  ResourceTypeTableEntry,
  DocumentationPageResponse,
} from './route-responses';
import { RouteHttpError } from './route-handler';
import type { RouteHandler } from './route-handler';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

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

/** Returns Markdown. `id` is the file name without `.md`. */
export const getDocumentationPageRoute: RouteHandler<DocumentationPageResponse> = async ({
  id,
}) => {
  if (!/^[a-z-]+$/.test(id)) throw createNoPageError();
  const packageFolder = path.dirname(require.resolve('@lighting-bridge/node-red/package.json'));
  try {
    return { markdown: await readFile(path.join(packageFolder, 'docs', `${id}.md`), 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw createNoPageError();
    throw error;
  }
};

const createNoPageError = (): RouteHttpError =>
  new RouteHttpError(404, 'NO_PAGE', 'The documentation has no page of this name.');
