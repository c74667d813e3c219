import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, readFlow } from './user-directory';
import type { FlowNode } from './user-directory';

const folder = join(packageFolder, 'examples');

/** Names of the examples, without `.json`, in alphabetical order. */
export const listExampleNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted();

/** The nodes of one example, as an import brings them. */
export const readExampleFlow = (name: string): readonly FlowNode[] =>
  readFlow(join(folder, `${name}.json`));

/** The nodes of several examples; what they share, such as the bridge, comes once. */
export function readExampleFlows(
  names: readonly string[] = listExampleNames(),
): readonly FlowNode[] {
  const byId = new Map<string, FlowNode>();
  for (const node of names.flatMap(readExampleFlow)) byId.set(node.id, byId.get(node.id) ?? node);
  return [...byId.values()];
}

/** The same nodes with other settings for one of them. */
export const withNodeSettings = (
  flow: readonly FlowNode[],
  id: string,
  settings: Readonly<Record<string, unknown>>,
): readonly FlowNode[] => flow.map((node) => (node.id === id ? { ...node, ...settings } : node));
