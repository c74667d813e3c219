import assert from 'node:assert/strict';
import type { Resource } from '../../src/resources/resource';
import {
  createTargetResolver,
  resolveButtonTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  selectGroupResolver,
} from '../../src/vocabulary/lookup';
import type { TargetResolver } from '../../src/vocabulary/lookup';
import { createIndex, expectValue, id } from './support/sample-resources';

const named = (number: number, type: string, members: object = {}): Resource => ({
  id: id(number),
  type,
  metadata: { name: 'Evening' },
  ...members,
});
const owner = (number: number) => ({ owner: { rid: id(number), rtype: 'device' } });

const index = createIndex([
  named(1, 'scene'),
  named(2, 'smart_scene'),
  named(3, 'room', { children: [] }),
  named(4, 'zone', { children: [] }),
  named(5, 'device'),
  named(6, 'light', owner(5)),
  named(7, 'device'),
  named(8, 'button', owner(7)),
]);

describe('Of several resources with one name, a node takes', () => {
  const find = (resolve: TargetResolver): string => expectValue(resolve(index, 'Evening')).rid;
  for (const [what, resolve, number] of [
    ['the lamp', resolveLightTarget, 6],
    ['the smart scene before the scene', resolveRecallTarget, 2],
    ['the room before the zone and the scene', resolveSceneTarget, 3],
    ['the room where rooms are asked for', selectGroupResolver('room'), 3],
    ['the zone where zones are asked for', selectGroupResolver('zone'), 4],
    ['the device with buttons', resolveButtonTarget, 7],
  ] as const) {
    it(what, () => assert.equal(find(resolve), id(number)));
  }

  it('none of them where either a room or a zone may be meant', () => {
    assert.equal(selectGroupResolver('')(index, 'Evening').ok, false);
  });
});

describe('The id of a known resource needs no search', () => {
  it('where the node takes the same types in each home', () => {
    assert.deepEqual(resolveLightTarget.rtypes, ['light', 'grouped_light']);
    const ofHome = createTargetResolver(() => ['scene']);
    assert.equal(ofHome.rtypes, undefined);
    assert.equal(expectValue(ofHome(index, 'Evening')).rid, id(1));
  });
});
