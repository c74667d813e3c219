import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './user-directory';
import type { FlowNode } from './user-directory';

const folder = join(packageFolder, 'examples');

/** Names of the examples, without `.json`, in alphabetical order. */
export const exampleNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted();

/** The nodes of one example, as an import brings them. */
export function exampleFlow(name: string): readonly FlowNode[] {
  const content: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  if (!Array.isArray(content) || !content.every(isFlowNode)) {
    throw new TypeError(`examples/${name}.json is not a list of nodes with an id and a type.`);
  }
  return content;
}

const isFlowNode = (value: unknown): value is FlowNode =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'type' in value &&
  typeof value.type === 'string';

/** The nodes of several examples; what they share, such as the bridge, comes once. */
export function exampleFlows(names: readonly string[] = exampleNames()): readonly FlowNode[] {
  const byId = new Map<string, FlowNode>();
  for (const node of names.flatMap(exampleFlow)) byId.set(node.id, byId.get(node.id) ?? node);
  return [...byId.values()];
}

/** The same nodes with other settings for one of them. */
export const withSettings = (
  flow: readonly FlowNode[],
  id: string,
  settings: Readonly<Record<string, unknown>>,
): readonly FlowNode[] => flow.map((node) => (node.id === id ? { ...node, ...settings } : node));
