import { inspect } from 'node:util';
import { EventEmitter } from 'node:events';
import type { NodeRedApp } from 'node-red';
import { isObject } from '../../../src/resources/members';

/** A copy from the child process. */
export type FlowMessage = Readonly<Record<string, unknown>>;

/** As a Catch node sees it. */
export interface ReportedError {
  message: string;
  code?: unknown;
  cause?: unknown;
}

/** From hooks and events of Node-RED. */
export type Observation =
  | { kind: 'arrival'; node: string; message: FlowMessage }
  | { kind: 'completion'; node: string; message: FlowMessage; error?: ReportedError }
  | { kind: 'status'; node: string; status: Readonly<Record<string, unknown>> }
  /** Replaced flows have stopped. */
  | { kind: 'stop' }
  /** The new flows run. */
  | { kind: 'deploy' }
  | { kind: 'log'; level: number; text: string; node?: string };

type Kind = Observation['kind'];
type ObservationOf<K extends Kind> = Extract<Observation, { kind: K }>;

/** Hands each observation to one waiting test. */
export interface ObservationLog {
  readonly all: readonly Observation[];
  add(observation: Observation): void;
  /**
   * Returns a match that is not handed out yet.
   *
   * @param description for the error
   * @returns rejects after `timeout` ms, or when Node-RED ends
   */
  next<K extends Kind>(
    kind: K,
    matches: (observation: ObservationOf<K>) => boolean,
    description: string,
    timeout?: number,
  ): Promise<ObservationOf<K>>;
  /** Marks observations as handed out; all without `last`. */
  discard(last?: Observation): void;
  /** Rejects present and later waits. */
  end(error: Error): void;
}

export function findLatestStatus(
  all: readonly Observation[],
  node: string,
): ObservationOf<'status'>['status'] {
  const last = all.findLast(
    (observation) => observation.kind === 'status' && observation.node === node,
  );
  return last?.kind === 'status' ? last.status : {};
}

interface PendingObservation {
  offer(observation: Observation): boolean;
  reject(error: Error): void;
}

export function createObservationLog(): ObservationLog {
  const all: Observation[] = [];
  const handedOut = new Set<Observation>();
  const pending = new Set<PendingObservation>();
  let endError: Error | undefined;

  return {
    all,
    add(observation) {
      all.push(observation);
      for (const pendingObservation of pending) {
        if (pendingObservation.offer(observation)) return;
      }
    },
    next(kind, matches, description, timeout = 30_000) {
      return new Promise((resolve, reject) => {
        const pendingObservation: PendingObservation = {
          offer(observation) {
            if (!isKind(observation, kind) || handedOut.has(observation) || !matches(observation)) {
              return false;
            }
            handedOut.add(observation);
            settle();
            resolve(observation);
            return true;
          },
          reject(error) {
            settle();
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          pendingObservation.reject(
            new Error(`No ${description} within ${timeout} ms. ${describeLatest(all)}`),
          );
        }, timeout);
        const settle = (): void => {
          clearTimeout(timer);
          pending.delete(pendingObservation);
        };
        pending.add(pendingObservation);
        if (all.some((observation) => pendingObservation.offer(observation))) return;
        if (endError !== undefined) pendingObservation.reject(endError);
      });
    },
    discard(last = all.at(-1)) {
      for (const observation of all) {
        handedOut.add(observation);
        if (observation === last) return;
      }
    },
    end(error) {
      endError = error;
      for (const pendingObservation of pending) pendingObservation.reject(error);
    },
  };
}

const isKind = <K extends Kind>(
  observation: Observation,
  kind: K,
): observation is ObservationOf<K> => observation.kind === kind;

const describeLatest = (all: readonly Observation[]): string =>
  `Last seen: ${inspect(all.slice(-8), { depth: 5, breakLength: 120, maxStringLength: 200 })}`;

/**
 * Observes without a change to the flows.
 *
 * @param red after `init`
 */
export function observeRuntime(red: NodeRedApp, report: (observation: Observation) => void): void {
  red.hooks.add('onReceive', ({ msg, destination }) => {
    report({ kind: 'arrival', node: destination.id, message: toTransferable(msg) });
  });
  red.hooks.add('onComplete', ({ msg, node, error }) => {
    const observation = {
      kind: 'completion',
      node: node.id,
      message: toTransferable(msg),
    } as const;
    report(
      error === undefined || error === null
        ? observation
        : { ...observation, error: toReportedError(error) },
    );
  });
  red.events.on('node-status', ({ id, status }: { id: string; status?: object }) => {
    report({ kind: 'status', node: id, status: toTransferable(status ?? {}) });
  });
  const log = new EventEmitter();
  log.on('log', (entry: unknown) => {
    if (!isObject(entry) || typeof entry['level'] !== 'number') return;
    if (entry['level'] > red.log.DEBUG) return;
    const { level, msg, id } = entry;
    const text = msg instanceof Error ? String(msg.stack) : String(msg);
    report({ kind: 'log', level, text, ...(typeof id === 'string' && { node: id }) });
  });
  red.log.addHandler(log);
}

const toReportedError = (error: unknown): ReportedError =>
  error instanceof Error
    ? {
        message: error.message,
        ...('code' in error && { code: error.code }),
        ...(error.cause !== undefined && { cause: error.cause }),
      }
    : { message: String(error) };

/** Copies without HTTP request and response objects. */
function toTransferable(value: object): FlowMessage {
  const { req: _request, res: _response, ...rest } = { req: undefined, res: undefined, ...value };
  try {
    return structuredClone(rest);
  } catch (error) {
    return { notCopied: String(error) };
  }
}
