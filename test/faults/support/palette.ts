import type { FlowCredentials, FlowNode } from '../../../scripts/user-directory';
import type { Place, Trial } from './trial';

const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Faults' };

/** The bridge node of a place, pinned to its certificate, as quick as no bridge is. */
export const bridgeNode = (place: Place, settings: object = {}): FlowNode => ({
  id: 'bridge',
  type: 'bridge-config',
  name: '',
  host: place.host,
  port: String(place.port),
  keyHeader: 'home-application-key',
  fingerprint: place.fingerprint,
  ...settings,
});

/** A pace that no bridge takes, for trials that are not about it. */
export const quickLimits = {
  lampsPerSecond: 1_000,
  groupsPerSecond: 1_000,
  othersPerSecond: 1_000,
};

/** The same as settings of the bridge node. */
export const quickPace = Object.fromEntries(
  Object.entries(quickLimits).map(([name, rate]) => [name, String(rate)]),
);

export const credentialsOf = ({ key }: Trial): FlowCredentials => ({ bridge: { key } });

/** A node of the package wired to `out`. */
export const node = (id: string, type: string, settings: object = {}): FlowNode => ({
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
const out: FlowNode = {
  id: 'out',
  type: 'debug',
  z: 'tab',
  active: false,
  tosidebar: false,
  console: false,
  complete: 'true',
  wires: [],
};

/** Ids of the action nodes of {@link palette}: everything they do is in the message. */
export const actionNodes = ['light', 'room', 'scene', 'sensor', 'resource'] as const;

/** One node of each kind, which take everything from the message. */
export const palette: readonly FlowNode[] = [
  node('light', 'bridge-light'),
  node('room', 'bridge-room', { operation: '' }),
  node('scene', 'bridge-smart-scene', { operation: '', recall: '' }),
  node('sensor', 'bridge-sensor', { action: '' }),
  node('resource', 'bridge-resource', { operation: '', rtype: '' }),
  node('poll', 'bridge-poll', { rtype: 'light', interval: '1', emit: 'change' }),
];

/** A whole flow: the tab, the bridge, nodes, and what takes their messages. */
export const flowOf = (
  bridge: FlowNode,
  nodes: readonly FlowNode[] = palette,
): readonly FlowNode[] => [tab, bridge, ...nodes, out];
