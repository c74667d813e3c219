import { getSettingField, toText } from './setting-fields';

/**
 * Stores a number of outputs, or a map from old to new ports, so that wires stay with their outputs (Node-RED reads
 * both from `outputs`).
 *
 * @param previousNames when the dialog was opened
 */
export function storeOutputPortMap(
  node: EditorNode,
  previousNames: readonly string[],
  currentNames: readonly string[],
): void {
  const field = getSettingField(node, 'outputs');
  const isUnchanged =
    previousNames.length === currentNames.length &&
    previousNames.every((name, index) => name === currentNames[index]);
  field.val(
    isUnchanged
      ? String(currentNames.length)
      : JSON.stringify(createPortMap(previousNames, currentNames)),
  );
}

function createPortMap(
  previousNames: readonly string[],
  currentNames: readonly string[],
): Record<string, number> {
  const map: Record<string, number> = {};
  const assignedPorts = new Set<number>();
  for (const [port, name] of previousNames.entries()) {
    const newPort = currentNames.indexOf(name);
    map[port] = newPort;
    assignedPorts.add(newPort);
  }
  // A removed output keeps its wires if no other output moves to its port.
  for (const port of previousNames.keys()) {
    if (map[port] !== -1 || port >= currentNames.length || assignedPorts.has(port)) continue;
    map[port] = port;
    assignedPorts.add(port);
  }
  for (const newPort of currentNames.keys()) {
    if (!assignedPorts.has(newPort)) map[`new${newPort}`] = newPort;
  }
  return map;
}

/** Prepares the field `changes`, which adds an output: a check box, or a list whose empty choice means one output. */
export function prepareSecondOutputField(node: EditorNode): void {
  const field = getSettingField(node, 'changes');
  const listPorts = (): readonly string[] => {
    const isChosen = field.is(':checkbox')
      ? field.prop('checked') === true
      : toText(field.val()) !== '';
    return isChosen ? ['first', 'second'] : ['first'];
  };
  const initialPorts = listPorts();
  const storePorts = (): void => storeOutputPortMap(node, initialPorts, listPorts());
  field.on('change', storePorts);
  storePorts();
}
