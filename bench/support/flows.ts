import type { FlowCredentials, FlowNode } from '../../scripts/user-directory';
import { ridOf } from './homes';
import type { Address } from './simulator-protocol';

const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Bench' };

/** The tab and the config node that every flow of the bench begins with. */
export const bridgeNodes = (address: Address, settings: object = {}): FlowNode[] => [
  tab,
  {
    id: 'bridge',
    type: 'bridge-config',
    name: 'Simulator',
    host: address.host,
    port: address.port,
    keyHeader: 'home-application-key',
    bridgeId: address.bridgeId,
    fingerprint: address.fingerprint,
    ...settings,
  },
];

export const bridgeCredentials = ({ key }: Address): FlowCredentials => ({ bridge: { key } });

/** A node that sets a lamp, or the grouped light given by its id. */
export const lightNode = (id: string, rid: string, wires: string[] = []): FlowNode => ({
  id,
  type: 'bridge-light',
  z: 'tab',
  name: '',
  bridge: 'bridge',
  target: rid,
  targetType: 'resource',
  wires: [wires],
});

export const lampNode = (id: string, lamp: number): FlowNode => lightNode(id, ridOf('light', lamp));

/** A node that polls resources of a type: all of them, or the one given by its id. */
export const pollNode = (
  id: string,
  rtype: string,
  settings: { rid?: string; interval: number; emit?: 'change' | 'poll'; wires?: string[] },
): FlowNode => ({
  id,
  type: 'bridge-poll',
  z: 'tab',
  name: '',
  bridge: 'bridge',
  rtype,
  target: settings.rid ?? '',
  targetType: 'resource',
  interval: settings.interval,
  emit: settings.emit ?? 'change',
  output: 'resource',
  wires: [settings.wires ?? []],
});

export const nothingNode = (id: string): FlowNode => ({
  id,
  type: 'bench-nothing',
  z: 'tab',
  wires: [[]],
});
