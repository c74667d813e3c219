import type { FlowCredentials, FlowNode } from '../../../scripts/node-red/user-directory';
import { startSimulator } from '../../../src/simulator';
import type { LoggedRequest, Simulator } from '../../../src/simulator';
import { loadFlow } from './flow-in-process';
import type { FlowMessage } from './node-red';
import type { LoadedFlow } from './flow-in-process';

/** A simulated home, and a flow of the package's nodes that is connected to it over TLS. */
export interface FlowHarness extends LoadedFlow {
  simulator: Simulator;
  /** Sends a message to a node and waits for what it sends on. */
  request(nodeId: string, message: FlowMessage): Promise<FlowMessage>;
  /** Bodies of the writes that reached the bridge, oldest first. */
  writes(): readonly RecordedWrite[];
  stop(): Promise<void>;
}

/** A request other than GET, with its parsed body. */
export interface RecordedWrite {
  method: string;
  path: string;
  body: unknown;
}

/** The bridge node of a simulator, pinned to its certificate. */
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

/** A node on the tab `tab`, on the bridge node; wired to nothing unless the settings say. */
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

/** Credentials of the bridge node, as Node-RED keeps them. */
export const createCredentials = (simulator: Simulator): FlowCredentials => ({
  bridge: { key: simulator.key },
});

/** What nodes run against. */
interface FlowHarnessOptions {
  simulator?: Simulator;
  /** Settings of the bridge node. */
  bridge?: object;
  /** Further bridges, by their names. The caller stops them. */
  furtherBridges?: Readonly<Record<string, Simulator>>;
  /** What registers the nodes; see `loadFlow`. */
  nodeFiles?: readonly unknown[];
}

/** Runs nodes against a simulator; each is wired to a node `out` that takes what its first two outputs send. */
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
  const flow = await loadFlow(
    [
      { id: 'tab', type: 'tab', label: 'Tab' },
      createBridgeNode(simulator, options.bridge),
      ...furtherBridges.map(([name, further]) =>
        createBridgeNode(further, { id: toBridgeId(name), name }),
      ),
      ...nodesWithWires,
      { id: 'out', type: 'helper', z: 'tab', x: 0, y: 0, wires: [] },
    ],
    {
      ...createCredentials(simulator),
      ...Object.fromEntries(furtherBridges.map(([name, { key }]) => [toBridgeId(name), { key }])),
    },
    options.nodeFiles,
  );
  let requestCount = 0;
  return {
    ...flow,
    simulator,
    request(nodeId, message) {
      requestCount += 1;
      const requestId = requestCount;
      flow.send(nodeId, { ...message, ticket: requestId });
      return flow.nextMessage('out', (arrived) => arrived['ticket'] === requestId);
    },
    writes: () => simulator.requests.filter(({ method }) => method !== 'GET').map(toRecordedWrite),
    async stop() {
      await flow.unload();
      await simulator.stop();
    },
  };
}

/** A name that is an id would be a reference for Node-RED. */
const toBridgeId = (name: string): string => `bridge ${name}`;

const toRecordedWrite = ({ method, path, body }: LoggedRequest): RecordedWrite => ({
  method,
  path,
  body: body === '' ? undefined : parseJson(body),
});

const parseJson = (text: string): unknown => JSON.parse(text);

/** Path of a resource in the API. */
export const toResourcePath = (rtype: string, rid: string): string =>
  `/clip/v2/resource/${rtype}/${rid}`;
