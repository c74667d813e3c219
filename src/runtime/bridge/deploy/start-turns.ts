/** Nodes that go on in one turn of the event loop once their bridge is open: some ms. */
const nodesPerTurn = 200;

let remainingInTurn = nodesPerTurn;
let immediate: NodeJS.Immediate | undefined;
let waiting: (() => void)[] = [];

/**
 * Lets nodes that start together go on a few at a time, so that thousands of them block nothing else.
 *
 * @returns resolves when it is the turn of the caller: at once for the first ones, in the order of the calls
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
