import type { NodeAPI } from 'node-red';
import { sessionOf } from './bridge-node';
import { asError, closedError } from './command-error';

type Running = Pick<NodeAPI, 'nodes' | 'events'>;

/**
 * Tells when a bridge was deployed anew, or for the first time, without the node that uses it. Node-RED starts such a
 * node along with it, unless the node names the bridge in a roundabout way, such as a property of its subflow.
 *
 * @param id the node's setting `bridge`
 * @returns ends the telling
 */
function whenReplaced(RED: Running, id: string | undefined, callback: () => void): () => void {
  let session = sessionOf(RED, id);
  return afterEachDeploy(RED.events, () => {
    const present = sessionOf(RED, id);
    if (present === session) return;
    session = present;
    callback();
  });
}

/** Something at work with a bridge. */
interface Run {
  stop(): void;
}

/** Work that goes on with each bridge that takes the place of the one before. */
export interface KeptRun<Kept extends Run> {
  /** The present run, begun again where it could not start before; rejects where it cannot start now either. */
  current(): Promise<Kept>;
  stop(): void;
}

/**
 * Keeps something at work, from now on and anew whenever its bridge is replaced.
 *
 * @param id the node's setting `bridge`
 * @param start begins the work; its signal says that it came too late
 * @param failed told why it could not start
 */
export function keepRunning<Kept extends Run>(
  RED: Running,
  id: string | undefined,
  start: (signal: AbortSignal) => Promise<Kept>,
  failed: (error: Error) => void,
): KeptRun<Kept> {
  const begin = (): Begun<Kept> => {
    const ending = new AbortController();
    const run = start(ending.signal);
    const begun = { run, ending, hasFailed: false };
    run.catch((error: unknown) => {
      begun.hasFailed = true;
      if (!ending.signal.aborted) failed(asError(error));
    });
    return begun;
  };
  const end = ({ run, ending }: Begun<Kept>): void => {
    ending.abort(closedError());
    run
      .then(
        (begun) => begun.stop(),
        () => undefined,
      )
      .catch((error: unknown) => failed(asError(error)));
  };
  let current = begin();
  const unwatch = whenReplaced(RED, id, () => {
    end(current);
    current = begin();
  });
  return {
    current() {
      if (current.hasFailed && !current.ending.signal.aborted) current = begin();
      return current.run;
    },
    stop() {
      unwatch();
      end(current);
    },
  };
}

interface Begun<Kept> {
  run: Promise<Kept>;
  ending: AbortController;
  hasFailed: boolean;
}

/** What is to be done after each deploy: one listener of Node-RED's serves all nodes. */
interface Deploys {
  readonly callbacks: Set<() => void>;
  readonly tell: () => void;
}

const deploysOf = new WeakMap<NodeAPI['events'], Deploys>();

function afterEachDeploy(events: NodeAPI['events'], callback: () => void): () => void {
  const { callbacks, tell } = deploysOf.get(events) ?? newDeploys();
  deploysOf.set(events, { callbacks, tell });
  if (callbacks.size === 0) events.on('flows:started', tell);
  callbacks.add(callback);
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) events.off('flows:started', tell);
  };
}

function newDeploys(): Deploys {
  const callbacks = new Set<() => void>();
  return {
    callbacks,
    tell() {
      for (const callback of callbacks) callback();
    },
  };
}
