import { getSettingField } from './setting-fields';

/**
 * Stores the number of outputs of a node, or a map from old to new ports, so that wires stay with their output
 * (Node-RED: the editor reads a map of ports from the field `outputs`).
 *
 * @param previousNames names of the outputs when the dialog was opened
 * @param currentNames names of the present outputs
 */
export function storeOutputPorts(
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
  // A removed output keeps its wires when no other output moves to its port.
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

/**
 * Prepares a check box that gives a node its second output.
 *
 * @param setting name of the setting of the check box
 * @param listPorts names of the outputs, by whether it is checked
 */
export function prepareSecondOutput(
  node: EditorNode,
  setting: string,
  listPorts: (isChecked: boolean) => readonly string[],
): void {
  const checkBox = getSettingField(node, setting);
  const isChecked = (): boolean => checkBox.prop('checked') === true;
  const initialPorts = listPorts(isChecked());
  const storePorts = (): void => storeOutputPorts(node, initialPorts, listPorts(isChecked()));
  checkBox.on('change', storePorts);
  storePorts();
}
