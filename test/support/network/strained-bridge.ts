import { createServer } from 'node:net';
import {
  listenOnLoopback,
  respondAsBridge,
  respondWith,
  startScriptedBridge,
} from './scripted-bridge';
import { waitUntil } from '../wait-until';
import type { ResponseScript, ScriptedBridge } from './scripted-bridge';

/** Answers all other requests. */
export function leaveUnanswered(rids: Iterable<string>): ResponseScript {
  const unanswered = new Set(rids);
  return (seen, response) => {
    if (!unanswered.has(seen.path.split('/').at(-1) ?? '')) respondAsBridge(seen, response);
  };
}

/**
 * Takes `rate` writes a second, after a burst of one second's worth.
 *
 * @param statuses of refusals, in turn
 */
export function refuseBeyond(rate: number, statuses: readonly number[]): ResponseScript {
  let tokens = rate;
  let refilledAt = performance.now();
  let refused = 0;
  return (seen, response) => {
    if (seen.method === 'GET') return respondAsBridge(seen, response);
    tokens = Math.min(rate, tokens + ((seen.at - refilledAt) * rate) / 1_000);
    refilledAt = seen.at;
    if (tokens >= 1) {
      tokens -= 1;
      return respondAsBridge(seen, response);
    }
    refused += 1;
    return respondWith(statuses[refused % statuses.length] ?? 429)(seen, response);
  };
}

/** Answers 503 for `duration` ms, then as a bridge. */
export function refuseFor(duration: number): ResponseScript {
  const end = performance.now() + duration;
  return (seen, response) => (seen.at < end ? respondWith(503) : respondAsBridge)(seen, response);
}

/** Finds a port of loopback. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return port;
}

/**
 * Clients wait for the bridge.
 *
 * @returns also the ms until the first request beyond the check for the bridge
 */
export async function measureReturn(
  port: number,
): Promise<{ bridge: ScriptedBridge; took: number }> {
  const bridge = await startScriptedBridge({ port });
  const startedAt = performance.now();
  const findRequest = (): number | undefined =>
    bridge.requests.find(({ path }) => !path.endsWith('/bridge'))?.at;
  await waitUntil('a request of the flows', () => findRequest() !== undefined);
  return { bridge, took: (findRequest() ?? Infinity) - startedAt };
}
