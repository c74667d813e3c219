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
 * Creates labels of the palette, of nodes and of ports.
 *
 * @param nodeType its catalogue has `paletteLabel`, `port.changes` of a second output, `does.<operation>` of
 * operations, and `port.input` and `port.output` if they are not those of a command node
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

/** An earlier target is stored, but not shown. */
const targetlessOperations = new Set(['list', 'create']);

function formatNodeLabel(node: LabelSettings, fallback: string): string {
  const { name, target, targetType, targetName, operation } = node;
  if (toText(name) !== '') return toText(name);
  if (toText(target) === '' || targetlessOperations.has(toText(operation))) return fallback;
  if (targetType === 'str') return toText(target);
  return (targetType === 'resource' && toText(targetName)) || fallback;
}
