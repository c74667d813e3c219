import { isObject } from '../resources/members';

/** A flow tab, a subflow, a group, a configuration node or a node of a flow. */
export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly [setting: string]: unknown;
}

interface FlowFile {
  readonly entries: readonly unknown[];
  /** Replaces the entries, in the shape of the file. */
  withEntries(entries: readonly unknown[]): unknown;
}

/** Key of a sentence with its values. */
export interface FlowFileProblem {
  readonly key: 'notJson' | 'noFlow';
  readonly values: Readonly<Record<string, string>>;
}

export const isFlowNode = (entry: unknown): entry is FlowNode =>
  isObject(entry) && typeof entry['id'] === 'string' && typeof entry['type'] === 'string';

/**
 * Reads an export of Node-RED: a list of nodes, or `{flows: [...]}` of its admin API.
 *
 * @param value parsed JSON
 * @returns a problem for anything else, and for a list without a node
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
 * Does not check the value of the flow file.
 *
 * @returns a problem for invalid JSON; it does not quote the text, which may contain a key
 */
export function parseFlowFileJson(text: string): { readonly value: unknown } | FlowFileProblem {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { value };
  } catch {
    return { key: 'notJson', values: {} };
  }
}

/** For each output the ids of the receiving nodes. */
export const readWires = ({ wires }: FlowNode): readonly (readonly string[])[] =>
  Array.isArray(wires) ? wires.map(readTexts) : [];

export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

/** A text or the digits of a number; empty for any other value. */
export function readText(node: FlowNode, setting: string): string {
  const value = node[setting];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** A flow of an older version may have a tick box as text. */
export const isTicked = (node: FlowNode, setting: string): boolean =>
  node[setting] === true || node[setting] === 'true';

/** Its name, otherwise its type. */
export const describeNode = (node: FlowNode): string => readText(node, 'name') || node.type;
