import type { FlowMessage, Observation, ObservationLog, ReportedError } from './observation-log';

/** The status of a node: `fill`, `shape`, `text`. */
export type NodeStatus = Readonly<Record<string, unknown>>;

/** What a test waits for in running flows. Every observation is handed out once. */
export interface FlowWatcher {
  readonly observations: readonly Observation[];
  /** The next message that arrives at a node. */
  nextMessage(nodeId: string, matches?: (message: FlowMessage) => boolean): Promise<FlowMessage>;
  /** The next message that a node has finished with; rejects when it reports an error. */
  nextCompletion(nodeId: string): Promise<FlowMessage>;
  /** The error, where there is one, with which a node finishes the next message. */
  nextOutcome(nodeId: string): Promise<ReportedError | undefined>;
  /** The next error that a node reports with `done(error)`. */
  nextFailure(nodeId: string): Promise<ReportedError>;
  /** The next line that a node writes to the log and the debug sidebar. */
  nextLog(nodeId: string, matches?: (text: string) => boolean): Promise<string>;
  /** The next status of a node that matches. */
  nextStatus(nodeId: string, matches?: (nextStatus: NodeStatus) => boolean): Promise<NodeStatus>;
}

/** Waiting for what a log will hold. */
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
    async nextCompletion(nodeId) {
      const observation = await log.next(
        'completion',
        ({ node }) => node === nodeId,
        `end of ${nodeId}`,
      );
      if (observation.error) throw new Error(`${nodeId}: ${observation.error.message}`);
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
