import { isObject } from '../resources/values/member-access';

/** A node of a flow file: a flow tab, a subflow, a group, a configuration node or a node of a flow. */
export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly [setting: string]: unknown;
}

/** A flow file as it was read: its nodes, and entries that are none. */
interface FlowFile {
  readonly entries: readonly unknown[];
  /** Puts other entries in the place of these, in the shape of the file. */
  withEntries(entries: readonly unknown[]): unknown;
}

/** Why a flow file cannot be read; the key of a sentence with its values. */
export interface FlowFileProblem {
  readonly key: 'notJson' | 'noFlow';
  readonly values: Readonly<Record<string, string>>;
}

export const isFlowNode = (entry: unknown): entry is FlowNode =>
  isObject(entry) && typeof entry['id'] === 'string' && typeof entry['type'] === 'string';

/**
 * Reads what Node-RED exports: a list of nodes, or the answer of its admin API, `{flows: [...]}`.
 *
 * @param value parsed JSON
 * @returns a problem for anything else, and for a list without a single node
 */
export function readFlowFile(value: unknown): FlowFile | FlowFileProblem {
  if (Array.isArray(value)) return readEntries(value, (entries) => entries);
  const flows = isObject(value) ? value['flows'] : undefined;
  if (isObject(value) && Array.isArray(flows))
    return readEntries(flows, (entries) => ({ ...value, flows: entries }));
  return { key: 'noFlow', values: {} };
}

function readEntries(
  entries: readonly unknown[],
  withEntries: FlowFile['withEntries'],
): FlowFile | FlowFileProblem {
  return entries.length > 0 && !entries.some(isFlowNode)
    ? { key: 'noFlow', values: {} }
    : { entries, withEntries };
}

/**
 * Parses the JSON of a flow file. What it holds is not checked.
 *
 * @returns a problem for a text that is no JSON; it does not quote the text, which may hold a key
 */
export function parseFlowFileJson(text: string): { readonly value: unknown } | FlowFileProblem {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { value };
  } catch {
    return { key: 'notJson', values: {} };
  }
}

/** The wires of a node: for each output the ids of the nodes behind it. */
export const readWires = ({ wires }: FlowNode): readonly (readonly string[])[] =>
  Array.isArray(wires) ? wires.map(readTexts) : [];

/** The texts of a list; none of anything else. */
export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

/** A setting that is a text; empty for anything else. A number counts as its digits. */
export function readText(node: FlowNode, setting: string): string {
  const value = node[setting];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** A setting that is a tick box, also where a flow of an older version says it as a text. */
export const isTicked = (node: FlowNode, setting: string): boolean =>
  node[setting] === true || node[setting] === 'true';

/** What people call a node: its name, otherwise its type. */
export const describeNode = (node: FlowNode): string => readText(node, 'name') || node.type;
