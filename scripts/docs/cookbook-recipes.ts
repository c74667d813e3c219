import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExampleFlow } from '../node-red/example-flows';
import { packageFolder } from '../node-red/user-directory';
import type { FlowNode } from '../node-red/user-directory';

/** A recipe of docs/cookbook.md: what to import, and the name of its picture. */
interface Recipe {
  title: string;
  /** Name of the example, without `.json`. */
  example: string;
  /** Groups of the example that the recipe is about. */
  groups: readonly FlowNode[];
  /** Name of the picture in `docs/images`, without `.png`. */
  picture: string;
}

const recipePattern =
  /^## (?<title>.+)$[^]*?\]\(images\/(?<picture>[\w-]+)\.png\)[^]*?^\*\*Import:\*\* _(?<example>[\w-]+)_(?:, group _(?<group>[^_]+)_)?/gm;

/**
 * Reads the recipes of docs/cookbook.md.
 *
 * @throws {Error} when a recipe names a group that its example does not have
 */
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
