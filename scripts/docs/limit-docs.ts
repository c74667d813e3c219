import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultLimits } from '../../src/bridge/limits/client-limits';
import { limitProofs } from '../../test/faults/limit-proofs';

const limitDeclaration = /\/\*\*(?<text>(?:(?!\*\/)[^])+)\*\/\n {2}(?<name>\w+): number;/g;

/**
 * The table of bounds for `docs/limits.md`, from the comments and defaults in `src/bridge/limits/client-limits.ts`.
 *
 * @param root folder of the project
 * @returns Markdown table, ending with a newline
 */
export function renderLimitDocs(root: string): string {
  const source = readFileSync(join(root, 'src', 'bridge', 'limits', 'client-limits.ts'), 'utf8');
  const descriptions = new Map(
    [...source.matchAll(limitDeclaration)].map(({ groups }) => [
      groups?.['name'],
      groups?.['text']?.replaceAll(/\s+\*?\s*/g, ' ').trim(),
    ]),
  );
  const proofs = new Map(
    Object.entries(limitProofs).map(([name, named]) => [name, renderProofs(named)]),
  );
  const rows = Object.entries(defaultLimits).map(([name, value]) => {
    const text = descriptions.get(name);
    if (text === undefined)
      throw new Error(`src/bridge/limits/client-limits.ts does not describe ${name}.`);
    return `| \`${name}\` | ${value.toLocaleString('en-US')} | ${text} | ${proofs.get(name) ?? ''} |`;
  });
  return `${[
    '| Bound | Default | What it bounds | Proved by |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}

const renderProofs = (proofs: readonly (number | string)[]): string => {
  const cases = proofs.filter((proof) => typeof proof === 'number');
  const files = proofs.filter((proof) => typeof proof === 'string');
  return [
    ...(cases.length === 0 ? [] : [`case ${cases.join(', ')}`]),
    ...files.map((file) => `[${basename(file, '.test.ts')}](../${file})`),
  ].join(', ');
};
