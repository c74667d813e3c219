import { getResourceDefinition } from '../../../../src/resources/table';
import { isWellFormedResourceTypeName } from '../../../../src/resources/identifiers';
import type { QueueLaneName } from '../../../../src/resources/resource';
import type { ClientLimits } from '../../../../src/bridge';

/** As a server saw it. */
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
 * Checks writes of one client in each lane, after a burst of one second's worth.
 *
 * @param tolerance in ms: requests bunch on a busy machine, or if one waits for a new connection
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

/** Returns ms, by a leaky bucket of one second's worth. */
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
