import { asText } from './settings-in-form';
import type { Texts } from './texts';

/** The settings that a node is named after. */
interface Named {
  name?: string;
  target?: string;
  targetType?: string;
  targetName?: string;
  operation?: string;
  rtype?: string;
}

/** What a node is told to do; empty where it has no such setting, or leaves it to the message. */
type Chosen = Record<'operation' | 'rtype', string>;

/** How a node type and its nodes are called, as far as the types have it in common. */
interface Labels {
  paletteLabel: () => string;
  label: (this: Named) => string;
  labelStyle: (this: Named) => string;
  inputLabels: () => string;
  outputLabels: () => string;
}

/**
 * Labels of a node type: its name in the palette, what its nodes are called on the canvas, and what goes in and out.
 *
 * @param text looks up the catalogue of the type: `paletteLabel`, `port.input` and `port.output`
 * @param does what a node without name and target is called; its palette label when left out or empty
 */
export const labels = (text: Texts, does: (chosen: Chosen) => string = () => ''): Labels => ({
  paletteLabel: () => text('paletteLabel'),
  label() {
    const chosen = { operation: asText(this.operation), rtype: asText(this.rtype) };
    return labelOf(this, does(chosen) || text('paletteLabel'));
  },
  /** Italic for a name that a person gave. */
  labelStyle() {
    return asText(this.name) === '' ? '' : 'node_label_italic';
  },
  inputLabels: () => text('port.input'),
  outputLabels: () => text('port.output'),
});

/** Operations that have no target; a target that was chosen before is hidden, and kept. */
const withoutTarget = new Set(['list', 'create']);

/**
 * What a node is called on the canvas: its own name, else the target that was picked or written for what it does.
 *
 * @param node settings of the node
 * @param fallback name of the kind of node, or of what it does
 */
function labelOf(node: Named, fallback: string): string {
  const { name, target, targetType, targetName, operation } = node;
  if (asText(name) !== '') return asText(name);
  if (asText(target) === '' || withoutTarget.has(asText(operation))) return fallback;
  if (targetType === 'str') return asText(target);
  return (targetType === 'resource' && asText(targetName)) || fallback;
}
