import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage, FlowNode } from '../../support/node-red/node-red';

export const lamp = createFixtureId('light/living-floor');
export const dimmer = createFixtureId('device/living-dimmer');
export const firstButton = createFixtureId('button/living-dimmer');

/** What is picked on the bridge of the node and on the other. */
export const pickOnBoth = (rid: string, other = rid): object => ({
  target: `${rid},${other}`,
  targetType: 'resource',
  targetBridges: ['', 'bridge Attic'],
});

export const poll = { type: 'bridge-poll', rtype: 'light' };
export const daylight = { type: 'bridge-daylight', follow: 'table', table: '00:00 2500 K 20 %' };

/** A node, and a node of its own that takes what it sends. */
export const listenTo = (
  node: Readonly<Record<string, unknown>> & { id: string; type: string },
) => [
  { ...node, wires: [[`${node.id} out`], [`${node.id} out`]] },
  { id: `${node.id} out`, type: 'helper', wires: [] },
];

export const setLamp = ({ home }: Simulator, on: boolean): void =>
  void home.change(lamp, { on: { on } });

let minute = 0;
export const press = ({ home }: Simulator, event: string): void => {
  minute += 1;
  const updated = new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
  home.change(firstButton, { button: { last_event: event, button_report: { updated, event } } });
};

/** The bridge and the id in a message. */
export const describeOrigin = ({ bridge }: FlowMessage): unknown[] => [
  getNestedMember(bridge, 'bridgeName'),
  getNestedMember(bridge, 'rid'),
];

/** Runs nodes on two bridges, House and Attic, of which House is that of each node. */
export const startOnTwoBridges = (
  house: Simulator,
  attic: Simulator,
  nodes: readonly (readonly FlowNode[])[],
): Promise<FlowHarness> =>
  startFlowHarness(nodes.flat(), {
    simulator: house,
    bridge: { name: 'House' },
    furtherBridges: { Attic: attic },
  });

/** Waits until the statuses of these nodes are green. */
export const becomeGreen = (harness: FlowHarness, ...nodes: string[]): Promise<unknown> =>
  Promise.all(nodes.map(async (node) => harness.nextStatus(node, ({ fill }) => fill === 'green')));
