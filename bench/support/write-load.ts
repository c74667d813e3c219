import { pause, monotonicNow } from './clock';
import type { SimulatorProcess } from './simulator-process';
import type { RequestArrival } from './simulator-protocol';

/**
 * Spreads calls evenly over `duration`, in ms.
 *
 * @returns the time of the last call on the shared clock
 */
export async function sendEvenly(
  count: number,
  duration: number,
  send: (index: number) => void,
): Promise<number> {
  const began = monotonicNow();
  let sent = 0;
  while (sent < count) {
    const dueCount = Math.min(count, 1 + Math.floor(((monotonicNow() - began) / duration) * count));
    for (; sent < dueCount; sent += 1) send(sent);
    if (sent < count) await pause(1);
  }
  return monotonicNow();
}

/** Waits until no PUT arrives for two seconds; half a minute at most. */
export async function collectWritesUntilIdle(
  simulator: SimulatorProcess,
): Promise<RequestArrival[]> {
  const writes: RequestArrival[] = [];
  const end = monotonicNow() + 30_000;
  let idleSince = monotonicNow();
  while (monotonicNow() - idleSince < 2_000 && monotonicNow() < end) {
    await pause(100);
    const newWrites = (await simulator.arrivals()).filter(({ method }) => method === 'PUT');
    if (newWrites.length > 0) idleSince = monotonicNow();
    writes.push(...newWrites);
  }
  return writes;
}
