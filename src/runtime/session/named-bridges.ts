import type { BridgeSession } from './bridge-session';

/** A deployed bridge, as messages name it. */
export interface NamedBridge {
  /** Id of its node. */
  readonly id: string;
  readonly name: string;
  readonly session: BridgeSession;
}

/** By the id of their node. */
const deployedBridges = new Map<string, NamedBridge>();

/**
 * Makes a deployed bridge known by its name.
 *
 * @returns ends that
 */
export function addNamedBridge(bridge: NamedBridge): () => void {
  const { id } = bridge;
  deployedBridges.set(id, bridge);
  return () => {
    if (deployedBridges.get(id) === bridge) deployedBridges.delete(id);
  };
}

/** All deployed bridges. */
export const listNamedBridges = (): readonly NamedBridge[] => [...deployedBridges.values()];

/** A text that is another one when a bridge was added, removed or renamed. */
export const describeNamedBridges = (): string =>
  JSON.stringify(listNamedBridges().map(({ id, name }) => [id, name]));
