import type { FlowCredentials, FlowNode } from '../../../scripts/node-red/user-directory';
import { startSimulator } from '../../../src/simulator';
import type { LoggedRequest, Simulator } from '../../../src/simulator';
import { loadFlow } from './flow-in-process';
import type { FlowMessage } from './node-red';
import type { LoadedFlow } from './flow-in-process';

/** A flow of our nodes, connected to a simulated home over TLS. */
export interface FlowHarness extends LoadedFlow {
  simulator: Simulator;
  /** As it was deployed first. */
  readonly flow: readonly FlowNode[];
  /** Waits for what the node sends on. */
  request(nodeId: string, message: FlowMessage): Promise<FlowMessage>;
  /** At the bridge, oldest first. */
  writes(): readonly RecordedWrite[];
  stop(): Promise<void>;
}

/** No GET; its body is parsed. */
export interface RecordedWrite {
  method: string;
  path: string;
  body: unknown;
}

/** Pinned to the simulator's certificate. */
export const createBridgeNode = (simulator: Simulator, settings: object = {}): FlowNode => ({
  id: 'bridge',
  type: 'bridge-config',
  name: '',
  host: simulator.host,
  port: String(simulator.port),
  keyHeader: 'home-application-key',
  fingerprint: simulator.fingerprint,
  lampsPerSecond: '100',
  groupsPerSecond: '100',
  othersPerSecond: '100',
  ...settings,
});

/** Creates a node on the tab `tab`, without wires by default. */
export const createFlowNode = (id: string, type: string, settings: object = {}): FlowNode => ({
  id,
  type,
  z: 'tab',
  x: 0,
  y: 0,
  bridge: 'bridge',
  wires: [],
  ...settings,
});

/** Returns credentials as Node-RED keeps them. */
export const createCredentials = (simulator: Simulator): FlowCredentials => ({
  bridge: { key: simulator.key },
});

interface FlowHarnessOptions {
  simulator?: Simulator;
  /** Settings of the bridge node. */
  bridge?: object;
  /** By name. The caller stops them. */
  furtherBridges?: Readonly<Record<string, Simulator>>;
  /** As `loadFlow` takes them. */
  nodeFiles?: readonly unknown[];
}

/** The first two outputs of each node lead to `out`. */
export async function startFlowHarness(
  nodes: readonly FlowNode[],
  options: FlowHarnessOptions = {},
): Promise<FlowHarness> {
  const furtherBridges = Object.entries(options.furtherBridges ?? {});
  const simulator = options.simulator ?? (await startSimulator());
  const nodesWithWires = nodes.map((node) => ({
    bridge: 'bridge',
    z: 'tab',
    x: 0,
    y: 0,
    wires: [['out'], ['out']],
    ...node,
  }));
  const flow: readonly FlowNode[] = [
    { id: 'tab', type: 'tab', label: 'Tab' },
    createBridgeNode(simulator, options.bridge),
    ...furtherBridges.map(([name, further]) =>
      createBridgeNode(further, { id: toBridgeId(name), name }),
    ),
    ...nodesWithWires,
    { id: 'out', type: 'helper', z: 'tab', x: 0, y: 0, wires: [] },
  ];
  const loaded = await loadFlow(
    flow,
    {
      ...createCredentials(simulator),
      ...Object.fromEntries(furtherBridges.map(([name, { key }]) => [toBridgeId(name), { key }])),
    },
    options.nodeFiles,
  );
  let requestCount = 0;
  return {
    ...loaded,
    simulator,
    flow,
    request(nodeId, message) {
      requestCount += 1;
      const requestId = requestCount;
      loaded.send(nodeId, { ...message, ticket: requestId });
      return loaded.nextMessage('out', (arrived) => arrived['ticket'] === requestId);
    },
    writes: () => simulator.requests.filter(({ method }) => method !== 'GET').map(toRecordedWrite),
    async stop() {
      await loaded.unload();
      await simulator.stop();
    },
  };
}

/** Node-RED reads an id as a reference. */
const toBridgeId = (name: string): string => `bridge ${name}`;

const toRecordedWrite = ({ method, path, body }: LoggedRequest): RecordedWrite => ({
  method,
  path,
  body: body === '' ? undefined : parseJson(body),
});

const parseJson = (text: string): unknown => JSON.parse(text);

/** Returns the path in the API. */
export const toResourcePath = (rtype: string, rid: string): string =>
  `/clip/v2/resource/${rtype}/${rid}`;
