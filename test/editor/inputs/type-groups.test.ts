import assert from 'node:assert/strict';
import { groupResourceTypes } from '../../../src/editor/inputs/type-groups';
import { getResourceDefinition, resourceTypes } from '../../../src/resources';

describe('The groups of resource types', () => {
  it('hold every type once, those that people use first', () => {
    const groups = groupResourceTypes(resourceTypes.map(getResourceDefinition));
    const all = groups.flatMap(({ rtypes }) => rtypes);
    assert.deepEqual(all.toSorted(), [...resourceTypes].toSorted());
    assert.deepEqual(
      groups.map(({ group }) => group),
      ['lights', 'sensors', 'switches', 'scenes', 'home', 'bridge', 'automation', 'technical'],
    );
  });

  it('are those alone that have a type which is offered; what is in no other is technical', () => {
    const offered = ['warp_drive', 'contact', 'motion'].map((rtype) => ({ rtype }));
    assert.deepEqual(groupResourceTypes(offered), [
      { group: 'sensors', rtypes: ['motion', 'contact'] },
      { group: 'technical', rtypes: ['warp_drive'] },
    ]);
  });

  it('take whatever has a reading for a sensor, behind those that people use more', () => {
    const offered = [{ rtype: 'air_quality', reading: 'pm25' }, { rtype: 'motion' }];
    assert.deepEqual(groupResourceTypes(offered), [
      { group: 'sensors', rtypes: ['motion', 'air_quality'] },
    ]);
  });
});
