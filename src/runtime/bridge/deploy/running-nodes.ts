import { createHash } from 'node:crypto';

const drawingSettings: ReadonlySet<string> = new Set(['x', 'y', 'wires', 'w', 'h', 'g']);

const settingsByNode = new WeakMap<object, object>();

export function recordRunningNode(node: object, settings: object): void {
  settingsByNode.set(node, settings);
}

/** Undefined if there is no node, or if it is not from this package. */
export function digestRunningNode(node: object | null | undefined): string | undefined {
  const running = node ? settingsByNode.get(node) : undefined;
  if (running === undefined) return undefined;
  const settings = Object.entries(running).filter(([name]) => !drawingSettings.has(name));
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64');
}
