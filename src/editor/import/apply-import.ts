import { isFlowNode, readText } from '../../import/flow';
import type { FlowNode } from '../../import/flow';
import { bridgeType } from '../picker/flow-bridges';

/** Includes nodes that are not deployed. */
export const readWorkspace = (): readonly FlowNode[] => RED.nodes.createCompleteNodeSet();

/** Includes the nodes of selected groups. */
export function listSelectedIds(): ReadonlySet<string> {
  const selected = RED.view.selection().nodes ?? [];
  return new Set(
    selected.flatMap((node) =>
      node.type === 'group'
        ? [node.id, ...RED.group.getNodes(node, true).map(({ id }) => id)]
        : [node.id],
    ),
  );
}

export const selectBridgeNodes = (workspace: readonly FlowNode[]): readonly FlowNode[] =>
  workspace.filter(({ type }) => type === bridgeType);

/**
 * Replaces all flows without a deploy; one undo takes it back.
 *
 * @param before from `readWorkspace`
 */
export function replaceWorkspace(before: readonly FlowNode[], after: readonly FlowNode[]): void {
  const unchanged = new Set(before);
  const ids = new Set(after.filter((node) => !unchanged.has(node)).map(({ id }) => id));
  const changed: Record<string, boolean> = {};
  const moved: Record<string, boolean> = {};
  for (const { id } of before) {
    const node = RED.nodes.node(id);
    if (node?.changed === true) changed[id] = true;
    if (node?.moved === true) moved[id] = true;
  }
  const tab = RED.workspaces.active();
  const rev = RED.nodes.version();
  RED.history.push({
    t: 'replace',
    config: structuredClone(before),
    changed,
    moved,
    complete: true,
    dirty: RED.nodes.dirty(),
    rev,
  });
  RED.nodes.clear();
  const { nodes } = RED.nodes.import(structuredClone(after));
  RED.nodes.version(rev);
  for (const node of nodes) {
    if (ids.has(node.id) || changed[node.id] === true) node.changed = true;
    if (moved[node.id] === true) node.moved = true;
    RED.editor.validateNode(node);
  }
  RED.nodes.dirty(true);
  RED.palette.refresh();
  RED.workspaces.refresh();
  RED.workspaces.show(tab, true);
  RED.sidebar.config.refresh();
  RED.view.select({ nodes: nodes.filter(({ id, z }) => ids.has(id) && z === tab) });
  RED.view.redraw(true);
}

/** If any id is taken, all nodes get new ids. */
export function addToWorkspace(flows: readonly FlowNode[]): void {
  const isTaken = flows.some(
    ({ id }) =>
      RED.nodes.node(id) ?? RED.nodes.workspace(id) ?? RED.nodes.subflow(id) ?? RED.nodes.group(id),
  );
  const tabs = new Set(
    flows.filter(({ type }) => type === 'tab' || type === 'subflow').map(({ id }) => id),
  );
  const hasHome = flows.every(
    (node) => typeof node['x'] !== 'number' || tabs.has(readText(node, 'z')),
  );
  RED.view.importNodes(structuredClone(flows), { generateIds: isTaken, addFlow: !hasHome });
  const newTab = RED.nodes.getWorkspaceOrder().at(-1);
  if (flows.some(({ type }) => type === 'tab') && newTab !== undefined) RED.workspaces.show(newTab);
}

/** @param flows of any shape */
export const listImportedNodes = (flows: unknown): readonly FlowNode[] => {
  const entries: unknown =
    typeof flows === 'object' && flows !== null && 'flows' in flows ? flows.flows : flows;
  return Array.isArray(entries) ? entries.filter(isFlowNode) : [];
};
