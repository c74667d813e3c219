import type { NodeAPI } from 'node-red';
import { getSession } from '../session/bridge-node';
import type { NodeRegistry } from '../session/bridge-node';
import { toNodeError, closedError } from '../node-errors';

/** The parts of Node-RED that tell of deploys and of the nodes that are deployed. */
export interface DeployApi {
  nodes: NodeRegistry;
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/**
 * Calls back when a bridge was deployed without the node that uses it. Node-RED restarts such a node
 * itself, except when the node refers to the bridge indirectly, as by a property of its subflow.
 *
 * @param id the node's setting `bridge`
 * @returns removes the listener
 */
function onBridgeReplaced(
  RED: DeployApi,
  id: string | undefined,
  callback: () => void,
): () => void {
  let session = getSession(RED, id);
  return onDeploy(RED.events, () => {
    const current = getSession(RED, id);
    if (current === session) return;
    session = current;
    callback();
  });
}

/** Something that runs until it is stopped. */
interface Stoppable {
  stop(): void;
}

/** Says whether an instance is still needed while it starts; an AbortController for each node would cost 0.8 KB. */
export type StartSignal = Pick<AbortSignal, 'aborted' | 'throwIfAborted'>;

/** Access to the present instance of something that is restarted when its bridge is replaced. */
export interface Supervisor<Instance extends Stoppable> {
  /** The present instance; starts again when the last start failed, and rejects when that fails too. */
  current(): Promise<Instance>;
  stop(): void;
}

/**
 * Starts something, and restarts it whenever its bridge is replaced by a deploy.
 *
 * @param id the node's setting `bridge`
 * @param start creates an instance; its signal is aborted when the instance is not needed any more
 * @param onError called when starting or stopping fails
 */
export function restartOnDeploy<Instance extends Stoppable>(
  RED: DeployApi,
  id: string | undefined,
  start: (signal: StartSignal) => Promise<Instance>,
  onError: (error: Error) => void,
): Supervisor<Instance> {
  let current = new StartedInstance(start, onError);
  const removeListener = onBridgeReplaced(RED, id, () => {
    current.stop();
    current = new StartedInstance(start, onError);
  });
  return {
    current() {
      if (current.hasFailed && !current.aborted) current = new StartedInstance(start, onError);
      return current.instance;
    },
    stop() {
      removeListener();
      current.stop();
    },
  };
}

/** One start, and what came of it. */
class StartedInstance<Instance extends Stoppable> implements StartSignal {
  readonly instance: Promise<Instance>;
  readonly #onError: (error: Error) => void;
  aborted = false;
  hasFailed = false;

  constructor(start: (signal: StartSignal) => Promise<Instance>, onError: (error: Error) => void) {
    this.#onError = onError;
    this.instance = start(this);
    this.instance.catch((error: unknown) => {
      this.hasFailed = true;
      if (!this.aborted) onError(toNodeError(error));
    });
  }

  throwIfAborted(): void {
    if (this.aborted) throw closedError();
  }

  /** Stops the instance, as soon as it has started. */
  stop(): void {
    this.aborted = true;
    this.instance
      .then(
        (started) => started.stop(),
        () => undefined,
      )
      .catch((error: unknown) => this.#onError(toNodeError(error)));
  }
}

/** Callbacks for each deploy; one listener on Node-RED's emitter serves all nodes. */
interface DeployListeners {
  readonly callbacks: Set<() => void>;
  readonly notify: () => void;
}

const listenersByEmitter = new WeakMap<DeployApi['events'], DeployListeners>();

function onDeploy(events: DeployApi['events'], callback: () => void): () => void {
  const { callbacks, notify } = listenersByEmitter.get(events) ?? createDeployListeners();
  listenersByEmitter.set(events, { callbacks, notify });
  if (callbacks.size === 0) events.on('flows:started', notify);
  callbacks.add(callback);
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) events.off('flows:started', notify);
  };
}

function createDeployListeners(): DeployListeners {
  const callbacks = new Set<() => void>();
  return {
    callbacks,
    notify() {
      for (const callback of callbacks) callback();
    },
  };
}
