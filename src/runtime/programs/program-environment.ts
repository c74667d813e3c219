import type { NodeAPI } from 'node-red';
import type { StoredProgram } from '../../programs/program';
import type { BridgeStore } from '../bridge/store/bridge-store';
import { digestRunningNode } from '../bridge/deploy/running-nodes';
import { getDeployMonitor } from '../bridge/deploy/deploy-monitor';

/** What programs need of Node-RED. */
export interface ProgramEnvironment {
  /** True where programs may have been kept: nothing was of a bridge that was never met. */
  readonly mayHaveKept: boolean;
  /**
   * Takes up what ran before this start.
   *
   * @param start starts it again
   */
  resumeKept(start: (programs: readonly StoredProgram[]) => Promise<void>): Promise<void>;
  /**
   * Keeps what runs for a restart.
   *
   * @param list lists it when it is written
   */
  keep(list: () => readonly StoredProgram[]): void;
  /** Digest of the settings of a node that runs; undefined when Node-RED runs none with this id. */
  findDigest(nodeId: string): string | undefined;
  /** Calls back after each deploy. @returns removes the listener */
  onDeploy(listener: () => void): () => void;
  /** Calls back once, when all nodes run that are to run. */
  onceDeployed(callback: () => void): void;
}

/** The parts of Node-RED that know the nodes and report deploys. */
export interface ProgramNodeRedApi {
  nodes: { getNode(id: string): object | null | undefined };
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/**
 * Creates the environment of the programs of a bridge.
 *
 * @param store keeps them
 */
export function createProgramEnvironment(
  RED: ProgramNodeRedApi,
  store: Pick<BridgeStore, 'isBridgeKnown' | 'resumePrograms' | 'keepPrograms'>,
): ProgramEnvironment {
  return {
    mayHaveKept: store.isBridgeKnown,
    resumeKept: (start) => store.resumePrograms(start),
    keep: (list) => store.keepPrograms(list),
    findDigest: (nodeId) => digestRunningNode(RED.nodes.getNode(nodeId)),
    onceDeployed: (callback) => getDeployMonitor(RED.events).onceSettled(callback),
    onDeploy(listener) {
      RED.events.on('flows:started', listener);
      return () => void RED.events.off('flows:started', listener);
    },
  };
}
