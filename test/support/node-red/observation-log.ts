import { inspect } from 'node:util';

/** A message of a flow; whatever it holds came through the message copy of the child process. */
export type FlowMessage = Readonly<Record<string, unknown>>;

/** What a node reported with `done(error)`, as a Catch node sees it. */
export interface ReportedError {
  message: string;
  code?: unknown;
  cause?: unknown;
}

/** What Node-RED did, as its hooks and events report it. */
export type Observation =
  | { kind: 'arrival'; node: string; message: FlowMessage }
  | { kind: 'completion'; node: string; message: FlowMessage; error?: ReportedError }
  | { kind: 'status'; node: string; status: Readonly<Record<string, unknown>> }
  /** Flows that are to be replaced have been stopped. */
  | { kind: 'stop' }
  /** Flows have been replaced and run. */
  | { kind: 'deploy' }
  | { kind: 'log'; level: number; text: string; node?: string };

type Kind = Observation['kind'];
type ObservationOf<K extends Kind> = Extract<Observation, { kind: K }>;

/** Keeps observations, and hands each to one waiting test. */
export interface ObservationLog {
  readonly all: readonly Observation[];
  add(observation: Observation): void;
  /**
   * The first observation that matches and that nobody has taken yet.
   *
   * @param description of what is waited for, for the error
   * @returns rejects after `timeout` ms, or when Node-RED ends
   */
  next<K extends Kind>(
    kind: K,
    matches: (observation: ObservationOf<K>) => boolean,
    description: string,
    timeout?: number,
  ): Promise<ObservationOf<K>>;
  /** Marks all observations up to now, or up to `last`, as handed out. */
  discard(last?: Observation): void;
  /** Ends all waiting, now and later, with this error. */
  end(error: Error): void;
}

/** The status that a node shows now. */
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

/** An empty log. */
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
