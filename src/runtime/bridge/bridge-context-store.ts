import type { Node } from 'node-red';

/** Values that are kept in the context of a bridge node: a persistent context outlives a restart of Node-RED. */
export interface BridgeContextStore {
  /** @returns undefined when there is none. Rejects when the context cannot be read */
  read(key: string): Promise<unknown>;
  /** Keeps a copy of a value. Rejects when it cannot be written. */
  write(key: string, value: unknown): Promise<void>;
}

/** The part of Node-RED that finds a deployed node. */
interface DeployedNodes {
  getNode(id: string): object | null | undefined;
}

/**
 * Creates the access to the context of a bridge node.
 *
 * @param bridgeNodeId id of the bridge node
 */
export function createBridgeContextStore(
  nodes: DeployedNodes,
  bridgeNodeId: string,
): BridgeContextStore {
  const getContext = (): ReturnType<Node['context']> | undefined => {
    const node = nodes.getNode(bridgeNodeId);
    return isNodeWithContext(node) ? node.context() : undefined;
  };
  return {
    read: (key) =>
      new Promise((resolve, reject) => {
        const context = getContext();
        if (context === undefined) resolve(undefined);
        else
          context.get(key, (error: unknown, value: unknown) => {
            if (error instanceof Error) reject(error);
            else resolve(value);
          });
      }),
    write: (key, value) =>
      new Promise((resolve, reject) => {
        const context = getContext();
        if (context === undefined) resolve();
        else
          // A store may keep the very object.
          context.set(key, structuredClone(value), (error?: Error) => {
            if (error) reject(error);
            else resolve();
          });
      }),
  };
}

const isNodeWithContext = (node: object | null | undefined): node is Pick<Node, 'context'> =>
  node !== null && node !== undefined && 'context' in node && typeof node.context === 'function';
