import type { NodeAPI } from 'node-red';
import { getBridgeSession } from '../bridge-node';
import type { NodeRegistry } from '../bridge-node';
import type { BridgeSession } from '../bridge-session';
import { toNodeError, nodeClosedError } from '../../settings/node-errors';

/** The parts of Node-RED that report deploys and find the nodes that are deployed. */
export interface NodeRedDeployApi {
  nodes: NodeRegistry;
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

/** Something that runs until it is stopped. */
interface Stoppable {
  stop(): void;
}

/** Says whether an instance is still needed while it starts; an AbortController for each node would cost 0.8 KB. */
export type StartAbortSignal = Pick<AbortSignal, 'aborted' | 'throwIfAborted'>;

/** Access to the present instance of something that is restarted when its bridge is replaced. */
export interface BridgeDependentSupervisor<Instance extends Stoppable> {
  /** The present instance; undefined until it has started, and after the stop. */
  readonly started: Instance | undefined;
  /** The present instance; starts again when the last start failed, and rejects when that fails too. */
  current(): Promise<Instance>;
  stop(): void;
}

/** Starts something that depends on a bridge. */
export interface BridgeDependentStarter<Instance extends Stoppable> {
  /** Creates an instance. @param signal aborted when the instance is not needed any more */
  start(signal: StartAbortSignal): Promise<Instance>;
  /** What a start depends on beside the bridge, compared after each deploy; on nothing else when missing. */
  dependency?(): string | undefined;
  /** Called when starting or stopping fails. */
  onStartFailed(error: Error): void;
}

/**
 * Starts something, and restarts it whenever a deploy replaces its bridge or changes what else it depends on.
 *
 * @param id the node's setting `bridge`
 */
export const restartOnDeploy = <Instance extends Stoppable>(
  RED: NodeRedDeployApi,
  id: string | undefined,
  starter: BridgeDependentStarter<Instance>,
): BridgeDependentSupervisor<Instance> => new DeploySupervisor(RED, id, starter);

/** An object with fields rather than functions that remember them: each node has one of these. */
class DeploySupervisor<Instance extends Stoppable>
  implements BridgeDependentSupervisor<Instance>, DeployListener
{
  readonly #RED: NodeRedDeployApi;
  readonly #id: string | undefined;
  readonly #starter: BridgeDependentStarter<Instance>;
  #session: BridgeSession | undefined;
  #dependency: string | undefined;
  #current: StartedInstance<Instance>;

  constructor(
    RED: NodeRedDeployApi,
    id: string | undefined,
    starter: BridgeDependentStarter<Instance>,
  ) {
    this.#RED = RED;
    this.#id = id;
    this.#starter = starter;
    this.#current = new StartedInstance(starter);
    this.#session = getBridgeSession(RED, id);
    this.#dependency = starter.dependency?.();
    addDeployListener(RED.events, this);
  }

  get started(): Instance | undefined {
    return this.#current.started;
  }

  current(): Promise<Instance> {
    const { hasFailed, aborted } = this.#current;
    if (hasFailed && !aborted) this.#current = new StartedInstance(this.#starter);
    return this.#current.instance;
  }

  stop(): void {
    removeDeployListener(this.#RED.events, this);
    this.#current.stop();
  }

  /**
   * Restarts after a deploy of the bridge without the node that uses it. Node-RED restarts such a node itself, except
   * when the node refers to the bridge indirectly, as by a property of its subflow.
   */
  onDeploy(): void {
    const session = getBridgeSession(this.#RED, this.#id);
    const dependency = this.#starter.dependency?.();
    if (session === this.#session && dependency === this.#dependency) return;
    this.#session = session;
    this.#dependency = dependency;
    this.#current.stop();
    this.#current = new StartedInstance(this.#starter);
  }
}

/** One start, and what came of it. */
class StartedInstance<Instance extends Stoppable> implements StartAbortSignal {
  readonly instance: Promise<Instance>;
  readonly #starter: BridgeDependentStarter<Instance>;
  /** Undefined until it has started, and after the stop. */
  started: Instance | undefined;
  aborted = false;
  hasFailed = false;

  constructor(starter: BridgeDependentStarter<Instance>) {
    this.#starter = starter;
    this.instance = starter.start(this);
    this.instance.then(
      (started) => this.#onStarted(started),
      (error: unknown) => this.#onFailed(error),
    );
  }

  #onStarted(started: Instance): void {
    if (!this.aborted) this.started = started;
  }

  #onFailed(error: unknown): void {
    this.hasFailed = true;
    if (!this.aborted) this.#starter.onStartFailed(toNodeError(error));
  }

  throwIfAborted(): void {
    if (this.aborted) throw nodeClosedError();
  }

  /** Stops the instance, as soon as it has started. */
  stop(): void {
    this.aborted = true;
    this.started = undefined;
    this.instance
      .then(
        (started) => started.stop(),
        () => undefined,
      )
      .catch((error: unknown) => this.#starter.onStartFailed(toNodeError(error)));
  }
}

/** Something that is notified of each deploy. */
interface DeployListener {
  onDeploy(): void;
}

/** The listeners of a Node-RED; one listener on its emitter serves all nodes. */
interface DeployListeners {
  readonly all: Set<DeployListener>;
  readonly notify: () => void;
}

const listenersByEmitter = new WeakMap<NodeRedDeployApi['events'], DeployListeners>();

function addDeployListener(events: NodeRedDeployApi['events'], listener: DeployListener): void {
  const listeners = listenersByEmitter.get(events) ?? createDeployListeners();
  listenersByEmitter.set(events, listeners);
  if (listeners.all.size === 0) events.on('flows:started', listeners.notify);
  listeners.all.add(listener);
}

function removeDeployListener(events: NodeRedDeployApi['events'], listener: DeployListener): void {
  const listeners = listenersByEmitter.get(events);
  if (listeners?.all.delete(listener) === true && listeners.all.size === 0)
    events.off('flows:started', listeners.notify);
}

function createDeployListeners(): DeployListeners {
  const all = new Set<DeployListener>();
  return {
    all,
    notify() {
      for (const listener of all) listener.onDeploy();
    },
  };
}
