/** Nodes that continue in one turn of the event loop after their bridge is open; a turn takes a few ms. */
const nodesPerTurn = 200;

let remainingInTurn = nodesPerTurn;
let immediate: NodeJS.Immediate | undefined;
let waiting: (() => void)[] = [];

/**
 * Lets a limited number of nodes continue per turn, so that thousands of nodes do not block the event loop.
 *
 * @returns resolves in the order of the calls; at once for the first calls of a turn
 */
export function waitForNodeStartTurn(): Promise<void> {
  immediate ??= setImmediate(runTurn);
  if (remainingInTurn > 0) {
    remainingInTurn -= 1;
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

function runTurn(): void {
  const next = waiting.slice(0, nodesPerTurn);
  waiting = waiting.slice(nodesPerTurn);
  remainingInTurn = nodesPerTurn - next.length;
  immediate = next.length > 0 ? setImmediate(runTurn) : undefined;
  for (const goOn of next) goOn();
}
