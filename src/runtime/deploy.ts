import { createHash } from 'node:crypto';
import type { NodeAPI } from 'node-red';
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

export interface NodeRegistry {
  getNode(id: string): object | null | undefined;
}

export interface NodeRedDeployApi {
  nodes: NodeRegistry;
  events: Pick<NodeAPI['events'], 'on' | 'off'>;
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
