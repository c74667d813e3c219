import type { NodeAPI } from 'node-red';
import { isObject } from '../../resources/members';
import type { BridgeCredentials } from './open-bridge';

interface StagedKey {
  /** The node may not be deployed yet. */
  nodeId: string;
  key: string;
  /** SHA-256 of the certificate of the bridge that issued the key. */
  fingerprint: string;
}

interface CredentialsApi {
  nodes: Pick<NodeAPI['nodes'], 'addCredentials' | 'getCredentials' | 'deleteCredentials'>;
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/** In ms. */
const stagedKeyLifetime = 3_600_000;

const stagedKeys = new Map<string, StagedKey & { dispose(): void }>();

/**
 * Stages a key in the credentials of a node. The node uses it once deployed with the id of the pairing. Node-RED
 * saves credentials only with a deploy, so the key must be there before. A deploy from another editor drops the
 * credentials of nodes that are not deployed yet, so the key is staged again after each deploy.
 */
export function stageKey(RED: CredentialsApi, pairingId: string, stagedKey: StagedKey): void {
  // The dialog uses only its last pairing; an earlier key must not return with a deploy.
  for (const earlier of stagedKeys.values()) {
    if (earlier.nodeId === stagedKey.nodeId) earlier.dispose();
  }
  const restage = (): void => writeStagedCredentials(RED, pairingId, stagedKey);
  const timer = setTimeout(() => discardStagedKey(RED, pairingId), stagedKeyLifetime).unref();
  stagedKeys.set(pairingId, {
    ...stagedKey,
    dispose() {
      clearTimeout(timer);
      RED.events.off('flows:started', restage);
      stagedKeys.delete(pairingId);
    },
  });
  RED.events.on('flows:started', restage);
  restage();
}

export function findStagedKey(
  pairingId: string | undefined,
  nodeId: string | undefined,
): StagedKey | undefined {
  const stagedKey = pairingId === undefined ? undefined : stagedKeys.get(pairingId);
  return stagedKey?.nodeId === nodeId ? stagedKey : undefined;
}

/** Keeps the other credentials of the node. */
export function discardStagedKey(RED: CredentialsApi, pairingId: string): void {
  const stagedKey = stagedKeys.get(pairingId);
  if (stagedKey === undefined) return;
  stagedKey.dispose();
  const credentials = readCredentials(RED, stagedKey.nodeId);
  if (credentials.offeredBy !== pairingId) return;
  const { offeredKey: _key, offeredBy: _pairing, ...remaining } = credentials;
  if (Object.keys(remaining).length === 0) RED.nodes.deleteCredentials(stagedKey.nodeId);
  else void RED.nodes.addCredentials(stagedKey.nodeId, remaining);
}

/**
 * Replaces the node's key by the staged key, if the node was deployed with the id of the pairing.
 *
 * @returns the credentials to use
 */
export function commitKey(
  RED: CredentialsApi,
  nodeId: string,
  credentials: BridgeCredentials | undefined,
): BridgeCredentials {
  const { key, pairing: pairingId, offeredKey: stagedKey, offeredBy } = credentials ?? {};
  if (pairingId === undefined || stagedKey === undefined || pairingId !== offeredBy) {
    return key === undefined ? {} : { key };
  }
  stagedKeys.get(pairingId)?.dispose();
  void RED.nodes.addCredentials(nodeId, { key: stagedKey });
  return { key: stagedKey };
}

function writeStagedCredentials(
  RED: CredentialsApi,
  pairingId: string,
  { nodeId, key }: StagedKey,
): void {
  void RED.nodes.addCredentials(nodeId, {
    ...readCredentials(RED, nodeId),
    offeredKey: key,
    offeredBy: pairingId,
  });
}

function readCredentials(RED: CredentialsApi, nodeId: string): BridgeCredentials {
  const credentials: unknown = RED.nodes.getCredentials(nodeId);
  return isObject(credentials) ? { ...credentials } : {};
}
