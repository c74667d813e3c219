import assert from 'node:assert/strict';
import {
  assertTargetsInBounds,
  splitTargetAddresses,
  toAddressText,
} from '../../../src/runtime/target';
import { mayNameBridge, pairTargetsWithBridges } from '../../../src/runtime/stored-settings';
import { createFixtureId } from '../../../src/simulator';

const [first, second] = [createFixtureId('light/first'), createFixtureId('light/second')];

describe('The address of a target', () => {
  for (const [address, text] of [
    ['Desk lamp', 'Desk lamp'],
    [{ rid: first, rtype: 'light' }, first],
    [{ id: first, type: 'light', name: 'Desk lamp' }, first],
    [{ room: 'Office', name: 'Desk lamp' }, 'Office/Desk lamp'],
    [{ room: '', name: 'Desk lamp' }, 'Desk lamp'],
    [{ name: 'Desk lamp' }, 'Desk lamp'],
  ] as const) {
    it(`is ${text} for ${JSON.stringify(address)}`, () => {
      assert.equal(toAddressText(address), text);
    });
  }

  it('is none where no name is given, or a member is misspelt', () => {
    for (const address of [5, null, {}, { room: 'Office' }, { rooms: 'Office', name: 'Desk lamp' }])
      assert.equal(toAddressText(address), address);
  });

  it('may name a bridge with a colon or a member, also in a list', () => {
    for (const address of ['Attic:Lamp', { bridge: 'Attic' }, ['Lamp', 'Attic:Lamp']])
      assert.ok(mayNameBridge(address), JSON.stringify(address));
    for (const address of ['Lamp', { name: 'a:b' }, ['Lamp'], 5, undefined])
      assert.ok(!mayNameBridge(address), JSON.stringify(address));
  });

  it('is one of several in a list, and in ids with commas between them', () => {
    assert.deepEqual(splitTargetAddresses(['Lamp', 5]), ['Lamp', 5]);
    assert.deepEqual(splitTargetAddresses(`${first}, ${second}`), [first, second]);
    for (const single of [first, 'Lamp, left', `${first},Lamp`, { name: 'a,b' }])
      assert.equal(splitTargetAddresses(single), undefined);
  });

  it('has beside it the bridge that it was picked from, if that is not the one of the node', () => {
    const both = `${first},${second}`;
    for (const bridges of [undefined, '', ',', [], ['', ''], [5]])
      assert.equal(pairTargetsWithBridges(both, bridges), both);
    const onAttic = { rid: second, bridge: 'attic' };
    for (const bridges of [['', 'attic'], ',attic'])
      assert.deepEqual(pairTargetsWithBridges(both, bridges), [first, onAttic]);
    assert.deepEqual(pairTargetsWithBridges(second, ['attic']), onAttic);
    assert.deepEqual(pairTargetsWithBridges('*', ['attic']), { bridge: 'attic' });
  });

  it('has at most 200 characters, and a message at most 500 of them', () => {
    const [longest, tooLong] = ['x'.repeat(200), 'x'.repeat(201)];
    const ids = Array.from({ length: 500 }, () => first);
    for (const targets of [longest, { name: longest }, [longest], ids, ids.join(',')])
      assert.doesNotThrow(() => assertTargetsInBounds(targets, 'target'));
    const many = 'at most 500 targets in one message, got "501 targets"';
    const long = 'an id, a name or Room/Name of at most 200 characters, got ';
    for (const [targets, problem] of [
      [[...ids, first], `target: expected ${many}`],
      [[...ids, first].join(','), `target: expected ${many}`],
      [tooLong, `target: expected ${long}`],
      [{ room: tooLong, name: 'Lamp' }, `target: expected ${long}`],
      [['Lamp', tooLong], `target[1]: expected ${long}`],
    ] as const)
      assert.throws(
        () => assertTargetsInBounds(targets, 'target'),
        ({ message }: Error) => message.startsWith(problem),
        JSON.stringify(targets).slice(0, 80),
      );
  });
});
