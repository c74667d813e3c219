import { getBridgeSession } from './bridge/deployed';
import type { BridgeSession } from './bridge/session';
import { toNodeError, createNodeClosedError } from './errors';
import type { NodeRedDeployApi } from './deploy';

interface Stoppable {
  stop(): void;
}

/** An AbortController for each node would cost 0.8 KB. */
export type StartAbortSignal = Pick<AbortSignal, 'aborted' | 'throwIfAborted'>;

export interface StartOnBridge<Instance extends Stoppable> {
  start(signal: StartAbortSignal): Promise<Instance>;
  /** Serialized names of the bridges that the start may look up. Missing if it looks up none. */
  bridgeNames?(): string | undefined;
  onStartFailed(error: Error): void;
}

/**
 * Runs something on a bridge, and starts it again when a deploy replaces the bridge or changes `bridgeNames`. A class
 * instead of closures, since each node has an instance.
 */
export class RunOnBridge<Instance extends Stoppable> {
  #session: BridgeSession | undefined;
  #bridgeNames: string | undefined;
  #current: StartedInstance<Instance>;

  /** @param id the node's setting `bridge` */
  constructor(
    private readonly RED: NodeRedDeployApi,
    private readonly id: string | undefined,
    private readonly starter: StartOnBridge<Instance>,
  ) {
    this.#current = new StartedInstance(starter);
    this.#session = getBridgeSession(RED, id);
    this.#bridgeNames = starter.bridgeNames?.();
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
    const bridgeNames = this.starter.bridgeNames?.();
    if (session === this.#session && bridgeNames === this.#bridgeNames) return;
    this.#session = session;
    this.#bridgeNames = bridgeNames;
    this.#current.stop();
    this.#current = new StartedInstance(this.starter);
  }
}

/** Is one start: its instance once it runs, and the signal that stops it. */
class StartedInstance<Instance extends Stoppable> implements StartAbortSignal {
  readonly instance: Promise<Instance>;
  /** Undefined before the start has finished and after `stop`. */
  started: Instance | undefined;
  aborted = false;
  hasFailed = false;

  constructor(private readonly starter: StartOnBridge<Instance>) {
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
