import type { FlowCredentials, FlowNode } from '../../../../scripts/node-red/user-directory';
import type { PinnedAddress, Trial } from '../trial';

const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Faults' };

/** A bridge node for an address, pinned to its certificate. */
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

/** Rates far above the defaults, for trials that are not about rates. */
export const unthrottledLimits = {
  lampsPerSecond: 1_000,
  groupsPerSecond: 1_000,
  othersPerSecond: 1_000,
};

/** The same as settings of the bridge node. */
export const unthrottledSettings = Object.fromEntries(
  Object.entries(unthrottledLimits).map(([name, rate]) => [name, String(rate)]),
);

export const createCredentials = ({ key }: Trial): FlowCredentials => ({ bridge: { key } });

/** A node of the package wired to `out`. */
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

/** Takes whatever the nodes send. */
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

/** Ids of the action nodes of `paletteNodes`: everything they do is in the message. */
export const actionNodes = ['light', 'room', 'scene', 'sensor', 'resource'] as const;

/** One node of each kind, which take everything from the message. */
export const paletteNodes: readonly FlowNode[] = [
  createNode('light', 'bridge-light'),
  createNode('room', 'bridge-room', { operation: '' }),
  createNode('scene', 'bridge-smart-scene', { operation: '', recall: '' }),
  createNode('sensor', 'bridge-sensor', { action: '' }),
  createNode('resource', 'bridge-resource', { operation: '', rtype: '' }),
  createNode('poll', 'bridge-poll', { rtype: 'light', interval: '1', emit: 'change' }),
];

/** A whole flow: the tab, the bridge, nodes, and what takes their messages. */
export const createFlow = (
  bridge: FlowNode,
  nodes: readonly FlowNode[] = paletteNodes,
): readonly FlowNode[] => [tab, bridge, ...nodes, sinkNode];
