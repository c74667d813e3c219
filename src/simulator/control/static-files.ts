import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Answer } from '../answer';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
};

/** The page for people, as it is built beside this file. */
const pageFolder = join(__dirname, '..', 'page');

/**
 * A file of the page. Only names that stand in its folder are read, so that no path leads out of it.
 *
 * @param path path of the request; `/` for the page itself
 * @returns the answer, or undefined when there is no such file
 */
export async function staticFile(path: string): Promise<Answer | undefined> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const type = contentTypes[extname(name)];
  if (type === undefined || !(await namesInFolder()).includes(name)) return undefined;
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-security-policy':
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
    body: await readFile(join(pageFolder, name)),
  };
}

async function namesInFolder(): Promise<readonly string[]> {
  try {
    return await readdir(pageFolder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
