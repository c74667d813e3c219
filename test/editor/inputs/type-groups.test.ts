import assert from 'node:assert/strict';
import { groupResourceTypes } from '../../../src/editor/inputs/type-groups';
import { resourceTypes } from '../../../src/resources';

describe('The groups of resource types', () => {
  it('hold every type once, those that people use first', () => {
    const groups = groupResourceTypes(resourceTypes);
    const all = groups.flatMap(({ rtypes }) => rtypes);
    assert.deepEqual(all.toSorted(), [...resourceTypes].toSorted());
    assert.deepEqual(
      groups.map(({ group }) => group),
      ['lights', 'sensors', 'switches', 'scenes', 'home', 'bridge', 'automation', 'technical'],
    );
  });

  it('are those alone that have a type which is offered; what is in no other is technical', () => {
    assert.deepEqual(groupResourceTypes(['warp_drive', 'contact', 'motion']), [
      { group: 'sensors', rtypes: ['motion', 'contact'] },
      { group: 'technical', rtypes: ['warp_drive'] },
    ]);
  });
});
