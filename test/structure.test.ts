import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** What each folder may import beside itself. `nodes` stands on everything but the simulator. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'src/units': [],
  'src/files': [],
  'src/resources': ['src/units'],
  'src/vocabulary': ['src/resources', 'src/units'],
  'src/bridge': ['src/vocabulary', 'src/resources', 'src/units'],
  'src/simulator': ['src/resources', 'src/units', 'src/files'],
  'src/programs': ['src/bridge', 'src/vocabulary', 'src/resources', 'src/units'],
  'src/runtime': [
    'src/programs',
    'src/bridge',
    'src/vocabulary',
    'src/resources',
    'src/units',
    'src/files',
  ],
  'src/editor': [
    'src/programs',
    'src/bridge',
    'src/runtime',
    'src/vocabulary',
    'src/resources',
    'src/units',
  ],
  nodes: ['src/runtime', 'src/editor', 'src/vocabulary', 'src/bridge', 'src/resources'],
};

/** The table of resource types has one file a row. */
const unboundedFolder = 'src/resources/types';

/** Floors whose folders are floors as well: none of them imports, by way of others, from itself. */
const layeredFloors: readonly string[] = [
  'src/resources',
  'src/runtime',
  'src/programs',
  'src/vocabulary',
  'src/bridge',
  'src/editor',
  'src/simulator',
];

const mostFiles = 20;

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

/** The folder of a file right below a floor, or the floor where it lies there; undefined for a file of another floor. */
const folderWithin = (floor: string, file: string): string | undefined =>
  file.startsWith(`${floor}/`)
    ? file
        .split('/')
        .slice(0, 3)
        .filter((part) => !part.endsWith('.ts'))
        .join('/')
    : undefined;

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

  it('has no circle between the folders of a floor', () => {
    const circles = layeredFloors.flatMap((floor) => {
      const folderImports = new Map<string, Set<string>>();
      for (const [file, targets] of imports) {
        const from = folderWithin(floor, file);
        if (from === undefined) continue;
        const to = targets
          .map((target) => folderWithin(floor, target))
          .filter((folder) => folder !== undefined);
        const known = folderImports.get(from) ?? new Set<string>();
        folderImports.set(from, new Set([...known, ...to.filter((folder) => folder !== from)]));
      }
      return findCircle(folderImports) ?? [];
    });
    assert.deepEqual(circles, []);
  });

  it(`has no folder with more than ${mostFiles} files beside each other`, () => {
    const counts = new Map<string, number>();
    for (const file of [...imports.keys(), ...['scripts', 'bench', 'test'].flatMap(sourceFiles)]) {
      const folder = dirname(file);
      if (folder === 'nodes' || folder === unboundedFolder) continue;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const crowded = [...counts].filter(([, count]) => count > mostFiles);
    assert.deepEqual(crowded, []);
  });
});
