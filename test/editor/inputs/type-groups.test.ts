import assert from 'node:assert/strict';
import { groupResourceTypes } from '../../../src/editor/inputs/type-groups';
import { getResourceDefinition, resourceTypes } from '../../../src/resources/table';

describe('The groups of resource types', () => {
  it('hold every type once, those that people use first', () => {
    const groups = groupResourceTypes(
      resourceTypes.map((rtype) => ({ ...getResourceDefinition(rtype), rtype })),
    );
    const all = groups.flatMap(({ rtypes }) => rtypes);
    assert.deepEqual(all.toSorted(), [...resourceTypes].toSorted());
    assert.deepEqual(
      groups.map(({ group }) => group),
      [
        'lights',
        'presence',
        'climate',
        'devices',
        'switches',
        'scenes',
        'rooms',
        'automation',
        'network',
        'others',
      ],
    );
    const typesOf = (name: string): readonly string[] =>
      groups.find(({ group }) => group === name)?.rtypes ?? [];
    assert.deepEqual(typesOf('climate').slice(0, 2), ['light_level', 'temperature']);
    assert.deepEqual(typesOf('others'), ['auth_v1', 'clip', 'entertainment', 'public_image']);
  });

  it('are those alone that have a type which is offered; what is in no other is with the others', () => {
    const offered = ['warp_drive', 'contact', 'motion'].map((rtype) => ({ rtype }));
    assert.deepEqual(groupResourceTypes(offered), [
      { group: 'presence', rtypes: ['motion', 'contact'] },
      { group: 'others', rtypes: ['warp_drive'] },
    ]);
  });

  it('take whatever has a reading to the climate, behind what people use more', () => {
    const offered = [{ rtype: 'air_quality', reading: 'pm25' }, { rtype: 'temperature' }];
    assert.deepEqual(groupResourceTypes(offered), [
      { group: 'climate', rtypes: ['temperature', 'air_quality'] },
    ]);
  });
});
