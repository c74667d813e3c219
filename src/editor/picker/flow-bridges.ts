import { compareNames } from '../../resources/compare-names';
import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import { findTextAfterBridgeName } from '../../vocabulary/lookup';

export interface BridgeChoice {
  readonly configNodeId: string;
  /** Name, otherwise address, as messages name the bridge. */
  readonly label: string;
}

interface NamedBridge extends BridgeChoice {
  /** Text behind the colon. */
  readonly text: string;
}

export const bridgeType = 'bridge-config';

function collectBridgeNodes(): readonly RegisteredNode[] {
  const bridges: RegisteredNode[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === bridgeType) bridges.push(node);
    return true;
  });
  return bridges;
}

const findBridgeName = ({ name, host }: RegisteredNode): string =>
  toText(name).trim() || toText(host).trim();

/** Returns name, address, or a word for a bridge. */
export const getBridgeLabel = (bridge: RegisteredNode): string =>
  findBridgeName(bridge) || translateShared('rtype.bridge');

/** Sorts by label. */
export const listBridgeNodes = (): readonly RegisteredNode[] =>
  collectBridgeNodes().toSorted((one, other) =>
    compareNames(getBridgeLabel(one), getBridgeLabel(other)),
  );

/** Returns bridges with a name or an address. */
export const listBridges = (): readonly BridgeChoice[] =>
  collectBridgeNodes()
    .map((node) => ({ configNodeId: node.id, label: findBridgeName(node) }))
    .filter(({ label }) => label !== '');

/** Reads a text such as `Attic:Desk lamp`, as the runtime does. */
export function findBridgeOfText(text: string): NamedBridge | undefined {
  for (const { configNodeId, label } of listBridges()) {
    const after = findTextAfterBridgeName(text, label);
    if (after !== undefined) return { configNodeId, label, text: after };
  }
  return undefined;
}
