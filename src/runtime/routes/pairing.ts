import {
  discoverBridges,
  BridgeError,
  detectKeyHeaderName,
  isBridgeError,
  pairWithBridge,
} from '../../bridge';
import type { DiscoveredBridge, DiscoveryOptions, TrustOptions } from '../../bridge';
import { toError } from '../errors';
import { getBridgeDiscoverySettings } from '../package-settings';
import { checkHost, parseHostAndPort } from '../../bridge/address';
import type { DiscoveryProgress, StartedTaskResponse, PairingProgress } from './responses';
import { RouteHttpError, getBodyTextMember } from './serve';
import type { RouteHandler, RouteRequest } from './serve';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Node, NodeAPI } from 'node-red';
import { getBridgeSession } from '../bridge/deployed';
import { getKnownBridgeCertificates } from '../bridge/known-certificates';
import { stageKey, discardStagedKey } from '../bridge/staged-keys';
import { resolveTrust } from '../bridge/open-bridge';

// How a dialog finds a bridge and gets a key from it: two tasks in the background, whose progress the dialog asks for.

export interface BackgroundTask {
  readonly done: boolean;
  stop(): void;
}

/** In ms. */
const resultLifetime = 600_000;

/** Runs one task at a time. The last task stays available until it expires. */
export class BackgroundTaskRunner<Task extends BackgroundTask> {
  #last: { id: string; task: Task } | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;

  /** @param lifetime of a task from its start, in ms */
  constructor(private readonly lifetime = resultLifetime) {}

  get running(): { id: string; task: Task } | undefined {
    return this.#last?.task.done === false ? this.#last : undefined;
  }

  /** Returns undefined while another task runs. */
  start(createTask: (id: string) => Task): string | undefined {
    return this.running === undefined ? this.#start(createTask) : undefined;
  }

  /** Returns the running task, otherwise starts one. */
  join(createTask: (id: string) => Task): string {
    return this.running?.id ?? this.#start(createTask);
  }

  /** Returns undefined if the task has expired. */
  find(id: string): Task | undefined {
    return this.#last?.id === id ? this.#last.task : undefined;
  }

  #start(createTask: (id: string) => Task): string {
    const id = randomUUID();
    this.#last = { id, task: createTask(id) };
    clearTimeout(this.#expiryTimer);
    this.#expiryTimer = setTimeout(() => this.#removeLast(), this.lifetime).unref();
    return id;
  }

  #removeLast(): void {
    this.#last?.task.stop();
    this.#last = undefined;
  }
}

/** In ms. */
const discoveryDuration = 10_000;

interface DiscoveryTask extends BackgroundTask {
  readonly bridges: readonly DiscoveredBridge[];
  readonly error?: Error;
}

const discoveryTasks = new BackgroundTaskRunner<DiscoveryTask>();

/** Joins a running discovery, otherwise starts one. */
export const startDiscoveryRoute: RouteHandler<StartedTaskResponse> = async ({ RED }) => ({
  id: discoveryTasks.join(() => startDiscovery(getBridgeDiscoverySettings(RED))),
});

export const getDiscoveryProgressRoute: RouteHandler<DiscoveryProgress> = async ({ id }) => {
  const { done, bridges, error } = requireDiscovery(id);
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
  requireDiscovery(id).stop();
  return {};
};

function requireDiscovery(id: string): DiscoveryTask {
  const task = discoveryTasks.find(id);
  if (task === undefined) {
    throw new RouteHttpError(404, 'NO_SUCH_SEARCH', 'This search is over. Start a new one.');
  }
  return task;
}

function startDiscovery(settings: DiscoveryOptions): DiscoveryTask {
  const abortController = new AbortController();
  const bridges: DiscoveredBridge[] = [];
  const task: { done: boolean; error?: Error } & Omit<DiscoveryTask, 'done' | 'error'> = {
    bridges,
    done: false,
    stop: () => abortController.abort(),
  };
  discoverBridges({
    ...settings,
    duration: discoveryDuration,
    signal: abortController.signal,
    onFound(bridge) {
      if (checkHost(bridge.host).ok) bridges.push(bridge);
    },
  })
    .catch((error: unknown) => {
      task.error = toError(error);
    })
    .finally(() => {
      task.done = true;
    });
  return task;
}

/** In ms; bridges accept a press of the link button for the same time. */
const pairingTimeout = 30_000;

interface PairingTask extends BackgroundTask {
  progress(): PairingProgress;
}

const pairingTasks = new BackgroundTaskRunner<PairingTask>();

/** Keys from bridges. Node-RED would expand other values, such as `${NAME}`. */
const safeKeyPattern = /^[\w.~+/=-]{1,512}$/;

export const startPairingRoute: RouteHandler<StartedTaskResponse> = async (request) => {
  if (pairingTasks.running !== undefined) throw createPairingInProgressError();
  const { body } = request;
  const { host, port } = parseHostAndPort(body['host'], body['port']);
  const nodeId = parseNodeId(request);
  const trust = await resolvePairingTrust(request, { host, port });
  const id = pairingTasks.start((taskId) =>
    startPairingTask(request.RED, taskId, { nodeId, host, port, trust }),
  );
  if (id === undefined) throw createPairingInProgressError();
  return { id };
};

export const getPairingProgressRoute: RouteHandler<PairingProgress> = async ({ id }) => {
  const task = pairingTasks.find(id);
  if (task === undefined)
    throw new RouteHttpError(404, 'NO_SUCH_PAIRING', 'This pairing is over. Start a new one.');
  return task.progress();
};

/** Also discards the staged key. */
export const stopPairingRoute: RouteHandler = async ({ RED, id }) => {
  pairingTasks.find(id)?.stop();
  discardStagedKey(RED, id);
  return {};
};

interface PairingTaskOptions {
  nodeId: string;
  host: string;
  port: number;
  trust: TrustOptions;
}

function startPairingTask(
  RED: NodeAPI,
  id: string,
  { nodeId, ...bridge }: PairingTaskOptions,
): PairingTask {
  const abortController = new AbortController();
  const { signal } = abortController;
  const endsAt = Date.now() + pairingTimeout;
  let finalProgress: Exclude<PairingProgress, { state: 'waiting' }> | undefined;

  const run = async (): Promise<PairingProgress> => {
    const {
      key,
      fingerprint,
      bridgeId = '',
    } = await pairWithBridge({
      ...bridge,
      instance: getInstanceName(),
      timeout: pairingTimeout,
      signal,
    });
    if (!safeKeyPattern.test(key)) throw createMalformedKeyError();
    const trust = { ...bridge.trust, fingerprint };
    const keyHeader = await detectKeyHeaderName({ ...bridge, trust, key, signal });
    signal.throwIfAborted();
    stageKey(RED, id, { nodeId, key, fingerprint });
    return (finalProgress = { state: 'paired', bridgeId, fingerprint, keyHeader });
  };
  run().catch((thrown: unknown) => {
    const error = toError(thrown);
    const code = isBridgeError(error) ? error.code : 'UNEXPECTED';
    if (code === 'UNEXPECTED' && !signal.aborted) RED.log.error(error.stack ?? error.message);
    finalProgress = signal.aborted
      ? { state: 'cancelled' }
      : { state: 'failed', error: { code, message: error.message } };
  });

  return {
    get done() {
      return finalProgress !== undefined;
    },
    progress: () =>
      finalProgress ?? {
        state: 'waiting',
        secondsLeft: Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)),
      },
    stop: () => abortController.abort(),
  };
}

/**
 * Returns the id of a bridge, or of a node that is not deployed yet.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED for other nodes, whose credentials must not be changed
 */
function parseNodeId({ RED, body }: RouteRequest): string {
  const id = getBodyTextMember(body, 'bridge') ?? '';
  const isId = /^[\w.-]{1,100}$/.test(id) && !Object.hasOwn(Object.prototype, id);
  const deployed: Node | null | undefined = isId ? RED.nodes.getNode(id) : undefined;
  if (isId && (!deployed || getBridgeSession(RED, id) !== undefined)) return id;
  const message =
    'The request names no bridge node that can store the key. Reload the editor and press "Get a key" again.';
  throw new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message);
}

/** Trusts the certificate that the dialog pins, otherwise the stored one of the address. */
async function resolvePairingTrust(
  { RED, body }: RouteRequest,
  address: { host: string; port: number },
): Promise<TrustOptions> {
  const expected = {
    bridgeId: getBodyTextMember(body, 'bridgeId'),
    fingerprint: getBodyTextMember(body, 'fingerprint'),
    caFile: undefined,
  };
  const knownBridges = getKnownBridgeCertificates(RED.settings.userDir);
  // Without `onFirstUse`: only the deploy stores the certificate.
  const { bridgeId, fingerprint } = await resolveTrust({ ...address, ...expected }, knownBridges);
  return {
    ...(bridgeId === undefined ? {} : { bridgeId }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

/** Returns the first label, at most 19 characters (Hue developer documentation, `devicetype`). */
const getInstanceName = (): string =>
  hostname()
    .replace(/\..*|[^\w.-]/gs, '')
    .slice(0, 19) || 'node-red';

const createPairingInProgressError = (): RouteHttpError =>
  new RouteHttpError(
    409,
    'PAIRING_UNDER_WAY',
    'Another dialog is asking a bridge for a key. Try again in half a minute.',
  );

const createMalformedKeyError = (): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_MALFORMED_ANSWER',
    'Could not pair with the bridge: it gave a key that holds characters no key has. Check that the address belongs to a bridge.',
  );
