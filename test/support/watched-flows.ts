import type { FlowMessage, Observation, ObservationLog, ReportedError } from './observations';

/** The status of a node: `fill`, `shape`, `text`. */
export type NodeStatus = Readonly<Record<string, unknown>>;

/** What a test waits for in running flows. Every observation is handed out once. */
export interface WatchedFlows {
  readonly observations: readonly Observation[];
  /** The next message that arrives at a node. */
  arrival(nodeId: string, matches?: (message: FlowMessage) => boolean): Promise<FlowMessage>;
  /** The next message that a node has finished with; rejects when it reports an error. */
  completion(nodeId: string): Promise<FlowMessage>;
  /** The error, where there is one, with which a node finishes the next message. */
  outcome(nodeId: string): Promise<ReportedError | undefined>;
  /** The next error that a node reports with `done(error)`. */
  failure(nodeId: string): Promise<ReportedError>;
  /** The next status of a node that matches. */
  status(nodeId: string, matches?: (status: NodeStatus) => boolean): Promise<NodeStatus>;
}

/** Waiting for what a log will hold. */
export function watchFlows(log: ObservationLog): WatchedFlows {
  return {
    observations: log.all,
    async arrival(nodeId, matches = () => true) {
      const seen = await log.next(
        'arrival',
        ({ node, message }) => node === nodeId && matches(message),
        `message to ${nodeId}`,
      );
      return seen.message;
    },
    async completion(nodeId) {
      const seen = await log.next('completion', ({ node }) => node === nodeId, `end of ${nodeId}`);
      if (seen.error) throw new Error(`${nodeId}: ${seen.error.message}`);
      return seen.message;
    },
    async outcome(nodeId) {
      const seen = await log.next('completion', ({ node }) => node === nodeId, `end of ${nodeId}`);
      return seen.error;
    },
    async failure(nodeId) {
      const seen = await log.next(
        'completion',
        ({ node, error }) => node === nodeId && error !== undefined,
        `error of ${nodeId}`,
      );
      return seen.error ?? { message: '' };
    },
    async status(nodeId, matches = () => true) {
      const seen = await log.next(
        'status',
        ({ node, status }) => node === nodeId && matches(status),
        `status of ${nodeId}`,
      );
      return seen.status;
    },
  };
}
