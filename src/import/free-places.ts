import type { FlowNode } from './flow-nodes';

/** Height of a row and maximum width of a node, in units of the canvas. */
const [row, width] = [40, 200] as const;
/** Maximum distance of a free place, in rows. */
const mostRows = 12;

export class FreePlaces {
  readonly #taken = new Map<string, number[]>();

  constructor(nodes: readonly FlowNode[]) {
    for (const node of nodes) {
      const { x, y } = node;
      if (typeof x === 'number' && typeof y === 'number') this.#take(node, x, y);
    }
  }

  /** Empty for a node without a place. */
  takeBelow(node: FlowNode): { x?: number; y?: number } {
    const { x, y } = node;
    if (typeof x !== 'number' || typeof y !== 'number') return {};
    for (let step = 1; step <= mostRows; step += 1) {
      const below = y + step * row;
      if (!this.#isFree(node, x, below)) continue;
      this.#take(node, x, below);
      return { x, y: below };
    }
    this.#take(node, x, y + row);
    return { x, y: y + row };
  }

  #isFree(node: FlowNode, x: number, y: number): boolean {
    return [-1, 0, 1].every((neighbour) =>
      (this.#taken.get(toKey(node, y + neighbour * (row / 2))) ?? []).every(
        (taken) => Math.abs(taken - x) >= width,
      ),
    );
  }

  #take(node: FlowNode, x: number, y: number): void {
    const key = toKey(node, y);
    const taken = this.#taken.get(key);
    if (taken === undefined) this.#taken.set(key, [x]);
    else taken.push(x);
  }
}

const toKey = ({ z }: FlowNode, y: number): string => `${Math.round(y / (row / 2))}|${String(z)}`;
