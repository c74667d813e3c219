import type { NodeAPI } from 'node-red';
import type { BridgeContextStore } from '../bridge/bridge-context-store';
import { digestRunningNode } from '../bridge/deploy/running-nodes';
import { getDeployMonitor } from '../bridge/deploy/deploy-monitor';

/** What programs need of Node-RED. */
export interface ProgramEnvironment {
  /** What `keep` kept before this start; undefined when there is nothing. Rejects when the context cannot be read. */
  readKept(): Promise<unknown>;
  /**
   * Keeps what runs in the context of the bridge node, so that a persistent context outlives a restart. Rejects when
   * that cannot be written.
   */
  keep(programs: readonly unknown[]): Promise<void>;
  /** Digest of the settings of a node that runs; undefined when Node-RED runs none with this id. */
  findDigest(nodeId: string): string | undefined;
  /** Calls back after each deploy. @returns removes the listener */
  onDeploy(listener: () => void): () => void;
  /** Calls back once, when all nodes run that are to run. */
  onceDeployed(callback: () => void): void;
}

/** The parts of Node-RED that keep values, know the nodes and report deploys. */
export interface ProgramNodeRedApi {
  nodes: { getNode(id: string): object | null | undefined };
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/** Key in the context of the bridge node. */
const contextKey = 'programs';

/**
 * Creates the environment of the programs of a bridge.
 *
 * @param context where they are kept
 */
export function createProgramEnvironment(
  RED: ProgramNodeRedApi,
  context: BridgeContextStore,
): ProgramEnvironment {
  return {
    readKept: () => context.read(contextKey),
    keep: (programs) => context.write(contextKey, programs),
    findDigest: (nodeId) => digestRunningNode(RED.nodes.getNode(nodeId)),
    onceDeployed: (callback) => getDeployMonitor(RED.events).onceSettled(callback),
    onDeploy(listener) {
      RED.events.on('flows:started', listener);
      return () => void RED.events.off('flows:started', listener);
    },
  };
}
