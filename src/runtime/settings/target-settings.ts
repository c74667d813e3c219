/** Target of a node as the flow file holds it; hand-written flows may lack any setting. */
export interface WatchedTargetSettings {
  target?: unknown;
  targetType?: unknown;
  /** Bridge node ids of the picked targets, in the same order; empty for the node's bridge. */
  targetBridges?: unknown;
}

/** Types of settings whose value comes from a message. */
export const messageTypes: ReadonlySet<unknown> = new Set(['msg', 'jsonata']);

/** True if each message provides the target, so that there is no target before the first message. */
export const isTargetFromMessage = ({ targetType }: WatchedTargetSettings): boolean =>
  messageTypes.has(targetType);
