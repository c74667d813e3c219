import { hostname } from 'node:os';
import type { Node, NodeAPI } from 'node-red';
import { BridgeError, detectKeyHeaderName, isBridgeError, pairWithBridge } from '../../bridge';
import { parseHostAndPort } from '../../bridge/address/bridge-address';
import type { TrustOptions } from '../../bridge';
import { toError } from '../settings/node-errors';
import { getBridgeSession } from '../bridge/bridge-node';
import { getKnownBridgeCertificates } from '../bridge/store/known-bridge-certificates';
import { stageKey, discardStagedKey } from '../bridge/staged-keys';
import { resolveTrust } from '../bridge/open-bridge-client';
import { BackgroundTaskRunner } from './background-tasks';
import type { BackgroundTask } from './background-tasks';
import type { PairingProgress, StartedTaskResponse } from './route-responses';
import { RouteHttpError, getBodyTextMember } from './route-handler';
import type { RouteHandler, RouteRequest } from './route-handler';

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
