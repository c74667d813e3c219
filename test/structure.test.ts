import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The page that says where things are: its table is the rule. */
const page = readFileSync('CONTRIBUTING.md', 'utf8');

/** The folders that a cell of a table names, such as `src/units`. */
const readFolders = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)\/`/g)].map(([, folder = '']) => folder);

/** The rows of the first table below a heading, each with its cells. */
function readTable(heading: string): string[][] {
  const [, section = ''] = page.split(`${heading}\n`);
  const rows = /(?:^\|.*\n)+/m.exec(section)?.[0].trimEnd().split('\n') ?? [];
  return rows.slice(2).map((row) => row.split('|').slice(1, -1));
}

/** What each folder may import beside itself, as the page says. */
const allowedImports: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  readTable('## Where things are').map(([folder = '', , imports = '']) => [
    readFolders(folder)[0] ?? '',
    readFolders(imports),
  ]),
);

/** A file here is named after its node: `light.ts`, `light-changes.ts`. Other files serve several nodes. */
const nodesFolder = 'src/runtime/nodes';

const nodeNames = readdirSync('nodes')
  .flatMap((file) => /^bridge-([a-z-]+)\.html$/.exec(file)?.[1] ?? [])
  .toSorted((one, other) => other.length - one.length);

const folders = Object.keys(allowedImports);

/** Source files below a folder, as paths from the root of the project. */
function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(process.cwd(), join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll('\\', '/'));
}

/** The files of the project that a file imports, types included. */
function importedFiles(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)];
  return specifiers.flatMap(([, specifier = '']) => {
    const path = relative(process.cwd(), resolve(dirname(file), specifier)).replaceAll('\\', '/');
    const target = path.replace(/\.js$/, '');
    const candidates = [`${target}.ts`, `${target}.d.ts`, `${target}/index.ts`];
    return candidates.find((candidate) => existsSync(candidate)) ?? [];
  });
}

const folderOf = (file: string): string | undefined =>
  folders.find((folder) => file.startsWith(`${folder}/`));

/** The node whose file this is; undefined for a file elsewhere, or for several nodes. */
function nodeOf(file: string): string | undefined {
  if (!file.startsWith(`${nodesFolder}/`)) return undefined;
  const stem = file.slice(nodesFolder.length + 1, -'.ts'.length);
  return nodeNames.find((name) => stem === name || stem.startsWith(`${name}-`));
}

const imports = new Map(
  folders.flatMap(sourceFiles).map((file) => [file, importedFiles(file)] as const),
);

/** The files or folders of one circle of imports, in their order; undefined where there is none. */
function findCircle(graph: ReadonlyMap<string, Iterable<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    const begin = path.indexOf(file);
    if (begin >= 0) return [...path.slice(begin), file];
    if (done.has(file)) return undefined;
    for (const imported of graph.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

describe('The source tree', () => {
  it('imports downwards only, types included', () => {
    const upwards = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => {
          const from = folderOf(file);
          const to = folderOf(target);
          return from !== undefined && to !== from && !allowedImports[from]?.includes(to ?? '');
        })
        .map((target) => `${file} imports ${target}`),
    );
    assert.deepEqual(upwards, []);
  });

  it('has no circle of imports, types included', () => {
    assert.deepEqual(findCircle(imports) ?? [], []);
  });

  it('keeps what one node does out of the files of the others', () => {
    const crossings = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => {
          const [from, to] = [nodeOf(file), nodeOf(target)];
          return from !== undefined && to !== undefined && to !== from;
        })
        .map((target) => `${file} imports ${target}`),
    );
    assert.deepEqual(crossings, []);
  });
});
