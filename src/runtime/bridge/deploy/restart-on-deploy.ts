import type { NodeAPI } from 'node-red';
import { getBridgeSession } from '../bridge-node';
import type { NodeRegistry } from '../bridge-node';
import type { BridgeSession } from '../bridge-session';
import { toNodeError, createNodeClosedError } from '../../settings/node-errors';

export interface NodeRedDeployApi {
  nodes: NodeRegistry;
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
}

interface Stoppable {
  stop(): void;
}

/** An AbortController for each node would cost 0.8 KB. */
export type StartAbortSignal = Pick<AbortSignal, 'aborted' | 'throwIfAborted'>;

export interface BridgeDependentStarter<Instance extends Stoppable> {
  start(signal: StartAbortSignal): Promise<Instance>;
  /** Compared after each deploy. */
  dependency?(): string | undefined;
  onStartFailed(error: Error): void;
}

/**
 * Restarts an instance when a deploy replaces its bridge or changes `dependency`. A class instead of closures, since
 * each node has a supervisor.
 */
export class BridgeDependentSupervisor<Instance extends Stoppable> {
  #session: BridgeSession | undefined;
  #dependency: string | undefined;
  #current: StartedInstance<Instance>;

  /** @param id the node's setting `bridge` */
  constructor(
    private readonly RED: NodeRedDeployApi,
    private readonly id: string | undefined,
    private readonly starter: BridgeDependentStarter<Instance>,
  ) {
    this.#current = new StartedInstance(starter);
    this.#session = getBridgeSession(RED, id);
    this.#dependency = starter.dependency?.();
    const { all, notify } = getDeployListeners(RED.events);
    if (all.size === 0) RED.events.on('flows:started', notify);
    all.add(this);
  }

  /** Undefined before the start has finished and after `stop`. */
  get started(): Instance | undefined {
    return this.#current.started;
  }

  /** Starts again if the last start failed; rejects if that start fails too. */
  current(): Promise<Instance> {
    const { hasFailed, aborted } = this.#current;
    if (hasFailed && !aborted) this.#current = new StartedInstance(this.starter);
    return this.#current.instance;
  }

  stop(): void {
    const { events } = this.RED;
    const { all, notify } = getDeployListeners(events);
    if (all.delete(this) && all.size === 0) events.off('flows:started', notify);
    this.#current.stop();
  }

  /**
   * Restarts the instance if needed. Node-RED itself restarts a node of a replaced bridge, unless the node refers to
   * the bridge indirectly, such as by a property of its subflow.
   */
  onDeploy(): void {
    const session = getBridgeSession(this.RED, this.id);
    const dependency = this.starter.dependency?.();
    if (session === this.#session && dependency === this.#dependency) return;
    this.#session = session;
    this.#dependency = dependency;
    this.#current.stop();
    this.#current = new StartedInstance(this.starter);
  }
}

class StartedInstance<Instance extends Stoppable> implements StartAbortSignal {
  readonly instance: Promise<Instance>;
  /** Undefined before the start has finished and after `stop`. */
  started: Instance | undefined;
  aborted = false;
  hasFailed = false;

  constructor(private readonly starter: BridgeDependentStarter<Instance>) {
    this.instance = starter.start(this);
    void this.#keep();
  }

  async #keep(): Promise<void> {
    try {
      const started = await this.instance;
      if (!this.aborted) this.started = started;
    } catch (error) {
      this.hasFailed = true;
      if (!this.aborted) this.starter.onStartFailed(toNodeError(error));
    }
  }

  throwIfAborted(): void {
    if (this.aborted) throw createNodeClosedError();
  }

  /** If the instance is still starting, stops it after the start. */
  stop(): void {
    this.aborted = true;
    this.started = undefined;
    this.instance
      .then(
        (started) => started.stop(),
        () => undefined,
      )
      .catch((error: unknown) => this.starter.onStartFailed(toNodeError(error)));
  }
}

/** One listener on Node-RED's emitter serves all nodes. */
interface DeployListeners {
  readonly all: Set<{ onDeploy(): void }>;
  readonly notify: () => void;
}

const listenersByEmitter = new WeakMap<NodeRedDeployApi['events'], DeployListeners>();

function getDeployListeners(events: NodeRedDeployApi['events']): DeployListeners {
  const known = listenersByEmitter.get(events);
  if (known !== undefined) return known;
  const all: DeployListeners['all'] = new Set();
  const notify = (): void => {
    for (const listener of all) listener.onDeploy();
  };
  const listeners = { all, notify };
  listenersByEmitter.set(events, listeners);
  return listeners;
}
