import { findTextAfterBridgeName } from '../../vocabulary/lookup/after-bridge-name';

export interface BridgeChoice {
  readonly configNodeId: string;
  /** Name of the bridge, otherwise its address, as messages name it. */
  readonly label: string;
}

interface NamedBridge extends BridgeChoice {
  /** The text behind the colon. */
  readonly text: string;
}

/** Returns the bridges of the flows that have a name or an address. */
export function listBridges(): readonly BridgeChoice[] {
  const bridges: BridgeChoice[] = [];
  RED.nodes.eachConfig(({ id, type, name, host }) => {
    const label = [name, host].find((one) => typeof one === 'string' && one.trim() !== '');
    if (type === 'bridge-config' && typeof label === 'string')
      bridges.push({ configNodeId: id, label: label.trim() });
    return true;
  });
  return bridges;
}

/**
 * Returns the bridge that a text such as `Attic:Desk lamp` names, as the runtime does; undefined if
 * it names none.
 */
export function findBridgeOfText(text: string): NamedBridge | undefined {
  for (const { configNodeId, label } of listBridges()) {
    const after = findTextAfterBridgeName(text, label);
    if (after !== undefined) return { configNodeId, label, text: after };
  }
  return undefined;
}
