import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, readFlow } from './user-directory';
import type { FlowNode } from './user-directory';

const folder = join(packageFolder, 'examples');

/** Lists names without `.json`, in alphabetical order. */
export const listExampleNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted();

export const readExampleFlow = (name: string): readonly FlowNode[] =>
  readFlow(join(folder, `${name}.json`));

/** Shared nodes come once. */
export function readExampleFlows(
  names: readonly string[] = listExampleNames(),
): readonly FlowNode[] {
  const byId = new Map<string, FlowNode>();
  for (const node of names.flatMap(readExampleFlow)) byId.set(node.id, byId.get(node.id) ?? node);
  return [...byId.values()];
}

/** Changes a copy. */
export const withNodeSettings = (
  flow: readonly FlowNode[],
  id: string,
  settings: Readonly<Record<string, unknown>>,
): readonly FlowNode[] => flow.map((node) => (node.id === id ? { ...node, ...settings } : node));
