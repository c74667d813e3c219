import { indexListedResources } from './list-index';
import type { ListedResource } from './list-index';
import type { CommandProblem } from '../parsing/parse-result';
import type { TargetResolver } from './target-resolvers';

/** The resource of a text at run time, or the problem of the error that a message would get. */
export type ListedResourceMatchResult<Item extends ListedResource> =
  | { ok: true; resource: Item | undefined }
  | { ok: false; problem: CommandProblem };

/**
 * Finds the listed resource of a text by the rule of the runtime. The search of the picker is
 * looser: it ignores accents and accepts parts of names.
 *
 * @param text id, name or `Room/Name`
 * @param settingName name of the setting in sentences
 * @returns no resource for an id that is not listed
 */
export function findListedResourceByText<Item extends ListedResource>(
  items: readonly Item[],
  text: string,
  resolveTarget: TargetResolver,
  settingName = 'target',
): ListedResourceMatchResult<Item> {
  const resolved = resolveTarget(indexListedResources(items), text, settingName);
  if (!resolved.ok) return resolved;
  const { rid } = resolved.value;
  return { ok: true, resource: items.find((item) => item.rid === rid) };
}
