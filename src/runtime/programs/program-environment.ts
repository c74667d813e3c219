import { createHash } from 'node:crypto';
import type { NodeAPI } from 'node-red';
import { createBridgeContextStore } from '../bridge-context-store';
import type { BridgeContextStore } from '../bridge-context-store';

/** What programs need of Node-RED. */
export interface ProgramEnvironment {
  /** Where values are kept beside the programs. */
  readonly context: BridgeContextStore;
  /** What `keep` kept before this start; undefined when there is nothing. Rejects when the context cannot be read. */
  readKept(): Promise<unknown>;
  /**
   * Keeps what runs in the context of the bridge node, so that a persistent context outlives a restart. Rejects when
   * that cannot be written.
   */
  keep(programs: readonly unknown[]): Promise<void>;
  /** Digest of the settings of a deployed node; undefined when there is none or it is disabled. */
  findDigest(nodeId: string): string | undefined;
  /** Calls back after each deploy. @returns removes the listener */
  onDeploy(listener: () => void): () => void;
}

/** The parts of Node-RED that keep values, know the nodes and report deploys. */
export interface ProgramNodeRedApi {
  nodes: { getNode(id: string): object | null | undefined } & Pick<NodeAPI['nodes'], 'eachNode'>;
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/** Key in the context of the bridge node. */
const contextKey = 'programs';

/** Settings that only say where a node is drawn. */
const drawingSettings: ReadonlySet<string> = new Set(['x', 'y', 'wires', 'w', 'h', 'g']);

/**
 * Creates the environment of the programs of a bridge.
 *
 * @param bridgeNodeId id of the bridge node
 */
export function createProgramEnvironment(
  RED: ProgramNodeRedApi,
  bridgeNodeId: string,
): ProgramEnvironment {
  const context = createBridgeContextStore(RED.nodes, bridgeNodeId);
  return {
    context,
    readKept: () => context.read(contextKey),
    keep: (programs) => context.write(contextKey, programs),
    findDigest(nodeId) {
      let digest: string | undefined;
      RED.nodes.eachNode((def) => {
        if (def.id === nodeId && !('d' in def && def.d === true)) digest = digestNode(def);
      });
      return digest;
    },
    onDeploy(listener) {
      RED.events.on('flows:started', listener);
      return () => void RED.events.off('flows:started', listener);
    },
  };
}

function digestNode(def: object): string {
  const settings = Object.entries(def).filter(([name]) => !drawingSettings.has(name));
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64');
}
