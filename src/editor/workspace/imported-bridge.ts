import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

const bridgeType = 'bridge-config';

/**
 * Connects imported nodes to the configured bridge if there is only one, and removes the imported
 * bridge without an address. Node-RED's undo of the import still works.
 */
export function connectImportsToBridge(): void {
  let isLoaded = false;
  RED.events.on('flows:loaded', () => {
    isLoaded = true;
  });
  RED.events.on('nodes:add', (node) => {
    if (!isLoaded || node.type !== bridgeType || toText(node['host']).trim() !== '') return;
    // The editor adds the import to its history only after the import has ended.
    setTimeout(() => replaceImportedBridge(node.id));
  });
}

function replaceImportedBridge(id: string): void {
  const imported = RED.nodes.node(id);
  const importEvent = findImport(id);
  const configured = findConfiguredBridges();
  const [bridge, another] = configured;
  if (imported === undefined || importEvent?.nodes === undefined) return;
  if (bridge === undefined || another !== undefined) return;
  const users = importEvent.nodes.flatMap((nodeId) => {
    const node = RED.nodes.node(nodeId);
    return node?.['bridge'] === id ? [node] : [];
  });
  if (users.length === 0) return;
  for (const user of users) {
    RED.nodes.updateConfigNodeUsers(user, { action: 'remove' });
    user['bridge'] = bridge.id;
    RED.nodes.updateConfigNodeUsers(user, { action: 'add' });
    RED.editor.validateNode(user);
  }
  RED.nodes.remove(id);
  // Otherwise an undo would look for the removed bridge.
  importEvent.nodes = importEvent.nodes.filter((nodeId) => nodeId !== id);
  RED.view.redraw(true);
  const name = toText(bridge['name']) || toText(bridge['host']);
  RED.notify(translateShared('imported.usesBridge', { name }), { type: 'success' });
}

/** Returns the entry of the last import in the editor's history if it added this node. */
function findImport(id: string): HistoryEvent | undefined {
  const last = RED.history.peek();
  const events = last === undefined ? [] : [last, ...(last.events ?? [])];
  return events.find(({ t, nodes }) => t === 'add' && nodes?.includes(id) === true);
}

/** Returns all bridges with an address. */
function findConfiguredBridges(): RegisteredNode[] {
  const bridges: RegisteredNode[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === bridgeType && toText(node['host']).trim() !== '') bridges.push(node);
    return true;
  });
  return bridges;
}
