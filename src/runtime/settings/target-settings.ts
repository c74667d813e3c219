/** The target of a node as the flow file holds it; hand-written flows may lack any of it. */
export interface WatchedTargetSettings {
  target?: unknown;
  targetType?: unknown;
  /** Ids of the bridge nodes of what is picked, in its order; empty for the bridge of the node. */
  targetBridges?: unknown;
}

/** Types of settings that only a message gives a value. */
export const messageTypes: ReadonlySet<unknown> = new Set(['msg', 'jsonata']);

/** True when the target comes with each message, so that there is none before the first. */
export const isTargetFromMessage = ({ targetType }: WatchedTargetSettings): boolean =>
  messageTypes.has(targetType);
