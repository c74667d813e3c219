import type { NodeAPI } from 'node-red';
import { getSession } from '../session/bridge-node';
import type { NodeRegistry } from '../session/bridge-node';
import { toError, closedError } from '../node-errors';

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
 * @param start creates an instance; its signal aborts when the instance is not needed any more
 * @param onError called when starting or stopping fails
 */
export function restartOnDeploy<Instance extends Stoppable>(
  RED: DeployApi,
  id: string | undefined,
  start: (signal: AbortSignal) => Promise<Instance>,
  onError: (error: Error) => void,
): Supervisor<Instance> {
  const startInstance = (): StartedInstance<Instance> => {
    const abortController = new AbortController();
    const instance = start(abortController.signal);
    const started = { instance, abortController, hasFailed: false };
    instance.catch((error: unknown) => {
      started.hasFailed = true;
      if (!abortController.signal.aborted) onError(toError(error));
    });
    return started;
  };
  const stopInstance = ({ instance, abortController }: StartedInstance<Instance>): void => {
    abortController.abort(closedError());
    instance
      .then(
        (started) => started.stop(),
        () => undefined,
      )
      .catch((error: unknown) => onError(toError(error)));
  };
  let current = startInstance();
  const removeListener = onBridgeReplaced(RED, id, () => {
    stopInstance(current);
    current = startInstance();
  });
  return {
    current() {
      if (current.hasFailed && !current.abortController.signal.aborted) current = startInstance();
      return current.instance;
    },
    stop() {
      removeListener();
      stopInstance(current);
    },
  };
}

interface StartedInstance<Instance> {
  instance: Promise<Instance>;
  abortController: AbortController;
  hasFailed: boolean;
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
