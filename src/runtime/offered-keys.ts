import type { NodeAPI } from 'node-red';
import { isObject } from '../resources/member';
import type { BridgeCredentials } from './bridge-settings';

/** A key that a pairing brought, until the dialog that asked for it is deployed. */
export interface OfferedKey {
  /** The bridge node that it is for; it may not be deployed yet. */
  node: string;
  key: string;
  /** Certificate of the bridge that gave it. */
  fingerprint: string;
}

type Credentials = Pick<NodeAPI, 'nodes' | 'events'>;

/** How long a key waits to be deployed, in ms. */
const longestWait = 3_600_000;

const offers = new Map<string, OfferedKey & { forget(): void }>();

/**
 * Puts a key from pairing beside the credentials of a node, where it means nothing until the node is deployed with
 * the id of the pairing. Node-RED saves credentials only with a deploy, so it must be there before; and a deploy by
 * somebody else throws away credentials of nodes that are not deployed yet, so it is put there again after each.
 */
export function offerKey(RED: Credentials, pairing: string, offer: OfferedKey): void {
  const putAgain = (): void => put(RED, pairing, offer);
  const timer = setTimeout(() => withdrawKey(RED, pairing), longestWait).unref();
  offers.set(pairing, {
    ...offer,
    forget() {
      clearTimeout(timer);
      RED.events.off('flows:started', putAgain);
      offers.delete(pairing);
    },
  });
  RED.events.on('flows:started', putAgain);
  putAgain();
}

/**
 * The key that a pairing brought, as long as it is neither deployed nor withdrawn.
 *
 * @param node id of the node that it must be for
 */
export function offeredKey(
  pairing: string | undefined,
  node: string | undefined,
): OfferedKey | undefined {
  const offer = pairing === undefined ? undefined : offers.get(pairing);
  return offer?.node === node ? offer : undefined;
}

/** Takes a key back that nobody wants to deploy; what was there before stays. */
export function withdrawKey(RED: Credentials, pairing: string): void {
  const offer = offers.get(pairing);
  if (offer === undefined) return;
  offer.forget();
  const held = heldBy(RED, offer.node);
  if (held.offeredBy !== pairing) return;
  const { offeredKey: _key, offeredBy: _pairing, ...before } = held;
  if (Object.keys(before).length === 0) RED.nodes.deleteCredentials(offer.node);
  else void RED.nodes.addCredentials(offer.node, before);
}

/**
 * The credentials that a node starts with: a key from the pairing that the node was deployed with takes the place of
 * the one before.
 *
 * @param node id of the node whose credentials they are
 */
export function settleKey(
  RED: Credentials,
  node: string,
  credentials: BridgeCredentials | undefined,
): BridgeCredentials {
  const { key, pairing, offeredKey: offered, offeredBy } = credentials ?? {};
  if (pairing === undefined || offered === undefined || pairing !== offeredBy) {
    return key === undefined ? {} : { key };
  }
  offers.get(pairing)?.forget();
  void RED.nodes.addCredentials(node, { key: offered });
  return { key: offered };
}

function put(RED: Credentials, pairing: string, { node, key }: OfferedKey): void {
  void RED.nodes.addCredentials(node, {
    ...heldBy(RED, node),
    offeredKey: key,
    offeredBy: pairing,
  });
}

function heldBy(RED: Credentials, node: string): BridgeCredentials {
  const held: unknown = RED.nodes.getCredentials(node);
  return isObject(held) ? { ...held } : {};
}
