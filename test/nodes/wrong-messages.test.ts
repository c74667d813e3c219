import assert from 'node:assert/strict';
import { idOf } from '../../src/simulator';
import { runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';
import { wrongMessages } from './wrong-messages';

const codes = new Set(['ERR_BRIDGE_INVALID_COMMAND', 'ERR_BRIDGE_UNKNOWN_TARGET']);

describe(`Each of ${wrongMessages.length} wrong messages`, () => {
  let home: HomeFlow;
  before(async () => {
    assert.ok(wrongMessages.length >= 100);
    home = await runHomeFlow([
      { id: 'light', type: 'bridge-light' },
      { id: 'lamp', type: 'bridge-light', target: idOf('light/living-floor') },
      { id: 'room', type: 'bridge-room', operation: '' },
      { id: 'scene', type: 'bridge-smart-scene', operation: '', recall: '' },
      { id: 'sensor', type: 'bridge-sensor' },
      { id: 'resource', type: 'bridge-resource', operation: '' },
    ]);
  });
  after(() => home.end());

  for (const { node, what, message, path } of wrongMessages) {
    it(`to the node "${node}" gets one error that names ${path}: ${what}`, async () => {
      const before = home.observations.length;
      home.send(node, message);
      const error = await home.failure(node);
      assert.ok(codes.has(String(error.code)), `${String(error.code)}: ${error.message}`);
      assert.ok(error.message.startsWith(path), error.message);
      assert.match(error.message, /: expected .+, got .+\.( Did you mean .+\?)?$/s);
      assert.ok(error.message.length < 1_000, 'the sentence is short');
      const ends = home.observations.slice(before).filter(({ kind }) => kind === 'completion');
      assert.equal(ends.length, 1);
    });
  }

  it('sent nothing to the bridge but reads of the whole home', () => {
    const sent = home.simulator.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([...new Set(sent)], ['GET /clip/v2/resource']);
  });

  it('left the prototypes of objects as they were, and the nodes at work', async () => {
    assert.equal('on' in {}, false);
    const { payload } = await home.ask('lamp', { payload: true });
    assert.deepEqual(payload, { rid: idOf('light/living-floor'), rtype: 'light' });
  });
});
