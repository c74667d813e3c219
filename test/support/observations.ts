import { inspect } from 'node:util';

/** A message of a flow; whatever it holds came through the message copy of the child process. */
export type FlowMessage = Readonly<Record<string, unknown>>;

/** What a node reported with `done(error)`, as a Catch node sees it. */
export interface ReportedError {
  message: string;
  code?: unknown;
  cause?: unknown;
}

/** What Node-RED did, told by its own hooks and events. */
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
type Of<K extends Kind> = Extract<Observation, { kind: K }>;

/** Keeps what was observed, and hands each observation to one waiting test. */
export interface ObservationLog {
  readonly all: readonly Observation[];
  add(observation: Observation): void;
  /**
   * The first observation that matches and that nobody has taken yet.
   *
   * @param what says in words what is waited for
   * @returns rejects after `timeout` ms, or when Node-RED ends
   */
  next<K extends Kind>(
    kind: K,
    matches: (observation: Of<K>) => boolean,
    what: string,
    timeout?: number,
  ): Promise<Of<K>>;
  /** Hands out nothing of what was seen up to now, or up to an observation. */
  forget(last?: Observation): void;
  /** Ends all waiting, now and later, with this error. */
  end(error: Error): void;
}

/** The status that a node shows now. */
export function shownStatus(all: readonly Observation[], node: string): Of<'status'>['status'] {
  const last = all.findLast((seen) => seen.kind === 'status' && seen.node === node);
  return last?.kind === 'status' ? last.status : {};
}

interface Waiting {
  offer(observation: Observation): boolean;
  reject(error: Error): void;
}

/** An empty log. */
export function createObservationLog(): ObservationLog {
  const all: Observation[] = [];
  const taken = new Set<Observation>();
  const waiting = new Set<Waiting>();
  let ended: Error | undefined;

  return {
    all,
    add(observation) {
      all.push(observation);
      for (const one of waiting) {
        if (one.offer(observation)) return;
      }
    },
    next(kind, matches, what, timeout = 15_000) {
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          offer(observation) {
            if (!isKind(observation, kind) || taken.has(observation) || !matches(observation)) {
              return false;
            }
            taken.add(observation);
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
          one.reject(new Error(`No ${what} within ${timeout} ms. ${describe(all)}`));
        }, timeout);
        const settle = (): void => {
          clearTimeout(timer);
          waiting.delete(one);
        };
        waiting.add(one);
        if (all.some((observation) => one.offer(observation))) return;
        if (ended !== undefined) one.reject(ended);
      });
    },
    forget(last = all.at(-1)) {
      for (const observation of all) {
        taken.add(observation);
        if (observation === last) return;
      }
    },
    end(error) {
      ended = error;
      for (const one of waiting) one.reject(error);
    },
  };
}

const isKind = <K extends Kind>(observation: Observation, kind: K): observation is Of<K> =>
  observation.kind === kind;

const describe = (all: readonly Observation[]): string =>
  `Last seen: ${inspect(all.slice(-8), { depth: 5, breakLength: 120, maxStringLength: 200 })}`;
