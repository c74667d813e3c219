import type { HomeItem } from '../../../runtime/home/home-item';
import { addNodeForItem, setItemAsTarget } from './change-flows';

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
