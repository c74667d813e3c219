import type { NodeAPI } from 'node-red';
import type { StoredProgram } from '../../programs/program';
import type { BridgeStore } from '../bridge/store/bridge-store';
import { digestRunningNode } from '../bridge/deploy/running-nodes';
import { getDeployMonitor } from '../bridge/deploy/deploy-monitor';

export interface ProgramEnvironment {
  /** True if stored programs may exist; false for a bridge that was never met. */
  readonly mayHaveKept: boolean;
  /**
   * Resumes the programs of the last run.
   *
   * @param start starts the programs again
   */
  resumeKept(start: (programs: readonly StoredProgram[]) => Promise<void>): Promise<void>;
  /**
   * Stores the running programs for a restart.
   *
   * @param list returns the programs when they are written
   */
  keep(list: () => readonly StoredProgram[]): void;
  /** Returns the digest of a running node's settings; undefined if no node with this id runs. */
  findDigest(nodeId: string): string | undefined;
  /**
   * Calls back after each deploy.
   *
   * @returns removes the listener
   */
  onDeploy(listener: () => void): () => void;
  /** Calls back once, after all nodes have started. */
  onceDeployed(callback: () => void): void;
}

interface ProgramNodeRedApi {
  nodes: { getNode(id: string): object | null | undefined };
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/**
 * Creates the environment of a bridge's programs.
 *
 * @param store stores the programs
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
