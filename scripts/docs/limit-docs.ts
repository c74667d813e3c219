import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultLimits } from '../../src/bridge/limits';
import { messageLimits } from '../../src/vocabulary/plain-json';
import { limitProofs } from '../../test/faults/limit-proofs';

const limitDeclaration =
  /\/\*\*(?<text>(?:(?!\*\/)[^])+)\*\/\n {2}(?<name>\w+): (?:number;|[\d_]+,)/g;

const sources = [
  ['src/bridge/limits.ts', defaultLimits],
  ['src/vocabulary/plain-json.ts', messageLimits],
] as const;

/**
 * Reads comments and values of the source files.
 *
 * @param root folder of the project
 * @returns Markdown table, ending with a newline
 * @throws Error for a bound without a comment
 */
export function renderLimitDocs(root: string): string {
  const proofs = new Map(
    Object.entries(limitProofs).map(([name, named]) => [name, renderProofs(named)]),
  );
  const rows = sources.flatMap(([file, limits]) => {
    const descriptions = readDescriptions(join(root, file));
    return Object.entries(limits).map(([name, value]) => {
      const text = descriptions.get(name);
      if (text === undefined) throw new Error(`${file} does not describe ${name}.`);
      return `| \`${name}\` | ${value.toLocaleString('en-US')} | ${text} | ${proofs.get(name) ?? ''} |`;
    });
  });
  return `${[
    '| Bound | Default | What it bounds | Proved by |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}

const readDescriptions = (path: string): ReadonlyMap<string | undefined, string | undefined> =>
  new Map(
    [...readFileSync(path, 'utf8').matchAll(limitDeclaration)].map(({ groups }) => [
      groups?.['name'],
      groups?.['text']?.replaceAll(/\s+\*?\s*/g, ' ').trim(),
    ]),
  );

const renderProofs = (proofs: readonly (number | string)[]): string => {
  const cases = proofs.filter((proof) => typeof proof === 'number');
  const files = proofs.filter((proof) => typeof proof === 'string');
  return [
    ...(cases.length === 0 ? [] : [`case ${cases.join(', ')}`]),
    ...files.map((file) => `[${basename(file, '.test.ts')}](../${file})`),
  ].join(', ');
};
