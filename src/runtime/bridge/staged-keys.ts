import type { NodeAPI } from 'node-red';
import { isObject } from '../../resources/values/member-access';
import type { BridgeCredentials } from './bridge-settings';

/** A key from a pairing, staged until the node is deployed. */
export interface StagedKey {
  /** Id of the bridge node; it may not be deployed yet. */
  nodeId: string;
  key: string;
  /** Fingerprint of the certificate of the bridge that issued it. */
  fingerprint: string;
}

/** The parts of Node-RED that keep credentials and report deploys. */
interface CredentialsApi {
  nodes: Pick<NodeAPI['nodes'], 'addCredentials' | 'getCredentials' | 'deleteCredentials'>;
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/** How long a key stays staged, in ms. */
const stagedKeyLifetime = 3_600_000;

const stagedKeys = new Map<string, StagedKey & { dispose(): void }>();

/**
 * Stages a key from a pairing in the credentials of a node; it is used once the node is deployed with the id of
 * the pairing. Node-RED saves credentials only with a deploy, so it must be there before; a deploy from another
 * editor drops credentials of nodes that are not deployed yet, so it is staged again after each deploy.
 */
export function stageKey(RED: CredentialsApi, pairingId: string, stagedKey: StagedKey): void {
  // The dialog uses its last pairing only: an earlier key must not come back with a deploy.
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

/**
 * The staged key of a pairing; undefined once it is committed or discarded.
 *
 * @param nodeId id of the node that it must be for
 */
export function findStagedKey(
  pairingId: string | undefined,
  nodeId: string | undefined,
): StagedKey | undefined {
  const stagedKey = pairingId === undefined ? undefined : stagedKeys.get(pairingId);
  return stagedKey?.nodeId === nodeId ? stagedKey : undefined;
}

/** Discards a staged key; the other credentials of the node stay. */
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
 * Commits a staged key when the node was deployed with the id of its pairing: it replaces the previous key.
 *
 * @param nodeId id of the node that owns the credentials
 * @returns the credentials that the node is to use
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
