import type { NodeRedDeployApi } from '../deploy';
import type { NodeWriteKind } from '../../logbook/changed-by';
import { createNodeOrigin } from '../node-origin';
import type { BridgeStore } from '../bridge/store';
import type { Program } from '../../programs/program';
import { getDeployMonitor, digestRunningNode } from '../deploy';

export type ProgramEnvironment = ReturnType<typeof createProgramEnvironment>;

export const createProgramEnvironment = (
  RED: NodeRedDeployApi,
  store: Pick<BridgeStore, 'isBridgeKnown' | 'resumePrograms' | 'keepPrograms'>,
) => ({
  /** False for a bridge that was never met. */
  mayHaveKept: store.isBridgeKnown,
  resumeKept: (start: (programs: readonly Program[]) => Promise<void>) =>
    store.resumePrograms(start),
  /** @param list called when the programs are written */
  keep: (list: () => readonly Program[]): void => store.keepPrograms(list),
  createOrigin: (nodeId: string, how: NodeWriteKind) =>
    createNodeOrigin(nodeId, RED.nodes.getNode(nodeId), how),
  findDigest: (nodeId: string) => digestRunningNode(RED.nodes.getNode(nodeId)),
  /** Calls back once, after all nodes have started. */
  onceDeployed: (callback: () => void): void => getDeployMonitor(RED.events).onceSettled(callback),
  onDeploy(listener: () => void): () => void {
    RED.events.on('flows:started', listener);
    return () => void RED.events.off('flows:started', listener);
  },
});
