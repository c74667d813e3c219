import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const lamp = createFixtureId('light/living-floor');
const kitchen = createFixtureId('room/kitchen');
const target = (id: string): { target: string } => ({ target: createFixtureId(id) });

/** Nodes whose dialog says all: what to do, and to which resource. */
const settledNodes = [
  { id: 'light', type: 'bridge-light', target: lamp, command: 'true', commandType: 'bool' },
  { id: 'sensor', type: 'bridge-sensor', ...target('motion/kitchen-motion'), action: 'enable' },
  {
    id: 'automation',
    type: 'bridge-automation',
    ...target('behavior_instance/wake-up'),
    operation: 'enable',
  },
  { id: 'speaker', type: 'bridge-speaker', ...target('speaker/chime'), operation: 'stop' },
  { id: 'room', type: 'bridge-room', target: kitchen, operation: 'get', rtype: 'room' },
  { id: 'resource', type: 'bridge-resource', operation: 'get', rtype: 'light', target: lamp },
  {
    id: 'smartScene',
    type: 'bridge-smart-scene',
    operation: 'list',
  },
  { id: 'scene', type: 'bridge-scene', operation: 'next', target: kitchen },
];

describe('A payload for a node whose dialog says what to do', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(settledNodes);
  });
  after(() => harness.stop());

  const getWarnings = async (node: string, payload?: unknown): Promise<readonly unknown[]> => {
    const message = payload === undefined ? {} : { payload };
    const { bridge } = await harness.request(node, message);
    const warnings: unknown = getNestedMember(bridge, 'warnings');
    assert.ok(Array.isArray(warnings));
    return warnings.map((warning: unknown) => warning);
  };

  for (const { id } of settledNodes) {
    it(`is never ignored in silence: ${id}`, async () => {
      for (const payload of [{ on: true }, 'dim', 7]) {
        const warnings = await getWarnings(id, payload);
        assert.match(
          String(warnings[0]),
          /^payload.*ignored, because the settings of this node say what to do\. /,
        );
      }
    });

    it(`has no warning where it is a mere trigger: ${id}`, async () => {
      for (const payload of [undefined, true, 1_700_000_000_000, ''])
        assert.deepEqual(await getWarnings(id, payload), []);
    });
  }
});
