import { discoverBridges } from '../../bridge';
import type { DiscoveredBridge, DiscoveryOptions } from '../../bridge';
import { checkHost } from '../../bridge/address/bridge-address';
import { toError } from '../settings/node-errors';
import { getBridgeDiscoverySettings } from '../settings/package-settings';
import { BackgroundTaskRunner } from './background-tasks';
import type { BackgroundTask } from './background-tasks';
import type { DiscoveryProgress, StartedTaskResponse } from './route-responses';
import { RouteHttpError } from './route-handler';
import type { RouteHandler } from './route-handler';

/** In ms. */
const discoveryDuration = 10_000;

interface DiscoveryTask extends BackgroundTask {
  readonly bridges: readonly DiscoveredBridge[];
  readonly error: Error | undefined;
}

const discoveryTasks = new BackgroundTaskRunner<DiscoveryTask>();

/** Joins a running discovery, otherwise starts one. */
export const startDiscoveryRoute: RouteHandler<StartedTaskResponse> = async ({ RED }) => ({
  id: discoveryTasks.join(() => startTask(getBridgeDiscoverySettings(RED))),
});

export const getDiscoveryProgressRoute: RouteHandler<DiscoveryProgress> = async ({ id }) => {
  const { done, bridges, error } = requireTask(id);
  if (error !== undefined) throw error;
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

/** Keeps the result available. */
export const stopDiscoveryRoute: RouteHandler = async ({ id }) => {
  requireTask(id).stop();
  return {};
};

function requireTask(id: string): DiscoveryTask {
  const task = discoveryTasks.find(id);
  if (task === undefined) {
    throw new RouteHttpError(404, 'NO_SUCH_SEARCH', 'This search is over. Start a new one.');
  }
  return task;
}

function startTask(settings: DiscoveryOptions): DiscoveryTask {
  const abortController = new AbortController();
  const bridges: DiscoveredBridge[] = [];
  const state: { done: boolean; error?: Error } = { done: false };
  const onFound = (bridge: DiscoveredBridge): void => {
    if (checkHost(bridge.host).ok) bridges.push(bridge);
  };
  discoverBridges({
    ...settings,
    duration: discoveryDuration,
    signal: abortController.signal,
    onFound,
  })
    .catch((error: unknown) => {
      state.error = toError(error);
    })
    .finally(() => {
      state.done = true;
    });
  return {
    bridges,
    get done() {
      return state.done;
    },
    get error() {
      return state.error;
    },
    stop: () => abortController.abort(),
  };
}
