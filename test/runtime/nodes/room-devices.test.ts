import assert from 'node:assert/strict';
import { describeDeviceRooms } from '../../../src/runtime/nodes/room';
import { createIndex, id } from '../../vocabulary/support/sample-resources';

const named = (number: number, type: string, name: string) => ({
  id: id(number),
  type,
  metadata: { name },
});
const home = createIndex([
  named(1, 'device', 'Mirror'),
  named(2, 'device', 'Spot'),
  named(3, 'room', 'Kitchen'),
]);
const describePlaces = (...places: readonly (readonly [string, string | undefined])[]): string =>
  describeDeviceRooms(new Map(places), home);

describe('Where devices are, in words', () => {
  it('is a room for each of them, those of one room together', () => {
    const kitchen = id(3);
    assert.equal(describePlaces([id(1), kitchen]), 'Now Mirror is in Kitchen.');
    assert.equal(
      describePlaces([id(1), kitchen], [id(2), kitchen]),
      'Now Mirror and Spot are in Kitchen.',
    );
    assert.equal(
      describePlaces([id(1), kitchen], [id(2), undefined]),
      'Now Mirror is in Kitchen, Spot in no room.',
    );
  });

  it('has the ids of what the bridge gives no name', () => {
    assert.equal(describePlaces([id(8), id(9)]), `Now ${id(8)} is in ${id(9)}.`);
  });
});
