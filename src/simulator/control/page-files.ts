import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { SimulatorResponse } from '../http/simulator-response';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
};

/** Folder of the built page. */
const pageFolder = join(__dirname, '..', 'page');

/**
 * Loads a file of the page. Only names listed in its folder are read, to prevent path traversal.
 *
 * @param path path of the request; `/` for the page itself
 * @returns the response, or undefined if there is no such file
 */
export async function loadPageFile(path: string): Promise<SimulatorResponse | undefined> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const type = contentTypes[extname(name)];
  if (type === undefined || !(await listPageFiles()).includes(name)) return undefined;
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

async function listPageFiles(): Promise<readonly string[]> {
  try {
    return await readdir(pageFolder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
