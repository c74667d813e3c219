import type { HomeItem } from '../../runtime/home/home-item';
import { copyText, notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import { selectNodeType, toPressSettings, toTargetSettings } from './node-targets';
import type { TargetSettings } from './node-targets';

type Settings = Readonly<Record<string, JsonValue>>;

/** In units of the canvas. */
interface Position {
  readonly x: number;
  readonly y: number;
}

/** Distance between added nodes. */
const rowHeight = 60;

const toSettings = (bridgeId: string, target: TargetSettings): Settings => ({
  bridge: bridgeId,
  bridgeFromMessage: false,
  targetType: 'resource',
  targetBridges: [],
  ...target,
});

const canChangeFlow = (): boolean => {
  if (!RED.workspaces.isLocked()) return true;
  notify(translateShared('home.locked'), 'warning');
  return false;
};

function setSettings(node: RegisteredNode, settings: Settings): void {
  for (const [name, value] of Object.entries(settings))
    if (node._def.defaults[name] !== undefined) node[name] = value;
}

/**
 * Adds a node; one undo removes it.
 *
 * @param position centre of the node; by default a free place in the middle of the view
 */
export function addNodeForItem(bridgeId: string, item: HomeItem, position?: Position): void {
  const type = selectNodeType(item);
  const target = toTargetSettings(type, item);
  if (target === undefined || !canChangeFlow()) return;
  const { node, historyEvent } = RED.view.createNode(type);
  setSettings(node, { ...toSettings(bridgeId, target), ...toPressSettings(node, item) });
  RED.nodes.add(node);
  const [width, height] = RED.view.calculateNodeDimensions(node);
  const { x, y } = position ?? findFreePosition();
  // Nodes at the edges must be seen whole.
  const place = { x: Math.max(x, width / 2), y: Math.max(y, height / 2) };
  Object.assign(node, { w: width, h: height, ...place });
  const offset = RED.view.tools.calculateGridSnapOffsets(node);
  Object.assign(node, { x: place.x - offset.x, y: place.y - offset.y });
  RED.history.push(historyEvent);
  RED.editor.validateNode(node);
  RED.nodes.dirty(true);
  RED.view.redraw(true);
  RED.view.select({ nodes: [node] });
}

function findFreePosition(): Position {
  const chart = document.querySelector('#red-ui-workspace-chart');
  const scale = RED.view.scale();
  const x = ((chart?.scrollLeft ?? 0) + (chart?.clientWidth ?? 0) / 2) / scale;
  let y = ((chart?.scrollTop ?? 0) + (chart?.clientHeight ?? 0) / 3) / scale;
  const nodes = RED.nodes.filterNodes({ z: RED.workspaces.active() });
  const isTaken = (): boolean =>
    nodes.some(
      (node) =>
        Math.abs(Number(node['x']) - x) < 2 * rowHeight &&
        Math.abs(Number(node['y']) - y) < rowHeight * 0.75,
    );
  while (isTaken()) y += rowHeight;
  return { x, y };
}

/** Changes a node that can use the item. One undo takes that back. */
function setItemAsTarget(node: RegisteredNode, bridgeId: string, item: HomeItem): void {
  if (!canChangeFlow()) return;
  const target = toTargetSettings(node.type, item);
  if (target === undefined) {
    notify(translateShared('home.doesNotFit', { name: item.name }), 'warning');
    return;
  }
  const settings = { ...toSettings(bridgeId, target), ...toPressSettings(node, item) };
  changeSettings([{ node, settings }]);
}

/** One undo takes all changes back. */
export function changeSettings(
  changes: readonly { readonly node: RegisteredNode; readonly settings: Settings }[],
): void {
  const dirty = RED.nodes.dirty();
  const events = changes.map(({ node, settings }): HistoryEvent => {
    const names = Object.keys(settings).filter((name) => node._def.defaults[name] !== undefined);
    const before = Object.fromEntries(names.map((name) => [name, node[name]]));
    const changed = node.changed === true;
    RED.nodes.updateConfigNodeUsers(node, { action: 'remove' });
    setSettings(node, settings);
    RED.nodes.updateConfigNodeUsers(node, { action: 'add' });
    node.changed = true;
    node.dirty = true;
    node['resize'] = true;
    RED.editor.validateNode(node);
    RED.events.emit('nodes:change', node);
    return { t: 'edit', node, changes: before, changed, dirty };
  });
  RED.history.push({ t: 'multi', events, dirty });
  RED.nodes.dirty(true);
  RED.view.redraw(true);
}

/** Copies a light node that also sends the states of the lamp, ready to paste or import. */
export function copyLightAsFlow(bridgeId: string, item: HomeItem, button: JQuery): void {
  const target = toTargetSettings('bridge-light', item);
  if (target === undefined) return;
  const { node } = RED.view.createNode('bridge-light');
  setSettings(node, { ...toSettings(bridgeId, target), changes: 'value', outputs: 2 });
  const settings = Object.fromEntries(
    Object.keys(node._def.defaults).map((name) => [name, node[name]]),
  );
  const debugId = RED.nodes.id();
  const flow = [
    {
      ...settings,
      id: node.id,
      type: node.type,
      z: '',
      x: 180,
      y: 80,
      wires: [[], [debugId]],
    },
    {
      id: debugId,
      type: 'debug',
      z: '',
      name: '',
      active: true,
      tosidebar: true,
      complete: 'payload',
      targetType: 'msg',
      x: 400,
      y: 100,
      wires: [],
    },
  ];
  copyText(JSON.stringify(flow), button);
}

/** Node-RED imports dropped text as flows. */
const dragType = 'application/x-lighting-bridge-item';

/** Browsers do not report the end of a drag if the element was redrawn. */
let dragged: { bridgeId: string; item: HomeItem } | undefined;

export function startItemDrag(bridgeId: string, item: HomeItem, event: DragEvent): void {
  if (event.dataTransfer === null) return;
  dragged = { bridgeId, item };
  event.dataTransfer.setData(dragType, item.id);
  event.dataTransfer.effectAllowed = 'copy';
}

/** A drop adds a node, or sets the target of the node below it. */
export function acceptItemDrops(): void {
  const chart = document.querySelector<HTMLElement>('#red-ui-workspace-chart');
  if (chart === null) return;
  let marked: Element | undefined;
  const mark = (element: Element | undefined): void => {
    marked?.classList.remove('lighting-bridge-drop-target');
    element?.classList.add('lighting-bridge-drop-target');
    marked = element;
  };
  chart.addEventListener('dragover', (event) => {
    if (!isItemDrag(event) || RED.workspaces.isLocked()) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    mark(findNodeElement(event));
  });
  chart.addEventListener('dragleave', () => mark(undefined));
  document.addEventListener('dragend', () => {
    mark(undefined);
    dragged = undefined;
  });
  chart.addEventListener('drop', (event) => {
    if (dragged === undefined || !isItemDrag(event)) return;
    event.preventDefault();
    const { bridgeId, item } = dragged;
    dragged = undefined;
    mark(undefined);
    const nodeId = findNodeElement(event)?.id;
    const node = nodeId === undefined ? undefined : RED.nodes.node(nodeId);
    if (node?._def.defaults['target'] !== undefined && node.type.startsWith('bridge-'))
      setItemAsTarget(node, bridgeId, item);
    else addNodeForItem(bridgeId, item, toCanvasPosition(chart, event));
  });
}

const isItemDrag = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes(dragType) === true;

const findNodeElement = ({ target }: Event): Element | undefined =>
  (target instanceof Element ? target.closest('.red-ui-flow-node-group') : null) ?? undefined;

function toCanvasPosition(chart: HTMLElement, event: DragEvent): { x: number; y: number } {
  const { left, top } = chart.getBoundingClientRect();
  const scale = RED.view.scale();
  return {
    x: (event.clientX - left + chart.scrollLeft) / scale,
    y: (event.clientY - top + chart.scrollTop) / scale,
  };
}
