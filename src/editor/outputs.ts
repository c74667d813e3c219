import { fieldOf } from './settings-in-form';

/**
 * Tells Node-RED how many outputs a node has and which one becomes which, so that wires stay where they
 * belong (Node-RED: the editor reads a map of ports from the field `outputs`).
 *
 * @param before what the outputs stood for when the dialog was opened
 * @param now what they stand for
 */
export function setOutputs(
  node: EditorNode,
  before: readonly string[],
  now: readonly string[],
): void {
  const field = fieldOf(node, 'outputs');
  const same = before.length === now.length && before.every((name, index) => name === now[index]);
  field.val(same ? String(now.length) : JSON.stringify(portMap(before, now)));
}

function portMap(before: readonly string[], now: readonly string[]): Record<string, number> {
  const map: Record<string, number> = {};
  const taken = new Set<number>();
  for (const [port, name] of before.entries()) {
    const place = now.indexOf(name);
    map[port] = place;
    taken.add(place);
  }
  // An output whose meaning is gone keeps its wires where nobody else takes its place.
  for (const port of before.keys()) {
    if (map[port] !== -1 || port >= now.length || taken.has(port)) continue;
    map[port] = port;
    taken.add(port);
  }
  for (const place of now.keys()) {
    if (!taken.has(place)) map[`new${place}`] = place;
  }
  return map;
}
