import { asText } from './settings-in-form';

/** The settings that a node is named after. */
interface Named {
  name?: string;
  target?: string;
  targetType?: string;
  targetName?: string;
  operation?: string;
}

/** Operations that have no target; a target that was chosen before is hidden, and kept. */
const withoutTarget = new Set(['list', 'create']);

/**
 * What a node is called on the canvas: its own name, else the target that was picked or written for what it does.
 *
 * @param node settings of the node
 * @param fallback name of the kind of node, or of what it does
 */
export function labelOf(node: Named, fallback: string): string {
  const { name, target, targetType, targetName, operation } = node;
  if (asText(name) !== '') return asText(name);
  if (asText(target) === '' || withoutTarget.has(asText(operation))) return fallback;
  if (targetType === 'str') return asText(target);
  return (targetType === 'resource' && asText(targetName)) || fallback;
}

/** Italic for a name that a person gave. */
export const labelStyleOf = ({ name }: Named): string =>
  asText(name) === '' ? '' : 'node_label_italic';
