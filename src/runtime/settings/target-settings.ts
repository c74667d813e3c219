export interface WatchedTargetSettings {
  target?: unknown;
  targetType?: unknown;
  /** Bridge node ids in the order of the targets; empty for the node's bridge. */
  targetBridges?: unknown;
}

/** The value comes from a message. */
export const messageTypes: ReadonlySet<unknown> = new Set(['msg', 'jsonata']);

/** True if there is no target before the first message. */
export const isTargetFromMessage = ({ targetType }: WatchedTargetSettings): boolean =>
  messageTypes.has(targetType);
