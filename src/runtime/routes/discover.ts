import { discoverBridges } from '../../bridge';
import type { DiscoveredBridge, DiscoveryOptions } from '../../bridge';
import { checkHost } from '../../bridge/trust/host';
import { asError } from '../command-error';
import { discoverySettings } from '../discovery-settings';
import { RouteJobs } from '../route-jobs';
import type { RouteJob } from '../route-jobs';
import type { SearchProgress, StartedJob } from './answers';
import { RouteRefusal } from './route';
import type { RouteHandler } from './route';

/** How long a search lasts, in ms. */
const duration = 10_000;

/** A search for bridges, and what it has found so far. */
interface Search extends RouteJob {
  readonly bridges: readonly DiscoveredBridge[];
  readonly problem: Error | undefined;
}

const searches = new RouteJobs<Search>();

/** Starts a search for bridges on the local network, or joins the one that is under way. */
export const startDiscovery: RouteHandler<StartedJob> = async ({ RED }) => ({
  id: searches.join(() => search(discoverySettings(RED))),
});

/** What a search has found so far. */
export const showDiscovery: RouteHandler<SearchProgress> = async (_context, _body, id) => {
  const { done, bridges, problem } = found(id);
  if (problem !== undefined) throw problem;
  return {
    done,
    bridges: bridges.map(({ name, model = '', host, port, bridgeId = '' }) => ({
      name,
      model,
      host,
      port,
      bridgeId,
    })),
  };
};

/** Ends a search; what it has found can still be asked for. */
export const stopDiscovery: RouteHandler = async (_context, _body, id) => {
  found(id).stop();
  return {};
};

function found(id: string): Search {
  const job = searches.find(id);
  if (job === undefined) {
    throw new RouteRefusal(404, 'NO_SUCH_SEARCH', 'This search is over. Start a new one.');
  }
  return job;
}

function search(settings: DiscoveryOptions): Search {
  const stopping = new AbortController();
  const bridges: DiscoveredBridge[] = [];
  const state: { done: boolean; problem?: Error } = { done: false };
  const onFound = (bridge: DiscoveredBridge): void => {
    if (checkHost(bridge.host).ok) bridges.push(bridge);
  };
  discoverBridges({ ...settings, duration, signal: stopping.signal, onFound })
    .catch((error: unknown) => {
      state.problem = asError(error);
    })
    .finally(() => {
      state.done = true;
    });
  return {
    bridges,
    get done() {
      return state.done;
    },
    get problem() {
      return state.problem;
    },
    stop: () => stopping.abort(),
  };
}
