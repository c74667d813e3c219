import type { BridgeSession } from './session';
import type { Bridge } from './bridge';
import { createNotConfiguredError } from '../errors';
import type { NodeRegistry } from '../deploy';

export interface DeployedBridge {
  readonly id: string;
  readonly name: string;
  readonly session: BridgeSession;
}

const deployedBridges = new Map<string, DeployedBridge>();

/** @returns removes the bridge */
export function addDeployedBridge(bridge: DeployedBridge): () => void {
  const { id } = bridge;
  deployedBridges.set(id, bridge);
  return () => {
    if (deployedBridges.get(id) === bridge) deployedBridges.delete(id);
  };
}

export const listDeployedBridges = (): readonly DeployedBridge[] => [...deployedBridges.values()];

export const listOpenedBridges = (): readonly Bridge[] =>
  listDeployedBridges().flatMap(({ session }) => session.opened ?? []);

/** Returns undefined for the only bridge, and for one without a name. */
export const getNameAmongSeveralBridges = (id: string | undefined): string | undefined =>
  id === undefined || deployedBridges.size < 2 ? undefined : deployedBridges.get(id)?.name;

/** Returns a text that changes when a bridge is added, removed or renamed. */
export const serializeDeployedBridges = (): string =>
  JSON.stringify(listDeployedBridges().map(({ id, name }) => [id, name]));

const sessions = new WeakMap<object, BridgeSession>();

export function recordBridgeSession(node: object, session: BridgeSession): void {
  sessions.set(node, session);
}

/**
 * Opens a bridge. Limits the nodes that continue in one turn of the event loop.
 *
 * @param id the node's setting `bridge`
 * @throws {BridgeError} as `requireBridgeSession` and `BridgeSession.open`
 */
export async function openBridgeById(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): Promise<Bridge> {
  const bridge = await requireBridgeSession(RED, id).open();
  await waitForNodeStartTurn();
  return bridge;
}

/**
 * @param id the node's setting `bridge`
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if no bridge is chosen or deployed
 */
export function requireBridgeSession(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): BridgeSession {
  if (id === undefined || id === '') {
    throw createNotConfiguredError(
      'NO_BRIDGE',
      'No bridge is chosen. Open the node and choose one.',
    );
  }
  const session = getBridgeSession(RED, id);
  if (session === undefined) {
    throw createNotConfiguredError(
      'NO_BRIDGE',
      'The chosen bridge is missing, disabled or not deployed. Open the node, choose a bridge and deploy.',
    );
  }
  return session;
}

export function getBridgeSession(
  RED: { nodes: NodeRegistry },
  id: string | undefined,
): BridgeSession | undefined {
  const node = id === undefined ? undefined : RED.nodes.getNode(id);
  return node ? sessions.get(node) : undefined;
}

/** A turn takes a few ms. */
const nodesPerTurn = 200;

let remainingInTurn = nodesPerTurn;
let immediate: NodeJS.Immediate | undefined;
let waiting: (() => void)[] = [];

/**
 * Keeps thousands of nodes from blocking the event loop.
 *
 * @returns resolves in the order of the calls; at once for the first calls of a turn
 */
export function waitForNodeStartTurn(): Promise<void> {
  immediate ??= setImmediate(runTurn);
  if (remainingInTurn > 0) {
    remainingInTurn -= 1;
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

function runTurn(): void {
  const next = waiting.slice(0, nodesPerTurn);
  waiting = waiting.slice(nodesPerTurn);
  remainingInTurn = nodesPerTurn - next.length;
  immediate = next.length > 0 ? setImmediate(runTurn) : undefined;
  for (const goOn of next) goOn();
}
