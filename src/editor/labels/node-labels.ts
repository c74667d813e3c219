import { toText } from '../fields/setting-fields';
import type { Translate } from './translate';

interface LabelSettings {
  name?: string;
  target?: string;
  targetType?: string;
  targetName?: string;
  operation?: string;
  rtype?: string;
  emit?: string;
}

/** What a node does; empty for a setting that the node does not have or takes from the message. */
type ChosenOperation = Record<'operation' | 'rtype' | 'emit', string>;

interface NodeLabels {
  paletteLabel: () => string;
  label: (this: LabelSettings) => string;
  labelStyle: (this: LabelSettings) => string;
  inputLabels: () => string;
  outputLabels: (port: number) => string;
}

/**
 * Creates the labels of a node type: in the palette, of its nodes in the workspace, of their ports.
 *
 * @param text translates keys of the type's catalogue: `paletteLabel`, `port.input`, `port.output`,
 *   and `port.changes` of a node with a second output
 * @param describeAction returns the label of a node without name and target; the palette label is
 *   used if it is missing or empty
 */
export const createNodeLabels = (
  text: Translate,
  describeAction: (chosen: ChosenOperation) => string = () => '',
): NodeLabels => ({
  paletteLabel: () => text('paletteLabel'),
  label() {
    const chosen = {
      operation: toText(this.operation),
      rtype: toText(this.rtype),
      emit: toText(this.emit),
    };
    return formatNodeLabel(this, describeAction(chosen) || text('paletteLabel'));
  },
  /** Italic for a user-defined name. */
  labelStyle() {
    return toText(this.name) === '' ? '' : 'node_label_italic';
  },
  inputLabels: () => text('port.input'),
  outputLabels: (port) => text(port === 0 ? 'port.output' : 'port.changes'),
});

/** Operations without a target. An earlier target is stored, but not shown. */
const targetlessOperations = new Set(['list', 'create']);

function formatNodeLabel(node: LabelSettings, fallback: string): string {
  const { name, target, targetType, targetName, operation } = node;
  if (toText(name) !== '') return toText(name);
  if (toText(target) === '' || targetlessOperations.has(toText(operation))) return fallback;
  if (targetType === 'str') return toText(target);
  return (targetType === 'resource' && toText(targetName)) || fallback;
}
