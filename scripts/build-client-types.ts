import { existsSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const dist = join(__dirname, '..');
/** All declarations of tsconfig.client.json. */
const emitted = join(dist, 'client-declarations');
/** Declarations that the client's types reach. */
const shipped = join(dist, 'types');
const entry = join('src', 'bridge', 'index.d.ts');

const importPattern = /(?:from |import\()['"](?<specifier>\.[^'"]*)['"]/gu;

/** Lists the file itself first. */
function collectReachable(file: string, reachable = new Set<string>()): ReadonlySet<string> {
  if (reachable.has(file)) return reachable;
  reachable.add(file);
  for (const { groups } of readFileSync(file, 'utf8').matchAll(importPattern)) {
    const target = resolve(dirname(file), groups?.['specifier'] ?? '');
    const imported = [`${target}.d.ts`, join(target, 'index.d.ts')].find(existsSync);
    if (imported === undefined) throw new Error(`${file} imports ${target}, which has no types.`);
    collectReachable(imported, reachable);
  }
  return reachable;
}

async function buildClientTypes(): Promise<void> {
  const files = [...collectReachable(join(emitted, entry))];
  await rm(shipped, { recursive: true, force: true });
  await Promise.all(files.map((file) => cp(file, join(shipped, relative(emitted, file)))));
}

void buildClientTypes();
