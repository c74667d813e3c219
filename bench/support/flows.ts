import type { FlowCredentials, FlowNode } from '../../scripts/node-red/user-directory';
import { deriveRid } from './sample-home';
import type { SimulatorAddress } from './simulator-protocol';

const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Bench' };

/** Creates tab and config node. */
export const createBridgeNodes = (address: SimulatorAddress, settings: object = {}): FlowNode[] => [
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

export const createCredentials = ({ key }: SimulatorAddress): FlowCredentials => ({
  bridge: { key },
});

/** @param rid light or grouped light */
export const createLightNode = (id: string, rid: string, wires: string[] = []): FlowNode => ({
  id,
  type: 'bridge-light',
  z: 'tab',
  name: '',
  bridge: 'bridge',
  target: rid,
  targetType: 'resource',
  wires: [wires],
});

export const createLampNode = (id: string, lamp: number): FlowNode =>
  createLightNode(id, deriveRid('light', lamp));

/** Polls all resources of a type, or one by `rid`. */
export const createPollNode = (
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

export const createNoopNode = (id: string, wires: string[] = []): FlowNode => ({
  id,
  type: 'bench-nothing',
  z: 'tab',
  wires: [wires],
});
