import { asksHueMagicForState, commandKinds } from './convert-commands';
import type { FlowGraph } from './flow-graph';
import type { FlowNode } from './flow-nodes';
import { translateToPlainWords } from './plain-words';
import type { ImportReport } from './report';
import { readStaticPayload, withPayload } from './static-messages';

const lampTypes: ReadonlySet<string> = new Set(['hue-light', 'hue-group']);

/** A lamp or a group of HueMagic. */
export const isLamp = ({ type }: FlowNode): boolean => lampTypes.has(type);

/** These nodes only show messages. */
const onlookers: ReadonlySet<string> = new Set(['debug']);

export class PlainMessages {
  readonly #graph: FlowGraph;
  readonly #lamps: ReadonlySet<FlowNode>;
  /** Nodes that send to imported lamps or groups, with these. */
  readonly #makers: ReadonlyMap<FlowNode, readonly FlowNode[]>;

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

  getsOnlyPlainWords(lamp: FlowNode): boolean {
    return this.#lamps.has(lamp);
  }

  /**
   * Rewrites the payload of a node that sends to lamps, and reports it.
   *
   * @returns the node itself if nothing changes
   */
  apply(node: FlowNode, report: ImportReport): FlowNode {
    const lamps = this.#makers.get(node);
    if (lamps === undefined) return node;
    const command = findCommand(node, lamps);
    if (command === undefined || command.before === command.after) return node;
    const { before, after } = command;
    // A lamp in the format of HueMagic understands the message as it is.
    if (!lamps.every((lamp) => this.#lamps.has(lamp))) return node;
    report.add(node, 'rewritten', 'saysPlainly', { before, after });
    return withPayload(node, command.value);
  }

  /** True if rewritten messages reach only `candidates` and nodes that show messages. */
  #isKept(lamp: FlowNode, candidates: ReadonlySet<FlowNode>): boolean {
    return this.#graph.originsOf(lamp.id).makers.every((maker) => {
      const command = findCommand(maker, [lamp]);
      if (command === undefined || command.before === command.after) return true;
      const receivers = this.#graph.receiversOf(maker);
      return receivers.every((node) => candidates.has(node) || onlookers.has(node.type));
    });
  }
}

/** True if a node acts on the states of a lamp, which have the format of its commands. */
const tellsOthers = (lamp: FlowNode, graph: FlowGraph): boolean =>
  graph.isSubflowOutput(lamp.id) ||
  graph.receiversOf(lamp).some(({ type }) => !onlookers.has(type));

/** True if the one message of a node is plain words, or asks a lamp for its state by a wire of its own. */
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

/** The command as JSON and in plain words; undefined for a node whose command varies. */
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
