import type { FlowCredentials, FlowNode } from '../../../../scripts/node-red/user-directory';
import type { PinnedAddress, Trial } from '../trial';

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
