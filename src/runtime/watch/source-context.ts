import type { Node, NodeAPI, NodeMessage } from 'node-red';
import type { NodeStatusTracker } from '../status/node-status';
import type { OpenedBridge } from '../bridge/open-bridge-client';

/** A deployed node and its open bridge. */
export interface SourceContext {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly bridge: OpenedBridge;
  /** Name of the bridge, where that is another than the bridge of the node. */
  readonly bridgeName?: string | undefined;
  /** Number of the bridges that the node runs on; one when missing. */
  readonly bridgeCount?: number;
  /** Sends messages, one for each output. */
  readonly send: (messages: (NodeMessage | null)[]) => void;
  readonly onError: (error: Error) => void;
  /** True when what the node sends is not needed any more. */
  readonly isStopped: () => boolean;
  /** Shows what lasts, below the node. */
  readonly status: Pick<
    NodeStatusTracker,
    'setLasting' | 'setTemporary' | 'refresh' | 'setConnection' | 'forgetConnection'
  >;
}

/**
 * Starts what a node sends by itself.
 *
 * @returns ends it; undefined where its settings ask for nothing
 */
export type SourceStarter<Def, Instance extends Running = Running> = (
  def: Def,
  context: SourceContext,
) => Promise<Instance | undefined>;

/** Something that runs until it is stopped. */
export interface Running {
  stop(): void;
}
