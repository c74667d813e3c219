/** A turn takes a few ms. */
const nodesPerTurn = 200;

let remainingInTurn = nodesPerTurn;
let immediate: NodeJS.Immediate | undefined;
let waiting: (() => void)[] = [];

/**
 * Keeps thousands of nodes from blocking the event loop.
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
