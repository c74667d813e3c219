import { pause, sharedNow } from './clock';
import type { SimulatorProcess } from './simulator-process';
import type { Arrival } from './simulator-protocol';

/**
 * Calls evenly, so many times in so many ms.
 *
 * @returns when the last call was made, on the shared clock
 */
export async function sendEvenly(
  count: number,
  duration: number,
  send: (index: number) => void,
): Promise<number> {
  const began = sharedNow();
  let sent = 0;
  while (sent < count) {
    const due = Math.min(count, 1 + Math.floor(((sharedNow() - began) / duration) * count));
    for (; sent < due; sent += 1) send(sent);
    if (sent < count) await pause(1);
  }
  return sharedNow();
}

/** The PUTs at the bridge, until none has come for two seconds; at most for half a minute. */
export async function writesUntilQuiet(simulator: SimulatorProcess): Promise<Arrival[]> {
  const writes: Arrival[] = [];
  const end = sharedNow() + 30_000;
  let quietSince = sharedNow();
  while (sharedNow() - quietSince < 2_000 && sharedNow() < end) {
    await pause(100);
    const fresh = (await simulator.arrivals()).filter(({ method }) => method === 'PUT');
    if (fresh.length > 0) quietSince = sharedNow();
    writes.push(...fresh);
  }
  return writes;
}
