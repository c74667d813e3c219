import { compareNames } from '../../resources/values/compare-names';
import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

export const bridgeType = 'bridge-config';

/** Returns the bridges of the flows, sorted by their label. */
export function listBridgeNodes(): RegisteredNode[] {
  const bridges: RegisteredNode[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === bridgeType) bridges.push(node);
    return true;
  });
  return bridges.toSorted((one, other) => compareNames(getBridgeLabel(one), getBridgeLabel(other)));
}

/** Returns the name or address of a bridge; a word for a bridge without both. */
export const getBridgeLabel = (bridge: RegisteredNode): string =>
  toText(bridge['name']) || toText(bridge['host']) || translateShared('rtype.bridge');
