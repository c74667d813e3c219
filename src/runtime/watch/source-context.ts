import type { Node, NodeAPI, NodeMessage } from 'node-red';
import type { NodeStatusTracker } from '../status/node-status';
import type { OpenedBridge } from '../bridge/open-bridge-client';

/** A deployed node and its open bridge. */
export interface SourceContext {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly bridge: OpenedBridge;
  /** Name of the bridge, if it is not the node's bridge. */
  readonly bridgeName?: string | undefined;
  /** Number of bridges that the node uses; one if missing. */
  readonly bridgeCount?: number;
  /** Sends one message for each output. */
  readonly send: (messages: (NodeMessage | null)[]) => void;
  readonly onError: (error: Error) => void;
  /** True if the node no longer needs the source. */
  readonly isStopped: () => boolean;
  /** Shows the lasting status of the node. */
  readonly status: Pick<
    NodeStatusTracker,
    'setLasting' | 'setTemporary' | 'refresh' | 'setConnection' | 'forgetConnection'
  >;
}

/** @returns the running source; undefined if the settings need no source */
export type SourceStarter<Def, Instance extends Running = Running> = (
  def: Def,
  context: SourceContext,
) => Promise<Instance | undefined>;

export interface Running {
  stop(): void;
}
