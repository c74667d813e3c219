import { asText } from './settings-in-form';

/** The settings that a node is named after. */
interface Named {
  name?: string;
  target?: string;
  targetType?: string;
  targetName?: string;
}

/**
 * What a node is called on the canvas: its own name, else what was picked or written as its target.
 *
 * @param node settings of the node
 * @param fallback name of the kind of node
 */
export function labelOf(node: Named, fallback: string): string {
  const { name, target, targetType, targetName } = node;
  if (asText(name) !== '') return asText(name);
  if (asText(target) === '') return fallback;
  if (targetType === 'str') return asText(target);
  return (targetType === 'resource' && asText(targetName)) || fallback;
}

/** Italic for a name that a person gave. */
export const labelStyleOf = ({ name }: Named): string =>
  asText(name) === '' ? '' : 'node_label_italic';
