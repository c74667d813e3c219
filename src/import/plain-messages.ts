import { asksHueMagicForState, commandKinds } from './convert-commands';
import type { FlowGraph } from './flow-graph';
import { describeNode } from './flow-nodes';
import type { FlowNode } from './flow-nodes';
import { translateToPlainWords } from './plain-words';
import type { ImportReport } from './report';
import { readStaticPayload, withPayload } from './static-messages';

const lampTypes: ReadonlySet<string> = new Set(['hue-light', 'hue-group']);

/** True for a node of HueMagic for a lamp or a group. */
export const isLamp = ({ type }: FlowNode): boolean => lampTypes.has(type);

/** Node types that show a message and do nothing with it. */
const onlookers: ReadonlySet<string> = new Set(['debug']);

/** Says which messages of a flow are said in plain words after an import, and which still as HueMagic says them. */
export class PlainMessages {
  readonly #graph: FlowGraph;
  /** Lamps and groups that get nothing but plain words. */
  readonly #lamps: ReadonlySet<FlowNode>;
  /** Nodes that send to a lamp or group of HueMagic that is imported. */
  readonly #makers: ReadonlyMap<FlowNode, readonly FlowNode[]>;

  /** @param lamps the nodes for lamps and groups that are imported */
  constructor(graph: FlowGraph, lamps: readonly FlowNode[]) {
    this.#graph = graph;
    const makers = new Map<FlowNode, FlowNode[]>();
    const candidates = new Set<FlowNode>();
    for (const lamp of lamps) {
      const origins = graph.originsOf(lamp.id);
      for (const maker of origins.makers) makers.set(maker, [...(makers.get(maker) ?? []), lamp]);
      const isStatic = origins.makers.every((maker) => isSaidPlainly(maker, lamp, graph));
      const isKnown = !origins.hasUnknown && origins.makers.length > 0;
      if (isKnown && isStatic && !tellsOthers(lamp, graph)) candidates.add(lamp);
    }
    this.#makers = makers;
    let count: number;
    do {
      count = candidates.size;
      for (const lamp of candidates) if (!this.#isKept(lamp, candidates)) candidates.delete(lamp);
    } while (candidates.size < count);
    this.#lamps = candidates;
  }

  /** True for a lamp or group whose messages are all said in plain words. */
  isSpokenToPlainly(lamp: FlowNode): boolean {
    return this.#lamps.has(lamp);
  }

  /**
   * Rewrites the payload of a node that sends to lamps, and reports what it says now, or goes on to say.
   *
   * @returns the node itself where nothing changes
   */
  apply(node: FlowNode, report: ImportReport): FlowNode {
    const lamps = this.#makers.get(node);
    if (lamps === undefined) return node;
    const names = lamps.map(describeNode).join(', ');
    if (node.type === 'function') report.add(node, 'different', 'codeSpeaks', { names });
    const command = findCommand(node, lamps);
    if (command === undefined || command.before === command.after) return node;
    const { before, after } = command;
    if (!lamps.every((lamp) => this.#lamps.has(lamp))) {
      report.add(node, 'different', 'stillSays', { before, after });
      return node;
    }
    report.add(node, 'rewritten', 'saysPlainly', { before, after });
    return withPayload(node, command.value);
  }

  /** True where nobody else gets what is rewritten for this lamp. */
  #isKept(lamp: FlowNode, candidates: ReadonlySet<FlowNode>): boolean {
    return this.#graph.originsOf(lamp.id).makers.every((maker) => {
      const command = findCommand(maker, [lamp]);
      if (command === undefined || command.before === command.after) return true;
      const receivers = this.#graph.receiversOf(maker);
      return receivers.every((node) => candidates.has(node) || onlookers.has(node.type));
    });
  }
}

/** True where a node acts on the states of a lamp, which are in the words of its commands. */
const tellsOthers = (lamp: FlowNode, graph: FlowGraph): boolean =>
  graph.isSubflowOutput(lamp.id) ||
  graph.receiversOf(lamp).some(({ type }) => !onlookers.has(type));

/** True for a node whose one message is said in plain words, or asks a lamp for its state by a wire of its own. */
function isSaidPlainly(maker: FlowNode, lamp: FlowNode, graph: FlowGraph): boolean {
  const payload = readStaticPayload(maker);
  if (payload === undefined) return false;
  const isAsking = asks(payload.value, lamp);
  if (isAsking) return graph.sendersOf(lamp.id).includes(maker);
  return translateToPlainWords(payload.value)?.isExact === true;
}

function asks(payload: unknown, lamp: FlowNode): boolean {
  const kind = lampTypes.has(lamp.type) ? commandKinds[lamp.type] : undefined;
  return kind !== undefined && asksHueMagicForState(payload, kind);
}

/** What a node says to lamps, as JSON, and in plain words; undefined for a node that does not always say the same. */
function findCommand(
  maker: FlowNode,
  lamps: readonly FlowNode[],
): { readonly before: string; readonly after: string; readonly value: unknown } | undefined {
  const payload = readStaticPayload(maker);
  if (payload === undefined || lamps.some((lamp) => asks(payload.value, lamp))) return undefined;
  const plain = translateToPlainWords(payload.value);
  if (plain === undefined) return undefined;
  const { value } = plain;
  return { before: JSON.stringify(payload.value), after: JSON.stringify(value), value };
}
