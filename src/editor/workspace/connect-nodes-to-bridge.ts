import { toText } from '../fields/setting-fields';
import { notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import { onNodePlaced } from '../fields/placed-nodes';
import { bridgeType, getBridgeLabel, listBridgeNodes } from '../picker/flow-bridges';

/** Gives an added node the bridge of the last closed dialog, or one created in it; otherwise the first by name. */
export function connectNewNodesToBridge(): void {
  let lastUsed: string | undefined;
  RED.events.on('editor:save', (node) => {
    if (node.type === bridgeType) lastUsed = node.id;
    else if (hasBridgeSetting(node) && toText(node['bridge']) !== '')
      lastUsed = toText(node['bridge']);
  });
  onNodePlaced((node) => {
    if (!hasBridgeSetting(node) || node['bridge'] !== '') return;
    const bridges = listGlobalBridges();
    const bridge = bridges.find(({ id }) => id === lastUsed) ?? bridges[0];
    if (bridge === undefined) return;
    node['bridge'] = bridge.id;
    RED.nodes.updateConfigNodeUsers(node, { action: 'add' });
    RED.editor.validateNode(node);
  });
}

const hasBridgeSetting = (node: RegisteredNode): boolean =>
  node._def.defaults['bridge']?.type === bridgeType;

const listGlobalBridges = (): readonly RegisteredNode[] =>
  listBridgeNodes().filter((node) => toText(node['z']) === '' && node['d'] !== true);

const hasAddress = (node: RegisteredNode): boolean => toText(node['host']).trim() !== '';

/**
 * Replaces an imported bridge without an address if only one bridge is configured. Node-RED's undo of the import still
 * works.
 */
export function connectImportsToBridge(): void {
  let isLoaded = false;
  RED.events.on('flows:loaded', () => {
    isLoaded = true;
  });
  RED.events.on('nodes:add', (node) => {
    if (!isLoaded || node.type !== bridgeType || hasAddress(node)) return;
    // The editor adds the import to its history afterwards.
    setTimeout(() => replaceImportedBridge(node.id));
  });
}

function replaceImportedBridge(id: string): void {
  const imported = RED.nodes.node(id);
  const importEvent = findImport(id);
  const [bridge, another] = listBridgeNodes().filter(hasAddress);
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
  // An undo would look for the removed bridge.
  importEvent.nodes = importEvent.nodes.filter((nodeId) => nodeId !== id);
  RED.view.redraw(true);
  notify(translateShared('imported.usesBridge', { name: getBridgeLabel(bridge) }), 'success');
}

function findImport(id: string): HistoryEvent | undefined {
  const last = RED.history.peek();
  const events = last === undefined ? [] : [last, ...(last.events ?? [])];
  return events.find(({ nodes }) => nodes?.includes(id) === true);
}
