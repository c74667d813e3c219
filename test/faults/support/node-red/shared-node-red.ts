import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeRedApp } from 'node-red';
import { findMessageReceiver } from '../../../../scripts/node-red/message-receiver';
import { runNodeRed } from '../../../../scripts/node-red/run-node-red';
import { linkPackage, writeFlows } from '../../../../scripts/node-red/user-directory';
import type { FlowCredentials, FlowNode } from '../../../../scripts/node-red/user-directory';
import { isObject } from '../../../../src/resources/members';
import { freeUdpPort } from '../../../support/network/mdns';
import { nodeRedVersion } from '../../../support/node-red/node-red';
import { startStopwatch } from '../timing';

/** For hooks and events of Node-RED. */
export interface NodeRedListener {
  onArrival(node: string, message: object): void;
  onCompletion(node: string, message: object, error: unknown): void;
  onStatus(node: string, onStatus: object): void;
  onLog(entry: object): void;
}

/** What a deploy stops and starts again. */
export type DeployType = 'full' | 'nodes' | 'flows';

/** Once in this process. Its editor asks for a token. */
export interface SharedNodeRed {
  readonly red: NodeRedApp;
  readonly port: number;
  readonly userDirectory: string;
  /** UDP port for announcements, instead of the usual port. */
  readonly mdnsPort: number;
  /** Undefined removes the listener. */
  setListener(listener: NodeRedListener | undefined): void;
  /**
   * Waits until the flows run.
   *
   * @returns ms until the nodes stopped, without Node-RED's own work such as writing files
   */
  deploy(
    flows: readonly FlowNode[],
    credentials: FlowCredentials,
    type: DeployType,
  ): Promise<number>;
  /** As if over a wire. */
  send(node: string, message: object): void;
  stop(): Promise<void>;
}

/** With their permissions. */
export const tokens = { 'token-for-everything': '*', 'token-for-reading': 'read' } as const;

let sharedInstance: Promise<SharedNodeRed> | undefined;

export function getSharedNodeRed(): Promise<SharedNodeRed> {
  sharedInstance ??= start();
  return sharedInstance;
}

export async function stopSharedNodeRed(): Promise<void> {
  const sharedNodeRed = await sharedInstance;
  await sharedNodeRed?.stop();
}

async function start(): Promise<SharedNodeRed> {
  const { default: red } =
    nodeRedVersion === 5 ? await import('node-red-5') : await import('node-red');
  const userDirectory = mkdtempSync(join(tmpdir(), 'node-red-faults-'));
  linkPackage(userDirectory);
  writeFlows(userDirectory, [], {});
  const mdnsPort = await freeUdpPort();
  const lightingBridge = { discovery: { port: mdnsPort } };
  const run = await runNodeRed({
    red,
    userDirectory,
    port: 0,
    settings: { ...settings, lightingBridge },
  });
  let listener: NodeRedListener | undefined;
  listen(red, () => listener);
  return {
    red,
    port: run.port,
    userDirectory,
    mdnsPort,
    setListener(next) {
      listener = next;
    },
    async deploy(flows, credentials, type) {
      const started = once(red.events, 'flows:started');
      const deployRequest = { flows: { flows: [...flows], credentials }, deploymentType: type };
      const stop = measureNextStop(red);
      await red.runtime.flows.setFlows(deployRequest);
      await started;
      return stop.finish();
    },
    send: (node, message) => findMessageReceiver(red, node).receive(message),
    async stop() {
      await run.stop();
      rmSync(userDirectory, { recursive: true, force: true });
    },
  };
}

function measureNextStop({ events }: NodeRedApp): { finish(): number } {
  const stopwatch = startStopwatch();
  let [from, to] = [0, 0];
  events.once('flows:stopping', () => (from = stopwatch.ms()));
  events.once('flows:stopped', () => (to = stopwatch.ms()));
  return {
    finish() {
      stopwatch.stop();
      return to - from;
    },
  };
}

const isToken = (token: string): token is keyof typeof tokens => Object.hasOwn(tokens, token);

const settings = {
  mqttReconnectTime: 100,
  logging: { console: { level: 'off', metrics: false, audit: false } },
  adminAuth: {
    type: 'credentials',
    users: [],
    tokens: (token: string) =>
      Promise.resolve(isToken(token) ? { username: token, permissions: tokens[token] } : null),
  },
};

function listen(red: NodeRedApp, listener: () => NodeRedListener | undefined): void {
  red.hooks.add('onReceive', ({ msg, destination }) => listener()?.onArrival(destination.id, msg));
  red.hooks.add('onComplete', ({ msg, node, error }) =>
    listener()?.onCompletion(node.id, msg, error ?? undefined),
  );
  red.events.on('node-status', ({ id, status }: { id: string; status?: object }) =>
    listener()?.onStatus(id, status ?? {}),
  );
  const log = new EventEmitter();
  log.on('log', (entry: unknown) => {
    if (isObject(entry)) listener()?.onLog(entry);
  });
  red.log.addHandler(log);
}
