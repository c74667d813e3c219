import type { BridgeSession } from './bridge-session';
import type { OpenedBridge } from './open-bridge-client';

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

export const listOpenedBridges = (): readonly OpenedBridge[] =>
  listDeployedBridges().flatMap(({ session }) => session.opened ?? []);

/** Returns undefined for the only bridge, and for one without a name. */
export const getNameAmongSeveralBridges = (id: string | undefined): string | undefined =>
  id === undefined || deployedBridges.size < 2 ? undefined : deployedBridges.get(id)?.name;

/** Returns a text that changes when a bridge is added, removed or renamed. */
export const serializeDeployedBridges = (): string =>
  JSON.stringify(listDeployedBridges().map(({ id, name }) => [id, name]));
