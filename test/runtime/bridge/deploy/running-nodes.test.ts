import assert from 'node:assert/strict';
import { digestRunningNode, recordRunningNode } from '../../../../src/runtime/deploy';

function digest(settings: object): string | undefined {
  const node = {};
  recordRunningNode(node, settings);
  return digestRunningNode(node);
}

describe('The settings of a running node', () => {
  const settings = { id: 'node', type: 'bridge-light', name: '', z: 'tab', target: 'Desk lamp' };

  it('are the same wherever the node stands and whatever it is wired to', () => {
    const moved = { x: 10, y: 20, w: 100, h: 30, g: 'group', wires: [['other']] };
    assert.equal(digest({ ...settings, ...moved }), digest(settings));
  });

  it('differ with each other setting', () => {
    for (const changed of [{ target: 'Floor lamp' }, { name: 'Desk' }, { z: 'other' }, { d: true }])
      assert.notEqual(digest({ ...settings, ...changed }), digest(settings));
  });

  it('are known of the nodes of this package alone', () => {
    for (const other of [{}, null, undefined]) assert.equal(digestRunningNode(other), undefined);
  });
});
