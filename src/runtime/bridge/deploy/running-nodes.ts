import { createHash } from 'node:crypto';

/** Settings that only say where a node is drawn. */
const drawingSettings: ReadonlySet<string> = new Set(['x', 'y', 'wires', 'w', 'h', 'g']);

/** The settings with which Node-RED runs each node, those inside a subflow included. */
const settingsByNode = new WeakMap<object, object>();

/** Takes note of a node that Node-RED has started. */
export function recordRunningNode(node: object, settings: object): void {
  settingsByNode.set(node, settings);
}

/**
 * Digest of the settings of a node that runs.
 *
 * @param node as Node-RED finds it by its id
 * @returns undefined where there is none, or not one of this package
 */
export function digestRunningNode(node: object | null | undefined): string | undefined {
  const running = node ? settingsByNode.get(node) : undefined;
  if (running === undefined) return undefined;
  const settings = Object.entries(running).filter(([name]) => !drawingSettings.has(name));
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64');
}
