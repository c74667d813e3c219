import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RouteHttpError } from './route-handler';
import type { RouteHandler } from './route-handler';
import type { DocumentationPageResponse } from './route-responses';

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
