import { definitionOf, isResourceType } from '../../../src/resources';
import type { Lane } from '../../../src/resources';
import type { Limits } from '../../../src/bridge';

/** A request as a server saw it. */
export interface TimedRequest {
  method: string;
  path: string;
  /** ms */
  at: number;
}

const rates: Readonly<Record<Lane, 'lampsPerSecond' | 'groupsPerSecond' | 'othersPerSecond'>> = {
  lamps: 'lampsPerSecond',
  groups: 'groupsPerSecond',
  other: 'othersPerSecond',
};

/**
 * Looks whether the writes of one client kept its pace: no more than the rate of their lane, after a
 * burst of one second's worth.
 *
 * @param slack ms by which requests may come too early: they bunch when the machine is busy, or when one of
 *   them has to wait for a new connection
 * @returns what broke it, in words
 */
export function paceProblems(
  requests: readonly TimedRequest[],
  limits: Limits,
  slack: number,
): string[] {
  const problems: string[] = [];
  for (const lane of ['lamps', 'groups', 'other'] as const) {
    const rate = limits[rates[lane]];
    const times = requests.filter((request) => laneOf(request) === lane).map(({ at }) => at);
    const early = earliness(times, rate);
    if (early > slack) {
      problems.push(`${times.length} writes to ${lane} came ${Math.round(early)} ms too early`);
    }
  }
  return problems;
}

/** How much too early the earliest request came, as a leaky bucket of one second's worth sees it; in ms. */
function earliness(times: readonly number[], rate: number): number {
  const spacing = 1_000 / rate;
  const burst = (Math.max(1, rate) - 1) * spacing;
  let due = -Infinity;
  let most = 0;
  for (const at of times) {
    most = Math.max(most, due - burst - at);
    due = Math.max(due, at) + spacing;
  }
  return most;
}

function laneOf({ method, path }: TimedRequest): Lane | undefined {
  if (method === 'GET') return undefined;
  const [, , , , rtype = ''] = path.split(/[/?]/);
  return isResourceType(rtype) ? definitionOf(rtype).lane : undefined;
}
