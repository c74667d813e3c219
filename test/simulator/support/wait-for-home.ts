import { on } from 'node:events';
import type { SimulatedHome, SimulatedHomeChange } from '../../../src/simulator';

/** Waits until the home is as it should be, looking again after every change. */
export async function waitForHome(home: SimulatedHome, condition: () => boolean): Promise<void> {
  if (condition()) return;
  for await (const _changes of on(home, 'change', { signal: AbortSignal.timeout(30_000) })) {
    if (condition()) return;
  }
}

/** Writes down every change of one resource while something happens. */
export async function collectChanges(
  home: SimulatedHome,
  rid: string,
  action: () => Promise<unknown>,
): Promise<SimulatedHomeChange[]> {
  const changes: SimulatedHomeChange[] = [];
  const recordChange = (change: SimulatedHomeChange): void => {
    if (change.resource.id === rid) changes.push(change);
  };
  home.on('change', recordChange);
  await action();
  home.off('change', recordChange);
  return changes;
}
