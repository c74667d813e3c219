import { findTextAfterBridgeName } from '../../vocabulary/lookup/after-bridge-name';

/** A bridge that is named before the name of a resource. */
interface NamedBridge {
  readonly configNodeId: string;
  /** The text behind the colon. */
  readonly text: string;
}

/** Finds the bridge that a text such as `Attic:Desk lamp` names, as the runtime does; undefined where it names none. */
export function findNamedBridge(text: string): NamedBridge | undefined {
  let found: NamedBridge | undefined;
  RED.nodes.eachConfig(({ id, type, name, host }) => {
    const label = [name, host].find((one) => typeof one === 'string' && one.trim() !== '');
    if (type !== 'bridge-config' || typeof label !== 'string') return true;
    const after = findTextAfterBridgeName(text, label);
    if (after !== undefined) found = { configNodeId: id, text: after };
    return found === undefined;
  });
  return found;
}
