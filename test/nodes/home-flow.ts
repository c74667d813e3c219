import type { FlowCredentials, FlowNode } from '../../scripts/user-directory';
import { startSimulator } from '../../src/simulator';
import type { RecordedRequest, Simulator } from '../../src/simulator';
import { loadFlow } from '../support/flow-in-process';
import type { FlowMessage } from '../support/node-red';
import type { LoadedFlow } from '../support/flow-in-process';

/** A simulated home, and a flow of the package's nodes that is connected to it over TLS. */
export interface HomeFlow extends LoadedFlow {
  simulator: Simulator;
  /** Hands a message to a node and waits for what it sends on. */
  ask(nodeId: string, message: FlowMessage): Promise<FlowMessage>;
  /** Bodies of the writes that reached the bridge, oldest first. */
  writes(): readonly Write[];
  end(): Promise<void>;
}

/** A request that wanted to change something. */
export interface Write {
  method: string;
  path: string;
  body: unknown;
}

/** The bridge node of a simulator, pinned to its certificate. */
export const bridgeNode = (simulator: Simulator, settings: object = {}): FlowNode => ({
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

/** The key that opens a simulator, as Node-RED keeps it. */
export const credentialsOf = (simulator: Simulator): FlowCredentials => ({
  bridge: { key: simulator.key },
});

/** Runs nodes against a simulator; each is wired to a node `out` that takes what it sends. */
export async function runHomeFlow(
  nodes: readonly FlowNode[],
  options: { simulator?: Simulator; bridge?: object } = {},
): Promise<HomeFlow> {
  const simulator = options.simulator ?? (await startSimulator());
  const wired = nodes.map((node) => ({
    bridge: 'bridge',
    z: 'tab',
    x: 0,
    y: 0,
    wires: [['out']],
    ...node,
  }));
  const flow = await loadFlow(
    [
      { id: 'tab', type: 'tab', label: 'Tab' },
      bridgeNode(simulator, options.bridge),
      ...wired,
      { id: 'out', type: 'helper', z: 'tab', x: 0, y: 0, wires: [] },
    ],
    credentialsOf(simulator),
  );
  let tickets = 0;
  return {
    ...flow,
    simulator,
    ask(nodeId, message) {
      tickets += 1;
      const ticket = tickets;
      flow.send(nodeId, { ...message, ticket });
      return flow.arrival('out', (arrived) => arrived['ticket'] === ticket);
    },
    writes: () => simulator.requests.filter(({ method }) => method !== 'GET').map(readWrite),
    async end() {
      await flow.unload();
      await simulator.stop();
    },
  };
}

const readWrite = ({ method, path, body }: RecordedRequest): Write => ({
  method,
  path,
  body: body === '' ? undefined : parse(body),
});

const parse = (text: string): unknown => JSON.parse(text);

/** Path of a resource of the furnished home. */
export const pathOf = (rtype: string, rid: string): string => `/clip/v2/resource/${rtype}/${rid}`;
