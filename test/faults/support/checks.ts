import { validateWriteBody } from '../../../src/resources/check-body';
import { idPattern, isWellFormedResourceTypeName } from '../../../src/resources/identifiers';
import { getResourceDefinition } from '../../../src/resources/table';
import type { QueueLaneName } from '../../../src/resources/resource';
import type { ClientLimits } from '../../../src/bridge';
import { inspect } from 'node:util';

/** As a server received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  body: string;
}

const resourcePath = /^\/clip\/v2\/resource(?:\/([a-z][a-z0-9_]*)(?:\/([^/?#]+))?)?$/;

/**
 * Finds requests that the service does not define.
 *
 * @returns one sentence for each
 */
export const findInvalidRequests = (requests: readonly ReceivedRequest[]): string[] =>
  requests.flatMap((request) => {
    const problem = checkRequest(request);
    return problem === undefined ? [] : [`${request.method} ${request.path}: ${problem}`];
  });

function checkRequest({ method, path, body }: ReceivedRequest): string | undefined {
  if (path === '/eventstream/clip/v2') return undefined;
  const parts = resourcePath.exec(path);
  if (parts === null) return 'no path of the service';
  const [, rtype, rid] = parts;
  if (rtype !== undefined && !isWellFormedResourceTypeName(rtype)) return 'no type of the service';
  if (rid !== undefined && !idPattern.test(rid)) return 'no id';
  if (method === 'GET' || method === 'DELETE') return body === '' ? undefined : 'a body';
  if (rtype === undefined) return 'no type';
  const content: unknown = JSON.parse(body);
  const operation = method === 'POST' ? 'create' : 'update';
  return validateWriteBody(rtype, operation, content).ok
    ? undefined
    : `a body that is not one: ${body}`;
}

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

/** Searches all that people, logs or other machines could see. */
export class KeyLeakDetector {
  readonly #key: string;
  readonly #leaks = new Set<string>();
  #seen = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** Where the key was found. */
  get leaks(): readonly string[] {
    return [...this.#leaks];
  }

  /** Number of searched values. */
  get seen(): number {
    return this.#seen;
  }

  /**
   * @param location such as "a status"
   * @param value text, or anything that can be inspected
   */
  check(location: string, value: unknown): void {
    this.#seen += 1;
    const text = typeof value === 'string' ? value : toText(value);
    if (text.includes(this.#key)) this.#leaks.add(location);
  }
}

function toText(value: unknown): string {
  if (value instanceof Error) return `${value.stack} ${toText(value.cause)}`;
  try {
    return inspect(value, {
      depth: 8,
      maxArrayLength: 200,
      maxStringLength: 20_000,
      customInspect: false,
    });
  } catch (error) {
    return String(error);
  }
}

/**
 * Counts by kind. Those that come and go by themselves, such as the process's own channel, are the same before and
 * after.
 */
export function countActiveResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Takes the larger count of each kind. */
export const takeLargerCounts = (
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map(
    [...one, ...other].map(([kind]) => [kind, Math.max(one.get(kind) ?? 0, other.get(kind) ?? 0)]),
  );

/** Returns undefined without growth. `tolerance` also applies to new kinds. */
export function describeGrowth(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  tolerance = 0,
): string | undefined {
  const increased = [...after].filter(
    ([kind, count]) => count > (before.get(kind) ?? 0) + tolerance,
  );
  if (increased.length === 0) return undefined;
  return increased
    .map(([kind, count]) => `${kind}: ${before.get(kind) ?? 0} → ${count}`)
    .join(', ');
}

/** Counts listeners of all events. */
export const countListeners = (emitter: {
  eventNames(): (string | symbol)[];
  listenerCount(name: string | symbol): number;
}): number => emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

/**
 * Reports texts and passes them on.
 *
 * @returns restores the streams
 */
export function interceptOutput(onText: (text: string) => void): () => void {
  const restores = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      onText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      const callback = rest.at(-1);
      return write(chunk, (error) => {
        if (typeof callback === 'function') Reflect.apply(callback, undefined, [error]);
      });
    };
    return () => {
      stream.write = write;
    };
  });
  return () => {
    for (const restore of restores) restore();
  };
}
