import assert from 'node:assert/strict';
import type { FlowCredentials, FlowNode } from '../../../scripts/user-directory';
import { isBridgeError } from '../../../src/bridge';
import { isObject } from '../../../src/resources';
import type { DeployType, NodeRedHere } from './node-red-here';
import { nodeRedHere } from './node-red-here';
import type { Trial } from './trial';
import { until } from '../../support/until';

/** How a node ended its work on a message. */
export interface Completion {
  /** The message as the node left it. */
  message: Readonly<Record<string, unknown>>;
  error: unknown;
}

/** Most messages kept of those that arrived at one node. */
const mostKept = 100;

interface Given {
  node: string;
  completions: number;
  settle(completion: Completion): void;
}

/** Real nodes in a real Node-RED, watched for one trial. */
export class FlowTrial {
  /** Last status of each node. */
  readonly statuses = new Map<string, Readonly<Record<string, unknown>>>();
  /** Messages that arrived, by node. */
  readonly arrivals = new Map<string, Readonly<Record<string, unknown>>[]>();
  /** Warnings in the log of Node-RED. */
  readonly warnings: string[] = [];
  readonly #here: NodeRedHere;
  readonly #trial: Trial;
  readonly #pending = new WeakMap<object, Given>();
  readonly #arrivalListeners = new Map<
    string,
    (message: Readonly<Record<string, unknown>>) => void
  >();
  #credentials: FlowCredentials = {};
  #sent = 0;
  #answeredOnce = 0;
  #completions = 0;
  #arrivals = 0;
  /** Of how many messages one is searched for the key; looking takes longer than answering. */
  lookAtEvery = 1;
  /** Longest time that the nodes took to stop in a deploy, in ms. */
  longestStop = 0;

  private constructor(here: NodeRedHere, trial: Trial) {
    this.#here = here;
    this.#trial = trial;
  }

  /** Lets a trial have the Node-RED of this process until it ends. */
  static async start(trial: Trial): Promise<FlowTrial> {
    const here = await nodeRedHere();
    const flow = new FlowTrial(here, trial);
    here.tell({
      arrived: (node, message) => flow.#arrived(node, message),
      completed: (node, message, error) => flow.#completed(node, message, error),
      status: (node, status) => flow.#status(node, status),
      logged: (entry) => flow.#logged(entry),
    });
    trial.atEnd(() => flow.#end());
    return flow;
  }

  get here(): NodeRedHere {
    return this.#here;
  }

  /** Messages that nodes were given. */
  get given(): number {
    return this.#sent;
  }

  /** Messages that have no answer yet. */
  get open(): number {
    return this.#sent - this.#answeredOnce;
  }

  async deploy(
    flows: readonly FlowNode[],
    credentials: FlowCredentials = this.#credentials,
    type: DeployType = 'full',
  ): Promise<void> {
    this.#credentials = credentials;
    const took = await this.#here.deploy(flows, credentials, type);
    this.longestStop = Math.max(this.longestStop, took);
  }

  /** Hands a message to a node and waits until the node has finished with it. */
  give(node: string, message: object): Promise<Completion> {
    this.#sent += 1;
    return new Promise((settle) => {
      this.#pending.set(message, { node, completions: 0, settle });
      this.#here.send(node, message);
    });
  }

  /** As `give`. @throws the error of the node */
  async ask(node: string, message: object): Promise<Readonly<Record<string, unknown>>> {
    const { message: answered, error } = await this.give(node, message);
    if (error === undefined) return answered;
    throw error instanceof Error ? error : new Error(`${node} failed`, { cause: error });
  }

  /** As `give`, for a message that must be refused. @returns the code of the error */
  async refused(node: string, message: object): Promise<string> {
    const { error } = await this.give(node, message);
    assert.ok(isBridgeError(error), `${node} did not refuse: ${String(error)}`);
    return error.code;
  }

  /** Waits until a node shows a text. */
  async untilStatus(node: string, wanted: RegExp, limit?: number): Promise<void> {
    const shows = (): boolean => wanted.test(String(this.statuses.get(node)?.['text']));
    await until(`a status ${String(wanted)} of ${node}`, shows, limit ? { limit } : {});
  }

  /** Calls back with each message that arrives at a node. */
  onArrival(node: string, listener: (message: Readonly<Record<string, unknown>>) => void): void {
    this.#arrivalListeners.set(node, listener);
  }

  /** Messages that arrived at a node. */
  arrived(node: string): readonly Readonly<Record<string, unknown>>[] {
    return this.arrivals.get(node) ?? [];
  }

  /** One request to the editor's interface. */
  async admin(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(`http://127.0.0.1:${this.#here.port}/${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    this.#trial.keyWatch.see(`the answer to ${method} ${path}`, text);
    return { status: response.status, text };
  }

  #arrived(node: string, message: object): void {
    this.#arrivals += 1;
    if (this.#arrivals % this.lookAtEvery === 0) this.#trial.keyWatch.see('a message', message);
    const arrived = this.arrivals.get(node) ?? [];
    this.arrivals.set(node, arrived);
    const seen = isObject(message) ? message : {};
    arrived.push(seen);
    this.#arrivalListeners.get(node)?.(seen);
    if (arrived.length > mostKept) arrived.shift();
  }

  #completed(node: string, message: object, error: unknown): void {
    const given = this.#pending.get(message);
    if (given?.node !== node) return;
    given.completions += 1;
    if (given.completions === 1) this.#answeredOnce += 1;
    if (given.completions === 2) this.#answeredOnce -= 1;
    if (error !== undefined) this.#trial.keyWatch.see('an error of a node', error);
    this.#completions += 1;
    if (this.#completions % this.lookAtEvery === 0) {
      this.#trial.keyWatch.see('a message that a node has answered', message);
    }
    given.settle({ message: isObject(message) ? message : {}, error });
  }

  #status(node: string, status: object): void {
    this.#trial.keyWatch.see('a status', status);
    this.statuses.set(node, { ...status });
  }

  #logged(entry: object): void {
    const text = isObject(entry) ? String(entry['msg']) : '';
    const level = isObject(entry) ? entry['level'] : undefined;
    this.#trial.keyWatch.see('the log', entry);
    if (level === this.#here.red.log.WARN) this.warnings.push(text);
  }

  async #end(): Promise<void> {
    const exported = await this.#here.red.runtime.flows.getFlows({});
    this.#trial.keyWatch.see('the exported flows', JSON.stringify(exported));
    const took = await this.#here.deploy([], {}, 'full');
    assert.ok(took < 2_000, `The nodes took ${Math.round(took)} ms to stop`);
    this.#trial.messages(this.#sent, this.#answeredOnce);
    this.#here.tell(undefined);
  }
}
