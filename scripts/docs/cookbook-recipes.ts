import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExampleFlow } from '../node-red/example-flows';
import { packageFolder } from '../node-red/user-directory';
import type { FlowNode } from '../node-red/user-directory';

/** A recipe of docs/cookbook.md. */
interface Recipe {
  title: string;
  /** Without `.json`. */
  example: string;
  /** Groups of the example in the recipe. */
  groups: readonly FlowNode[];
  /** In `docs/images`, without `.png`. */
  picture: string;
}

const recipePattern =
  /^## (?<title>.+)$[^]*?\]\(images\/(?<picture>[\w-]+)\.png\)[^]*?^\*\*Import:\*\* _(?<example>[\w-]+)_(?:, group _(?<group>[^_]+)_)?/gm;

/** @throws {Error} if an example lacks a group */
export const readRecipes = (): readonly Recipe[] =>
  [...readFileSync(join(packageFolder, 'docs', 'cookbook.md'), 'utf8').matchAll(recipePattern)].map(
    ({ groups: parts = {} }) => {
      const { title = '', picture = '', example = '', group = '' } = parts;
      const groups = readExampleFlow(example).filter(
        ({ type, name }) => type === 'group' && String(name).startsWith(group),
      );
      if (groups.length === 0) throw new Error(`${title}: ${example} has no group "${group}".`);
      return { title, example, groups, picture };
    },
  );
