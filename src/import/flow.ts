import { isObject, getListMember, getNumericMember, getTextMember } from '../resources/members';

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

/** Counted from 0. */
export interface OutputReference {
  readonly id: string;
  readonly port: number;
}

/** These nodes pass messages on with the same payload. */
const passingTypes: ReadonlySet<string> = new Set(['junction', 'link in', 'switch', 'delay']);

/** A switch node chooses by the payload unless it names another property. */
const readsPayload = ({ type, property, propertyType = 'msg' }: FlowNode): boolean =>
  type === 'switch' &&
  !(propertyType === 'msg' && typeof property === 'string' && !/^payload\b/.test(property));

interface MessageOrigins {
  readonly makers: readonly FlowNode[];
  /** True if messages also come from outside a subflow, or in a way that the file does not show. */
  readonly hasUnknown: boolean;
}

/** Which node sends to which. */
export class FlowGraph {
  readonly #nodes = new Map<string, FlowNode>();
  readonly #senders = new Map<string, FlowNode[]>();
  readonly #fedBySubflow = new Set<string>();
  readonly #called = new Set<string>();
  readonly #subflowOutputs = new Set<string>();

  constructor(nodes: readonly FlowNode[]) {
    for (const node of nodes) if (!this.#nodes.has(node.id)) this.#nodes.set(node.id, node);
    for (const node of nodes) {
      for (const id of new Set(readWires(node).flat())) this.#addSender(id, node);
      if (node.type === 'link out')
        for (const id of readTexts(node['links'])) this.#addSender(id, node);
      if (node.type === 'link call')
        for (const id of readTexts(node['links'])) this.#called.add(id);
      if (node.type === 'subflow') this.#addSubflow(node);
    }
  }

  get(id: string): FlowNode | undefined {
    return this.#nodes.get(id);
  }

  receivesMessages(id: string): boolean {
    return this.#senders.has(id) || this.#fedBySubflow.has(id);
  }

  sendersOf(id: string): readonly FlowNode[] {
    return this.#senders.get(id) ?? [];
  }

  /** True if an output is wired, or is an output of the subflow. */
  isHeard(node: FlowNode): boolean {
    return readWires(node).some((ids) => ids.length > 0) || this.isSubflowOutput(node.id);
  }

  isSubflowOutput(id: string): boolean {
    return this.#subflowOutputs.has(id);
  }

  /** The nodes that create the messages to a node, also through junctions, links, switch and delay nodes. */
  originsOf(id: string): MessageOrigins {
    const makers = new Set<FlowNode>();
    const seen = new Set<string>();
    let hasUnknown = false;
    const waiting = [id];
    for (const current of waiting) {
      if (seen.has(current)) continue;
      seen.add(current);
      if (this.#fedBySubflow.has(current) || this.#called.has(current)) hasUnknown = true;
      for (const sender of this.sendersOf(current)) {
        if (passingTypes.has(sender.type) || sender.type === 'link out') waiting.push(sender.id);
        else makers.add(sender);
      }
    }
    return { makers: [...makers], hasUnknown };
  }

  /** The nodes that act on the payload, also behind junctions, links, delay nodes and other switch nodes. */
  receiversOf(node: FlowNode): readonly FlowNode[] {
    const receivers = new Set<FlowNode>();
    const seen = new Set<string>();
    const waiting = readWires(node).flat();
    for (const current of waiting) {
      const receiver = this.#nodes.get(current);
      if (receiver === undefined || seen.has(current)) continue;
      seen.add(current);
      if (receiver.type === 'link out' && receiver['mode'] !== 'return')
        waiting.push(...readTexts(receiver['links']));
      else if (passingTypes.has(receiver.type) && !readsPayload(receiver))
        waiting.push(...readWires(receiver).flat());
      else receivers.add(receiver);
    }
    return [...receivers];
  }

  #addSender(id: string, sender: FlowNode): void {
    const senders = this.#senders.get(id);
    if (senders === undefined) this.#senders.set(id, [sender]);
    else if (!senders.includes(sender)) senders.push(sender);
  }

  #addSubflow(subflow: FlowNode): void {
    for (const { id } of readPortWires(subflow['in'])) this.#fedBySubflow.add(id);
    for (const { id } of listSubflowOutputs(subflow)) this.#subflowOutputs.add(id);
  }
}

const listSubflowOutputs = ({ out, status }: FlowNode): readonly OutputReference[] => [
  ...readPortWires(out),
  ...readPortWires([status]),
];

const readPortWires = (ports: unknown): readonly OutputReference[] =>
  getListMember(ports).flatMap((port) => getListMember(port, 'wires').flatMap(readReference));

function readReference(wire: unknown): readonly OutputReference[] {
  const id = getTextMember(wire, 'id');
  return id === undefined ? [] : [{ id, port: getNumericMember(wire, 'port') ?? 0 }];
}

/**
 * Redirects the outputs and the status of a subflow.
 *
 * @param movedTo the new outputs for an old one; undefined for an unchanged output
 * @returns the subflow itself if nothing changes
 */
export function redirectSubflow(
  subflow: FlowNode,
  movedTo: (output: OutputReference) => readonly OutputReference[] | undefined,
): FlowNode {
  let isChanged = false;
  const redirectPort = (port: unknown): unknown => {
    if (!isObject(port) || !Array.isArray(port['wires'])) return port;
    const wires = port['wires'].flatMap((wire: unknown): readonly unknown[] => {
      const [output] = readReference(wire);
      const moved = output === undefined ? undefined : movedTo(output);
      if (moved === undefined) return [wire];
      isChanged = true;
      return moved;
    });
    return { ...port, wires };
  };
  const { out, status } = subflow;
  const redirected = {
    ...subflow,
    ...(Array.isArray(out) ? { out: out.map(redirectPort) } : {}),
    ...(isObject(status) ? { status: redirectPort(status) } : {}),
  };
  return isChanged ? redirected : subflow;
}
