import { toText } from '../fields/setting-fields';
import { createTranslator, findText, getResourceTypeLabel, translateShared } from './translate';

interface LabelSettings {
  name?: string;
  target?: string;
  targetType?: string;
  targetName?: string;
  operation?: string;
  rtype?: string;
}

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
 * @param nodeType its catalogue has `paletteLabel`, `port.changes` of a node with
 *   a second output, `does.<operation>` of a node with operations, and `port.input` and `port.output`
 *   of a node whose ports are not those of a node for commands
 */
export function createNodeLabels(nodeType: string): NodeLabels {
  const text = createTranslator(nodeType);
  return {
    paletteLabel: () => text('paletteLabel'),
    label() {
      const [operation, rtype] = [toText(this.operation), toText(this.rtype)];
      const namesOperations = findText(text, 'does.get') !== undefined;
      const action = operation === '' ? undefined : findText(text, `does.${operation}`);
      const type =
        rtype === '' || namesOperations ? text('paletteLabel') : getResourceTypeLabel(rtype);
      return formatNodeLabel(this, action ?? type);
    },
    /** Italic for a user-defined name. */
    labelStyle() {
      return toText(this.name) === '' ? '' : 'node_label_italic';
    },
    inputLabels: () => findText(text, 'port.input') ?? translateShared('port.input'),
    outputLabels: (port) =>
      port === 0
        ? (findText(text, 'port.output') ?? translateShared('port.output'))
        : text('port.changes'),
  };
}

/** Operations without a target. An earlier target is stored, but not shown. */
const targetlessOperations = new Set(['list', 'create']);

function formatNodeLabel(node: LabelSettings, fallback: string): string {
  const { name, target, targetType, targetName, operation } = node;
  if (toText(name) !== '') return toText(name);
  if (toText(target) === '' || targetlessOperations.has(toText(operation))) return fallback;
  if (targetType === 'str') return toText(target);
  return (targetType === 'resource' && toText(targetName)) || fallback;
}
