import { on } from 'node:events';
import type { Home, HomeChange } from '../../src/simulator';

/** Waits until the home is as it should be, looking again after every change. */
export async function waitFor(home: Home, holds: () => boolean): Promise<void> {
  if (holds()) return;
  for await (const _changes of on(home, 'change', { signal: AbortSignal.timeout(5_000) })) {
    if (holds()) return;
  }
}

/** Writes down every change of one resource while something happens. */
export async function changesDuring(
  home: Home,
  rid: string,
  happens: () => Promise<unknown>,
): Promise<HomeChange[]> {
  const changes: HomeChange[] = [];
  const note = (change: HomeChange): void => {
    if (change.resource.id === rid) changes.push(change);
  };
  home.on('change', note);
  await happens();
  home.off('change', note);
  return changes;
}
