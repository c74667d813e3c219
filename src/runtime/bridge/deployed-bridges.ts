import type { BridgeSession } from './bridge-session';
import type { OpenedBridge } from './open-bridge-client';

/** A deployed bridge, as messages name it. */
export interface DeployedBridge {
  /** Id of its node. */
  readonly id: string;
  readonly name: string;
  readonly session: BridgeSession;
}

/** By the id of their node. */
const deployedBridges = new Map<string, DeployedBridge>();

/**
 * Makes a deployed bridge known by its name.
 *
 * @returns ends that
 */
export function addDeployedBridge(bridge: DeployedBridge): () => void {
  const { id } = bridge;
  deployedBridges.set(id, bridge);
  return () => {
    if (deployedBridges.get(id) === bridge) deployedBridges.delete(id);
  };
}

/** All deployed bridges. */
export const listDeployedBridges = (): readonly DeployedBridge[] => [...deployedBridges.values()];

/** All deployed bridges that are open. */
export const listOpenedBridges = (): readonly OpenedBridge[] =>
  listDeployedBridges().flatMap(({ session }) => session.opened ?? []);

/**
 * The name of a bridge where there are several; undefined where it is the only one, or has no name.
 *
 * @param id of its node
 */
export const getNameAmongSeveralBridges = (id: string | undefined): string | undefined =>
  id === undefined || deployedBridges.size < 2 ? undefined : deployedBridges.get(id)?.name;

/** A text that is another one when a bridge was added, removed or renamed. */
export const serializeDeployedBridges = (): string =>
  JSON.stringify(listDeployedBridges().map(({ id, name }) => [id, name]));
