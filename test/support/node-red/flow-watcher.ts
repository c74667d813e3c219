import type { FlowMessage, Observation, ObservationLog, ReportedError } from './observation-log';

/** `fill`, `shape`, `text`. */
export type NodeStatus = Readonly<Record<string, unknown>>;

/** Hands every observation out once. */
export interface FlowWatcher {
  readonly observations: readonly Observation[];
  /** Arrived at the node. */
  nextMessage(nodeId: string, matches?: (message: FlowMessage) => boolean): Promise<FlowMessage>;
  /** Rejects if the node reports an error. */
  nextCompletion(nodeId: string, matches?: (message: FlowMessage) => boolean): Promise<FlowMessage>;
  /** Returns the error, if any, for the next message. */
  nextOutcome(nodeId: string): Promise<ReportedError | undefined>;
  /** Reported with `done(error)`. */
  nextFailure(nodeId: string): Promise<ReportedError>;
  /** A line in the log and the debug sidebar. */
  nextLog(nodeId: string, matches?: (text: string) => boolean): Promise<string>;
  nextStatus(nodeId: string, matches?: (nextStatus: NodeStatus) => boolean): Promise<NodeStatus>;
}

export function createFlowWatcher(log: ObservationLog): FlowWatcher {
  return {
    observations: log.all,
    async nextMessage(nodeId, matches = () => true) {
      const observation = await log.next(
        'arrival',
        ({ node, message }) => node === nodeId && matches(message),
        `message to ${nodeId}`,
      );
      return observation.message;
    },
    async nextCompletion(nodeId, matches = () => true) {
      const observation = await log.next(
        'completion',
        ({ node, message }) => node === nodeId && matches(message),
        `end of ${nodeId}`,
      );
      if (observation.error)
        throw new Error(`${nodeId}: ${observation.error.message}`, { cause: observation.error });
      return observation.message;
    },
    async nextOutcome(nodeId) {
      const observation = await log.next(
        'completion',
        ({ node }) => node === nodeId,
        `end of ${nodeId}`,
      );
      return observation.error;
    },
    async nextFailure(nodeId) {
      const observation = await log.next(
        'completion',
        ({ node, error }) => node === nodeId && error !== undefined,
        `error of ${nodeId}`,
      );
      return observation.error ?? { message: '' };
    },
    async nextLog(nodeId, matches = () => true) {
      const observation = await log.next(
        'log',
        ({ node, text }) => node === nodeId && matches(text),
        `line of ${nodeId} in the log`,
      );
      return observation.text;
    },
    async nextStatus(nodeId, matches = () => true) {
      const observation = await log.next(
        'status',
        ({ node, status: nextStatus }) => node === nodeId && matches(nextStatus),
        `status of ${nodeId}`,
      );
      return observation.status;
    },
  };
}
