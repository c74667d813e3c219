import { createHash } from 'node:crypto';
import type { NodeAPI } from 'node-red';
import { getBridgeSession } from './bridge/deployed';
import type { NodeRegistry } from './bridge/deployed';
import type { BridgeSession } from './bridge/session';
import { toNodeError, createNodeClosedError } from './errors';
import { unrefTimerClock } from '../bridge/clock';
import type { Clock, TimerHandle } from '../bridge/clock';
import { getNestedMember } from '../resources/members';

type DeployEvents = Pick<NodeAPI['events'], 'on'>;

/** From the first stop to the last start, in ms. Node-RED waits up to 15 s for a node to stop. */
export const maxDeployTime = 30_000;

const monitorsByEmitter = new WeakMap<DeployEvents, DeployMonitor>();

/** Listens until the process ends. */
export function getDeployMonitor(events: DeployEvents): DeployMonitor {
  const existing = monitorsByEmitter.get(events);
  if (existing !== undefined) return existing;
  const created = new DeployMonitor(events);
  monitorsByEmitter.set(events, created);
  return created;
}

/**
 * Distinguishes a deploy from a stop of the flows. Facts about Node-RED from `flows/index.js` of its runtime:
 * `flows:stopping` has the new configuration in a deploy and the running one in a stop; the starts of two deploys may
 * overlap, since only their stops are waited for.
 */
export class DeployMonitor {
  readonly #callbacks = new Set<() => void>();
  #runningFlows: unknown;
  #isReplacing = false;
  #startsInProgress = 0;
  #hasStartedAgain = false;
  #timer: TimerHandle | undefined;

  constructor(
    events: DeployEvents,
    private readonly clock: Clock = unrefTimerClock,
  ) {
    events.on('flows:stopping', (event: unknown) =>
      this.#onStopping(getNestedMember(event, 'config')),
    );
    events.on('flows:starting', (event: unknown) =>
      this.#onStarting(getNestedMember(event, 'config')),
    );
    events.on('flows:started', () => this.#onStarted());
    events.on('runtime-event', (event: unknown) => this.#onRuntimeEvent(event));
  }

  /** True for a closing node that a deploy may replace. */
  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** Calls back once: after the deploy has started its nodes, after a stop of the flows, or after `maxDeployTime`. */
  onceDeployed(callback: () => void): void {
    this.#callbacks.add(callback);
    this.#timer ??= this.clock.setTimeout(() => {
      this.#startsInProgress = 0;
      this.#endDeploy();
    }, maxDeployTime);
  }

  /** As `onceDeployed`, but calls back at once if no deploy or start is under way. */
  onceSettled(callback: () => void): void {
    const isStopped = this.#isReplacing && !this.#hasStartedAgain;
    if (this.#startsInProgress === 0 && !isStopped) callback();
    else this.onceDeployed(callback);
  }

  #onStopping(flows: unknown): void {
    this.#isReplacing = flows !== this.#runningFlows;
    this.#hasStartedAgain = false;
  }

  #onStarting(flows: unknown): void {
    this.#runningFlows = flows;
    this.#startsInProgress += 1;
    this.#hasStartedAgain = true;
  }

  #onStarted(): void {
    this.#startsInProgress = Math.max(0, this.#startsInProgress - 1);
    if (this.#startsInProgress === 0 && this.#hasStartedAgain) this.#endDeploy();
  }

  /** A deploy also ends without a start: types or modules are missing, or Node-RED is in safe mode. */
  #onRuntimeEvent(event: unknown): void {
    if (getNestedMember(event, 'id') !== 'runtime-state') return;
    const state = getNestedMember(event, 'payload', 'state');
    const isPartOfDeploy = getNestedMember(event, 'payload', 'deploy') === true;
    if ((state === 'stop' || state === 'safe') && !isPartOfDeploy) this.#endDeploy();
  }

  #endDeploy(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    const callbacks = [...this.#callbacks];
    this.#callbacks.clear();
    for (const callback of callbacks) callback();
  }
}

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

const drawingSettings: ReadonlySet<string> = new Set(['x', 'y', 'wires', 'w', 'h', 'g']);

const settingsByNode = new WeakMap<object, object>();

export function recordRunningNode(node: object, settings: object): void {
  settingsByNode.set(node, settings);
}

/** Undefined if there is no node, or if it is not from this package. */
export function digestRunningNode(node: object | null | undefined): string | undefined {
  const running = node ? settingsByNode.get(node) : undefined;
  if (running === undefined) return undefined;
  const settings = Object.entries(running).filter(([name]) => !drawingSettings.has(name));
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64');
}
