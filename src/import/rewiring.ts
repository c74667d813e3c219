import type { Conversion, WireEnd } from './conversion';
import { redirectSubflow } from './flow-graph';
import type { FlowGraph } from './flow-graph';
import { describeNode, readText, readWires } from './flow-nodes';
import type { FlowNode } from './flow-nodes';
import type { ImportReport } from './report';

const groupMargin = 41;

export class Rewiring {
  readonly #outputs = new Map<string, NonNullable<Conversion['movedTo']>>();
  /** For each sender, its old receivers with the new ones. */
  readonly #redirected = new Map<string, Map<string, WireEnd>>();
  readonly #added = new Map<string, FlowNode[]>();
  readonly #graph: FlowGraph;
  readonly #report: ImportReport;

  constructor(
    conversions: ReadonlyMap<FlowNode, Conversion>,
    graph: FlowGraph,
    report: ImportReport,
  ) {
    this.#graph = graph;
    this.#report = report;
    for (const [node, { nodes, movedTo, redirected }] of conversions) {
      if (movedTo !== undefined) this.#outputs.set(node.id, movedTo);
      for (const [sender, end] of redirected ?? []) {
        const targets = this.#redirected.get(sender) ?? new Map<string, WireEnd>();
        this.#redirected.set(sender, targets.set(node.id, end));
      }
      const group = readText(node, 'g');
      const added = nodes.slice(1);
      if (group !== '' && added.length > 0)
        this.#added.set(group, [...(this.#added.get(group) ?? []), ...added]);
    }
  }

  /**
   * @param origin old node
   * @returns the node itself if nothing changes
   */
  apply(node: FlowNode, origin: FlowNode): FlowNode {
    if (node.type === 'subflow') return this.#redirectOutputs(node);
    if (node.type === 'group') return this.#growGroup(node);
    return this.#redirectWires(node, origin);
  }

  #redirectWires(node: FlowNode, origin: FlowNode): FlowNode {
    const targets = this.#redirected.get(origin.id);
    if (targets === undefined) return node;
    if (!readWires(node).some((ids) => ids.some((id) => targets.has(id)))) return node;
    for (const [id, end] of targets) {
      const name = describeNode(this.#graph.get(id) ?? origin);
      if ('removed' in end) this.#report.add(origin, 'different', end.removed, { name });
      else this.#report.add(origin, 'rewritten', 'asksPollNow', { name });
    }
    const wires = readWires(node).map((ids) =>
      ids.flatMap((id) => {
        const end = targets.get(id);
        if (end === undefined) return [id];
        return 'id' in end ? [end.id] : [];
      }),
    );
    return { ...node, wires };
  }

  #redirectOutputs(subflow: FlowNode): FlowNode {
    const moved = redirectSubflow(subflow, ({ id, port }) => this.#outputs.get(id)?.(port));
    if (moved !== subflow) this.#report.add(subflow, 'rewritten', 'subflowOutputs');
    return moved;
  }

  #growGroup(group: FlowNode): FlowNode {
    const added = this.#added.get(group.id);
    const { y, h } = group;
    const nodes: unknown = group['nodes'];
    if (added === undefined || !Array.isArray(nodes)) return group;
    const names = added.map(describeNode).join(', ');
    this.#report.add(group, 'rewritten', 'groupGrown', { names });
    const lowest = Math.max(0, ...added.map((node) => Number(node['y']) || 0));
    const grown =
      typeof y === 'number' && typeof h === 'number'
        ? { h: Math.max(h, lowest - y + groupMargin) }
        : {};
    const ids = nodes.map((id: unknown) => id);
    return { ...group, nodes: [...ids, ...added.map(({ id }) => id)], ...grown };
  }
}
