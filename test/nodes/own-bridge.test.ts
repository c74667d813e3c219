import assert from 'node:assert/strict';
import { createReportMembers, getNestedMember, getResourceDefinition } from '../../src/resources';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const motion = createFixtureId('motion/kitchen-motion');

/** Nodes that keep to their own bridge, and what each is about. */
const keepingNodes = [
  { type: 'bridge-poll', rtype: 'light', target: 'Floor lamp' },
  { type: 'bridge-button', target: 'Dimmer' },
  { type: 'bridge-daylight', target: 'Floor lamp' },
] as const;

describe('A node that keeps to its own bridge', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  before(async () => {
    attic = await startSimulator();
    harness = await startFlowHarness(
      [
        ...keepingNodes.flatMap(({ target, ...node }) =>
          ['House', 'Attic', 'attic '].map((bridge, index) => ({
            ...node,
            id: `${node.type} ${index}`,
            target: `${bridge}:${target}`,
            targetType: 'str',
          })),
        ),
        { id: 'asked', type: 'bridge-poll', rtype: 'motion', emit: 'request' },
      ],
      { bridge: { name: 'House' }, furtherBridges: { Attic: attic } },
    );
  });
  after(async () => {
    await harness.stop();
    await attic.stop();
  });

  for (const { type } of keepingNodes) {
    it(`takes that before a colon in its dialog: ${type}`, async () => {
      const { fill } = await harness.nextStatus(`${type} 0`, ({ text }) => text !== undefined);
      assert.notEqual(fill, 'red');
    });

    it(`says so where its dialog names another: ${type}`, async () => {
      for (const id of [`${type} 1`, `${type} 2`]) {
        const { text } = await harness.nextStatus(id, ({ fill }) => fill === 'red');
        assert.match(String(text), /status\.failed\.OTHER_BRIDGE$/);
      }
    });
  }

  it('takes any form of an address from a message, with its own bridge or none', async () => {
    const { report } = getResourceDefinition('motion');
    assert.ok(report);
    const members = createReportMembers(report, true, new Date().toISOString());
    harness.simulator.home.change(motion, members);
    for (const target of [
      'House:Kitchen/Kitchen sensor',
      { bridge: 'House', room: 'Kitchen', name: 'Kitchen sensor' },
      { room: 'Kitchen', name: 'Kitchen sensor' },
      [{ name: 'Kitchen sensor' }],
      { bridge: 'House', rid: motion, rtype: 'motion' },
    ]) {
      const { payload, bridge } = await harness.request('asked', { target });
      assert.deepEqual(
        [payload, getNestedMember(bridge, 'rid')],
        [true, motion],
        JSON.stringify(target),
      );
    }
  });

  it('refuses what a message names on another, and says why', async () => {
    for (const [target, at] of [
      ['Attic:Kitchen sensor', 'target'],
      [['Kitchen sensor', { bridge: 'Attic', name: 'Kitchen sensor' }], 'target[1]'],
    ] as const) {
      harness.send('asked', { target });
      const { code, message } = await harness.nextFailure('asked');
      assert.equal(code, 'ERR_BRIDGE_UNKNOWN_TARGET');
      assert.ok(
        message.startsWith(
          `${at}: expected something on House, which this node keeps to (for Attic, take a node whose bridge that is), got `,
        ),
        message,
      );
    }
  });
});
