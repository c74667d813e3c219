import { hostname } from 'node:os';
import type { Node } from 'node-red';
import { BridgeError, findKeyHeader, isBridgeError, pair } from '../../bridge';
import { addressOf } from '../../bridge/trust/address';
import type { Trust } from '../../bridge';
import { asError } from '../command-error';
import { sessionOf } from '../bridge-node';
import { knownBridgesOf } from '../known-bridges';
import { offerKey, withdrawKey } from '../offered-keys';
import { trustOf } from '../open-bridge';
import { RouteJobs } from '../route-jobs';
import type { RouteJob } from '../route-jobs';
import type { PairingProgress, StartedJob } from './answers';
import { RouteRefusal } from './route';
import type { RouteContext, RouteHandler } from './route';
import { textAt } from './text-at';

/** How long a person has to press the button, in ms: as long as bridges take it for pressed. */
const deadline = 30_000;

interface PairingJob extends RouteJob {
  progress(): PairingProgress;
}

const pairings = new RouteJobs<PairingJob>();

/** Keys as bridges make them. Anything else, such as `${NAME}`, could mean something to Node-RED. */
const harmlessKey = /^[\w.~+/=-]{1,512}$/;

/** Starts to ask a bridge for a key. */
export const startPairing: RouteHandler<StartedJob> = async (context, body) => {
  if (pairings.underWay !== undefined) throw alreadyUnderWay();
  const { host, port } = addressOf(body['host'], body['port']);
  const node = nodeOf(context, body);
  const trust = await trustFor(context, body, { host, port });
  const id = pairings.start((own) => startJob(context, own, { node, host, port, trust }));
  if (id === undefined) throw alreadyUnderWay();
  return { id };
};

/** How far a pairing is. */
export const showPairing: RouteHandler<PairingProgress> = async (_context, _body, id) => {
  const job = pairings.find(id);
  if (job === undefined) throw unknownPairing();
  return job.progress();
};

/** Cancels a pairing, or takes back the key that it brought. */
export const stopPairing: RouteHandler = async ({ RED }, _body, id) => {
  const job = pairings.find(id);
  job?.stop();
  withdrawKey(RED, id);
  return {};
};

interface Wish {
  node: string;
  host: string;
  port: number;
  trust: Trust;
}

function startJob({ RED }: RouteContext, id: string, wish: Wish): PairingJob {
  const { node, ...bridge } = wish;
  const stopping = new AbortController();
  const { signal } = stopping;
  const end = Date.now() + deadline;
  let ended: Exclude<PairingProgress, { state: 'waiting' }> | undefined;

  const run = async (): Promise<PairingProgress> => {
    const {
      key,
      fingerprint,
      bridgeId = '',
    } = await pair({
      ...bridge,
      instance: thisMachine(),
      deadline,
      signal,
    });
    if (!harmlessKey.test(key)) throw oddKey();
    const trust = { ...bridge.trust, fingerprint };
    const keyHeader = await findKeyHeader({ ...bridge, trust, key, signal });
    signal.throwIfAborted();
    offerKey(RED, id, { node, key, fingerprint });
    return (ended = { state: 'paired', bridgeId, fingerprint, keyHeader });
  };
  run().catch((thrown: unknown) => {
    const error = asError(thrown);
    const code = isBridgeError(error) ? error.code : 'UNEXPECTED';
    if (code === 'UNEXPECTED' && !signal.aborted) RED.log.error(error.stack ?? error.message);
    ended = signal.aborted
      ? { state: 'cancelled' }
      : { state: 'failed', error: { code, message: error.message } };
  });

  return {
    get done() {
      return ended !== undefined;
    },
    progress: () =>
      ended ?? { state: 'waiting', secondsLeft: Math.max(0, Math.ceil((end - Date.now()) / 1000)) },
    stop: () => stopping.abort(),
  };
}

/**
 * The node that a key is for: a bridge, or one that is not deployed yet.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED: credentials of other nodes are none of our business
 */
function nodeOf({ RED }: RouteContext, body: Record<string, unknown>): string {
  const id = textAt(body, 'bridge') ?? '';
  const isId = /^[\w.-]{1,100}$/.test(id) && !Object.hasOwn(Object.prototype, id);
  const deployed: Node | null | undefined = isId ? RED.nodes.getNode(id) : undefined;
  if (isId && (!deployed || sessionOf(RED, id) !== undefined)) return id;
  const message = 'It is not said which bridge node the key is for.';
  throw new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message);
}

/** Whom to pair with: whom the dialog names, else the certificate that was met first at this address. */
async function trustFor(
  { RED }: RouteContext,
  body: Record<string, unknown>,
  place: { host: string; port: number },
): Promise<Trust> {
  const named = {
    bridgeId: textAt(body, 'bridgeId'),
    fingerprint: textAt(body, 'fingerprint'),
    caFile: undefined,
  };
  const known = knownBridgesOf(RED.settings.userDir);
  // What is met here is kept with the deploy, not before.
  const { bridgeId, fingerprint } = await trustOf({ ...place, ...named }, known);
  return {
    ...(bridgeId === undefined ? {} : { bridgeId }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

/** First part of the name of this machine, short enough for bridges (Hue developer documentation, `devicetype`). */
const thisMachine = (): string =>
  hostname()
    .replace(/\..*|[^\w.-]/gs, '')
    .slice(0, 19) || 'node-red';

const alreadyUnderWay = (): RouteRefusal =>
  new RouteRefusal(
    409,
    'PAIRING_UNDER_WAY',
    'Another dialog is asking a bridge for a key. Try again in half a minute.',
  );

const unknownPairing = (): RouteRefusal =>
  new RouteRefusal(404, 'NO_SUCH_PAIRING', 'This pairing is over. Start a new one.');

const oddKey = (): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_MALFORMED_ANSWER',
    'Could not pair with the bridge: it gave a key that holds characters no key has. Check that the address belongs to a bridge.',
  );
