import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { invalidMessages as usualMessages } from './wrong-messages';
import { invalidWordMessages } from './wrong-word-messages';

const invalidMessages = [...usualMessages, ...invalidWordMessages];

const codes = new Set(['ERR_BRIDGE_INVALID_COMMAND', 'ERR_BRIDGE_UNKNOWN_TARGET']);

describe(`Each of ${invalidMessages.length} wrong messages`, () => {
  let harness: FlowHarness;
  before(async () => {
    assert.ok(invalidMessages.length >= 200);
    harness = await startFlowHarness([
      { id: 'light', type: 'bridge-light' },
      { id: 'lamp', type: 'bridge-light', target: createFixtureId('light/living-floor') },
      { id: 'room', type: 'bridge-room', operation: '', rtype: '' },
      { id: 'scene', type: 'bridge-smart-scene', operation: '', recall: '' },
      {
        id: 'scenes',
        type: 'bridge-scene',
        operation: '',
        target: createFixtureId('room/kitchen'),
      },
      { id: 'sensor', type: 'bridge-sensor' },
      { id: 'resource', type: 'bridge-resource', operation: '' },
    ]);
  });
  after(() => harness.stop());

  for (const { node, what, message, path } of invalidMessages) {
    it(`to the node "${node}" gets one error that names ${path}: ${what}`, async () => {
      const before = harness.observations.length;
      harness.send(node, message);
      const error = await harness.nextFailure(node);
      assert.ok(codes.has(String(error.code)), `${String(error.code)}: ${error.message}`);
      assert.ok(error.message.startsWith(path), error.message);
      assert.match(error.message, /: expected .+, got .+\.( Did you mean .+\?)?$/s);
      assert.ok(error.message.length < 1_000, 'the sentence is short');
      const completions = harness.observations
        .slice(before)
        .filter(({ kind }) => kind === 'completion');
      assert.equal(completions.length, 1, 'ends of messages');
    });
  }

  it('sent nothing to the bridge but reads', () => {
    assert.deepEqual(harness.writes(), []);
  });

  it('left the prototypes of objects as they were, and the nodes at work', async () => {
    assert.equal('on' in {}, false);
    const { bridge } = await harness.request('lamp', { payload: true });
    assert.equal(getNestedMember(bridge, 'rid'), createFixtureId('light/living-floor'));
  });
});
