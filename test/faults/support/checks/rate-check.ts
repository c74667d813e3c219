import { getResourceDefinition, isWellFormedResourceTypeName } from '../../../../src/resources';
import type { QueueLaneName } from '../../../../src/resources';
import type { ClientLimits } from '../../../../src/bridge';

/** A request as a server saw it. */
export interface TimedRequest {
  method: string;
  path: string;
  /** ms */
  at: number;
}

const rateNames: Readonly<
  Record<QueueLaneName, 'lampsPerSecond' | 'groupsPerSecond' | 'othersPerSecond'>
> = {
  lamps: 'lampsPerSecond',
  groups: 'groupsPerSecond',
  other: 'othersPerSecond',
};

/**
 * Checks whether the writes of one client kept the rate of their lane, after a
 * burst of one second's worth.
 *
 * @param tolerance ms by which requests may come too early: they bunch when the machine is busy, or when one of
 *   them has to wait for a new connection
 * @returns a description of each violation
 */
export function findRateViolations(
  requests: readonly TimedRequest[],
  limits: ClientLimits,
  tolerance: number,
): string[] {
  const problems: string[] = [];
  for (const lane of ['lamps', 'groups', 'other'] as const) {
    const rate = limits[rateNames[lane]];
    const times = requests.filter((request) => resolveLane(request) === lane).map(({ at }) => at);
    const earlyBy = maxEarliness(times, rate);
    if (earlyBy > tolerance) {
      problems.push(`${times.length} writes to ${lane} came ${Math.round(earlyBy)} ms too early`);
    }
  }
  return problems;
}

/** How much too early the earliest request came, as a leaky bucket of one second's worth sees it; in ms. */
function maxEarliness(times: readonly number[], rate: number): number {
  const spacing = 1_000 / rate;
  const burst = (Math.max(1, rate) - 1) * spacing;
  let expectedAt = -Infinity;
  let maxEarly = 0;
  for (const at of times) {
    maxEarly = Math.max(maxEarly, expectedAt - burst - at);
    expectedAt = Math.max(expectedAt, at) + spacing;
  }
  return maxEarly;
}

function resolveLane({ method, path }: TimedRequest): QueueLaneName | undefined {
  if (method === 'GET') return undefined;
  const [, , , , rtype = ''] = path.split(/[/?]/);
  return isWellFormedResourceTypeName(rtype)
    ? (getResourceDefinition(rtype).lane ?? 'other')
    : undefined;
}
