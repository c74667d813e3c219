import { foldCase } from '../../vocabulary/parsing/fold-case';

/** A bridge that is named before the name of a resource. */
interface NamedBridge {
  readonly configNodeId: string;
  /** The text behind the colon. */
  readonly text: string;
}

/** Finds the bridge that a text such as `Attic:Desk lamp` names, as the runtime does; undefined where it names none. */
export function findNamedBridge(text: string): NamedBridge | undefined {
  let found: NamedBridge | undefined;
  const folded = foldCase(text);
  RED.nodes.eachConfig(({ id, type, name, host }) => {
    const label = [name, host].find((one) => typeof one === 'string' && one.trim() !== '');
    if (type !== 'bridge-config' || typeof label !== 'string') return true;
    if (folded.startsWith(`${foldCase(label)}:`))
      found = {
        configNodeId: id,
        text: text
          .trim()
          .slice(label.trim().length + 1)
          .trim(),
      };
    return found === undefined;
  });
  return found;
}
