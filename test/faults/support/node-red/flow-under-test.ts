import assert from 'node:assert/strict';
import type { FlowCredentials, FlowNode } from '../../../../scripts/node-red/user-directory';
import { isBridgeError } from '../../../../src/bridge';
import { isObject } from '../../../../src/resources/members';
import { getSharedNodeRed } from './shared-node-red';
import type { DeployType, SharedNodeRed } from './shared-node-red';
import type { Trial, PinnedAddress } from '../trial';
import { waitUntil } from '../../../support/wait-until';

const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Faults' };

/** Pins the certificate. */
export const createBridgeNode = (address: PinnedAddress, settings: object = {}): FlowNode => ({
  id: 'bridge',
  type: 'bridge-config',
  name: '',
  host: address.host,
  port: String(address.port),
  keyHeader: 'home-application-key',
  fingerprint: address.fingerprint,
  ...settings,
});

/** For trials that are not about rates. */
export const unthrottledLimits = {
  lampsPerSecond: 1_000,
  groupsPerSecond: 1_000,
  othersPerSecond: 1_000,
};

/** For the bridge node. */
export const unthrottledSettings = Object.fromEntries(
  Object.entries(unthrottledLimits).map(([name, rate]) => [name, String(rate)]),
);

export const createCredentials = ({ key }: Trial): FlowCredentials => ({ bridge: { key } });

/** Wires the node to `out`. */
export const createNode = (id: string, type: string, settings: object = {}): FlowNode => ({
  id,
  type,
  z: 'tab',
  name: '',
  bridge: 'bridge',
  target: '',
  wires: [['out']],
  ...settings,
});

/** Takes all messages of the nodes. */
const sinkNode: FlowNode = {
  id: 'out',
  type: 'debug',
  z: 'tab',
  active: false,
  tosidebar: false,
  console: false,
  complete: 'true',
  wires: [],
};

/** In `paletteNodes`: the message says all. */
export const actionNodes = ['light', 'room', 'scene', 'sensor', 'resource'] as const;

/** One of each kind; the message says all. */
export const paletteNodes: readonly FlowNode[] = [
  createNode('light', 'bridge-light'),
  createNode('room', 'bridge-room', { operation: '' }),
  createNode('scene', 'bridge-smart-scene', { operation: '', recall: '' }),
  createNode('sensor', 'bridge-sensor', { action: '' }),
  createNode('resource', 'bridge-resource', { operation: '', rtype: '' }),
  createNode('poll', 'bridge-poll', { rtype: 'light', interval: '1', emit: 'change' }),
];

export const createFlow = (
  bridge: FlowNode,
  nodes: readonly FlowNode[] = paletteNodes,
): readonly FlowNode[] => [tab, bridge, ...nodes, sinkNode];

export interface NodeCompletion {
  /** As the node left it. */
  message: Readonly<Record<string, unknown>>;
  error: unknown;
}

/** At one node. */
const maxKeptMessages = 100;

interface PendingMessage {
  node: string;
  completions: number;
  resolve(completion: NodeCompletion): void;
}

/** Observes a real Node-RED for one trial. */
export class FlowUnderTest {
  /** Last status of each node. */
  readonly statuses = new Map<string, Readonly<Record<string, unknown>>>();
  /** By node. */
  readonly arrivals = new Map<string, Readonly<Record<string, unknown>>[]>();
  /** In the log of Node-RED. */
  readonly warnings: string[] = [];
  readonly #nodeRed: SharedNodeRed;
  readonly #trial: Trial;
  readonly #pending = new WeakMap<object, PendingMessage>();
  readonly #arrivalListeners = new Map<
    string,
    (message: Readonly<Record<string, unknown>>) => void
  >();
  #credentials: FlowCredentials = {};
  #sent = 0;
  #answeredOnce = 0;
  #completions = 0;
  #arrivals = 0;
  /** Every n-th message is searched for the key: searching takes longer than handling. */
  keyCheckInterval = 1;
  /** Longest stop of nodes in a deploy, in ms. */
  longestStop = 0;

  private constructor(nodeRed: SharedNodeRed, trial: Trial) {
    this.#nodeRed = nodeRed;
    this.#trial = trial;
  }

  /** The trial has the Node-RED of this process until it ends. */
  static async start(trial: Trial): Promise<FlowUnderTest> {
    const nodeRed = await getSharedNodeRed();
    const flow = new FlowUnderTest(nodeRed, trial);
    nodeRed.setListener({
      onArrival: (node, message) => flow.#arrived(node, message),
      onCompletion: (node, message, error) => flow.#completed(node, message, error),
      onStatus: (node, status) => flow.#status(node, status),
      onLog: (entry) => flow.#logged(entry),
    });
    trial.addCleanup(() => flow.#end());
    return flow;
  }

  get nodeRed(): SharedNodeRed {
    return this.#nodeRed;
  }

  /** Number of messages sent to nodes. */
  get sentCount(): number {
    return this.#sent;
  }

  /** Counts messages completed exactly once. */
  get answeredOnceCount(): number {
    return this.#answeredOnce;
  }

  get unansweredCount(): number {
    return this.#sent - this.#answeredOnce;
  }

  async deploy(
    flows: readonly FlowNode[],
    credentials: FlowCredentials = this.#credentials,
    type: DeployType = 'full',
  ): Promise<void> {
    this.#credentials = credentials;
    const took = await this.#nodeRed.deploy(flows, credentials, type);
    this.longestStop = Math.max(this.longestStop, took);
  }

  sendAndWait(node: string, message: object): Promise<NodeCompletion> {
    this.#sent += 1;
    return new Promise((resolve) => {
      this.#pending.set(message, { node, completions: 0, resolve });
      this.#nodeRed.send(node, message);
    });
  }

  /** @throws the error of the node */
  async sendOrThrow(node: string, message: object): Promise<Readonly<Record<string, unknown>>> {
    const { message: answered, error } = await this.sendAndWait(node, message);
    if (error === undefined) return answered;
    throw error instanceof Error ? error : new Error(`${node} failed`, { cause: error });
  }

  /** @returns the code of the error */
  async sendExpectingRefusal(node: string, message: object): Promise<string> {
    const { error } = await this.sendAndWait(node, message);
    assert.ok(isBridgeError(error), `${node} did not refuse: ${String(error)}`);
    return error.code;
  }

  async waitForStatus(node: string, pattern: RegExp, limit?: number): Promise<void> {
    const isShown = (): boolean => pattern.test(String(this.statuses.get(node)?.['text']));
    await waitUntil(
      `a status ${String(pattern)} of ${node}`,
      isShown,
      limit ? { timeout: limit } : {},
    );
  }

  onArrival(node: string, listener: (message: Readonly<Record<string, unknown>>) => void): void {
    this.#arrivalListeners.set(node, listener);
  }

  arrived(node: string): readonly Readonly<Record<string, unknown>>[] {
    return this.arrivals.get(node) ?? [];
  }

  /** One request to the editor's interface. */
  async admin(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(`http://127.0.0.1:${this.#nodeRed.port}/${path}`, {
      method,
      headers: { 'x-requested-with': 'XMLHttpRequest', ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    this.#trial.keyLeakDetector.check(`the answer to ${method} ${path}`, text);
    return { status: response.status, text };
  }

  #arrived(node: string, message: object): void {
    this.#arrivals += 1;
    if (this.#arrivals % this.keyCheckInterval === 0)
      this.#trial.keyLeakDetector.check('a message', message);
    const arrived = this.arrivals.get(node) ?? [];
    this.arrivals.set(node, arrived);
    const seen = isObject(message) ? message : {};
    arrived.push(seen);
    this.#arrivalListeners.get(node)?.(seen);
    if (arrived.length > maxKeptMessages) arrived.shift();
  }

  #completed(node: string, message: object, error: unknown): void {
    const sentCount = this.#pending.get(message);
    if (sentCount?.node !== node) return;
    sentCount.completions += 1;
    if (sentCount.completions === 1) this.#answeredOnce += 1;
    if (sentCount.completions === 2) this.#answeredOnce -= 1;
    if (error !== undefined) this.#trial.keyLeakDetector.check('an error of a node', error);
    this.#completions += 1;
    if (this.#completions % this.keyCheckInterval === 0) {
      this.#trial.keyLeakDetector.check('a message that a node has answered', message);
    }
    sentCount.resolve({ message: isObject(message) ? message : {}, error });
  }

  #status(node: string, status: object): void {
    this.#trial.keyLeakDetector.check('a status', status);
    this.statuses.set(node, { ...status });
  }

  #logged(entry: object): void {
    const text = isObject(entry) ? String(entry['msg']) : '';
    const level = isObject(entry) ? entry['level'] : undefined;
    this.#trial.keyLeakDetector.check('the log', entry);
    if (level === this.#nodeRed.red.log.WARN) this.warnings.push(text);
  }

  async #end(): Promise<void> {
    const exported = await this.#nodeRed.red.runtime.flows.getFlows({});
    this.#trial.keyLeakDetector.check('the exported flows', JSON.stringify(exported));
    const took = await this.#nodeRed.deploy([], {}, 'full');
    assert.ok(took < 2_000, `The nodes took ${Math.round(took)} ms to stop`);
    this.#trial.countMessages(this.#sent, this.#answeredOnce);
    this.#nodeRed.setListener(undefined);
  }
}
