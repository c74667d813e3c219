import type { Node, NodeAPI, NodeMessage } from 'node-red';
import type { NodeStatusTracker } from '../status/node-status';
import type { OpenedBridge } from '../bridge/open-bridge-client';

export interface SourceContext {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly bridge: OpenedBridge;
  /** If not the node's bridge. */
  readonly bridgeName?: string | undefined;
  /** Bridges of the node; one if missing. */
  readonly bridgeCount?: number;
  /** One for each output. */
  readonly send: (messages: (NodeMessage | null)[]) => void;
  readonly onError: (error: Error) => void;
  readonly isStopped: () => boolean;
  readonly status: Pick<
    NodeStatusTracker,
    'setLasting' | 'setTemporary' | 'refresh' | 'setConnection' | 'forgetConnection'
  >;
}

/** Undefined if the settings need no source. */
export type SourceStarter<Def, Instance extends Running = Running> = (
  def: Def,
  context: SourceContext,
) => Promise<Instance | undefined>;

export interface Running {
  stop(): void;
}
