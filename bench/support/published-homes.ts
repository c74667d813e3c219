import { readExampleFlow } from '../../scripts/node-red/example-flows';
import type { FlowCredentials, FlowNode } from '../../scripts/node-red/user-directory';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import type { NodeRedStart } from './node-red-child';

/** Starts homes of thirty lamps, which push changes at once. */
export const startHomes = (count: number): Promise<Simulator[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      startSimulator({
        port: 0,
        events: { batch: 0 },
        bridgeId: `ecb5fafffe${String(index).padStart(6, '0')}`,
      }),
    ),
  );

/**
 * Copies the Home Assistant example, with a node for each home behind the same MQTT nodes.
 *
 * @param prefix of topics
 */
export function createPublishingFlow(
  homes: readonly Simulator[],
  prefix: string,
  brokerPort: number,
): NodeRedStart {
  const example = readExampleFlow('home-assistant');
  const homeNode = example.find(({ type }) => type === 'bridge-mqtt');
  const bridgeNode = example.find(({ type }) => type === 'bridge-config');
  if (homeNode === undefined || bridgeNode === undefined)
    throw new Error('The example has no home or no bridge.');
  const homeIds = homes.map(({ bridgeId }) => `home-${bridgeId}`);
  const others = example
    .filter((node) => node !== homeNode && node !== bridgeNode && node.type !== 'debug')
    .map((node) => withPrefix(node, prefix))
    .map((node) => (node.type === 'mqtt in' ? { ...node, wires: [homeIds] } : node))
    .map((node) =>
      node.type === 'mqtt-broker'
        ? { ...node, broker: '127.0.0.1', port: String(brokerPort) }
        : node,
    );
  const bridges = homes.flatMap((home): FlowNode[] => {
    const { bridgeId, host, port, fingerprint } = home;
    const address = { host, port: String(port), fingerprint, bridgeId };
    const wires = [['home-assistant-publish'], []];
    return [
      { ...bridgeNode, id: `bridge-${bridgeId}`, ...address },
      { ...homeNode, id: `home-${bridgeId}`, bridge: `bridge-${bridgeId}`, prefix, wires },
    ];
  });
  const credentials: FlowCredentials = Object.fromEntries(
    homes.map(({ bridgeId, key }) => [`bridge-${bridgeId}`, { key }]),
  );
  return { flows: [...others, ...bridges], credentials };
}

const withPrefix = (node: FlowNode, prefix: string): FlowNode => ({
  ...Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^lighting-bridge\//, `${prefix}/`) : value,
    ]),
  ),
  id: node.id,
  type: node.type,
});
