import { compareNames } from '../../resources/values/compare-names';
import { toText } from '../fields/setting-fields';

const bridgeType = 'bridge-config';

/** Sources of nodes that the user adds one by one. */
const addingSources: ReadonlySet<string | undefined> = new Set(['palette', 'typeSearch']);

/**
 * Gives a node that the user adds the last used bridge: the bridge of the last closed dialog, or a
 * bridge created in it; otherwise the first bridge by name.
 */
export function connectNewNodesToBridge(): void {
  let lastUsed: string | undefined;
  RED.events.on('editor:save', (node) => {
    if (node.type === bridgeType) lastUsed = node.id;
    else if (hasBridgeSetting(node) && toText(node['bridge']) !== '')
      lastUsed = toText(node['bridge']);
  });
  RED.events.on('nodes:add', (node, options) => {
    if (!addingSources.has(options?.source)) return;
    if (!hasBridgeSetting(node) || node['bridge'] !== '') return;
    const bridges = listBridges();
    const bridge = bridges.find(({ id }) => id === lastUsed) ?? bridges[0];
    if (bridge === undefined) return;
    node['bridge'] = bridge.id;
    RED.nodes.updateConfigNodeUsers(node, { action: 'add' });
    RED.editor.validateNode(node);
  });
}

const hasBridgeSetting = (node: RegisteredNode): boolean =>
  node._def.defaults['bridge']?.type === bridgeType;

/** Returns the bridges of all enabled tabs, sorted by name or address. */
function listBridges(): readonly RegisteredNode[] {
  const bridges: RegisteredNode[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === bridgeType && toText(node['z']) === '' && node['d'] !== true)
      bridges.push(node);
    return true;
  });
  return bridges.toSorted((one, other) => compareNames(getLabel(one), getLabel(other)));
}

const getLabel = (bridge: RegisteredNode): string =>
  toText(bridge['name']) || toText(bridge['host']);
