import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isObject, member } from '../../src/resources';
import { idOf } from '../../src/simulator';
import { pathOf, runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

describe('The room node', () => {
  let home: HomeFlow;
  before(async () => {
    home = await runHomeFlow([
      { id: 'lister', type: 'bridge-room', operation: 'list' },
      { id: 'any', type: 'bridge-room', operation: '' },
      { id: 'raw', type: 'bridge-resource', operation: 'update', rtype: 'room' },
      {
        id: 'add',
        type: 'bridge-room',
        operation: 'update',
        target: idOf('room/garden'),
        devices: [],
        roomName: 'Big garden',
        roomNameType: 'str',
        archetype: 'terrace',
      },
    ]);
  });
  after(() => home.end());

  it('lists the rooms', async () => {
    const { payload, bridge } = await home.ask('lister', { payload: 1 });
    assert.ok(Array.isArray(payload));
    assert.equal(payload.length, 8);
    assert.equal(member(bridge, 'operation'), 'list');
  });

  it('reads one by its name', async () => {
    const { payload, bridge } = await home.ask('any', { operation: 'get', target: 'kitchen' });
    assert.equal(member(payload, 'id'), idOf('room/kitchen'));
    assert.equal(member(bridge, 'name'), 'Kitchen');
  });

  it('moves a device into a new room by names, renames the room and deletes it', async () => {
    const { home: house } = home.simulator;
    const spot = idOf('device/kitchen-spot-1');
    const remove = ['Kitchen spot 1'];
    await home.ask('any', { operation: 'update', target: 'Kitchen', payload: { remove } });
    const children = ['Kitchen spot 1'];
    const created = await home.ask('any', {
      operation: 'create',
      payload: { name: 'Pantry', children },
    });
    const rid = String(member(created['payload'], 'rid'));
    assert.deepEqual(member(house.get(rid), 'children'), [{ rid: spot, rtype: 'device' }]);
    assert.equal(member(created['bridge'], 'name'), 'Pantry');

    await home.ask('any', { operation: 'update', target: 'Pantry', payload: { name: 'Larder' } });
    assert.equal(member(house.get(rid), 'metadata', 'name'), 'Larder');

    const deleted = await home.ask('any', { operation: 'delete', target: 'Larder' });
    assert.deepEqual(deleted['payload'], { rid, rtype: 'room' });
    assert.equal(member(deleted['bridge'], 'name'), 'Larder');
    assert.equal(house.get(rid), undefined);
  });

  it('writes the values of the dialog before those of the message', async () => {
    await home.ask('add', { payload: { name: 'Not this' } });
    const { path, body } = home.writes().at(-1) ?? {};
    assert.equal(path, pathOf('room', idOf('room/garden')));
    assert.deepEqual(isObject(body) ? body['metadata'] : body, {
      name: 'Big garden',
      archetype: 'terrace',
    });
  });

  const inLivingRoom = (): unknown[] => {
    const children = member(home.simulator.home.get(idOf('room/living-room')), 'children');
    assert.ok(Array.isArray(children));
    return children.map((child: unknown) => member(child, 'rid'));
  };
  const change = { operation: 'update', target: idOf('room/living-room') };

  for (const slow of ['GET', 'PUT']) {
    it(`takes out and puts back three devices by three messages at once (slow ${slow})`, async () => {
      const quick = home.simulator.faults.answer({ match: { method: slow }, delay: 30 });
      const before = inLivingRoom();
      const three = before.slice(0, 3);
      const each = (word: 'add' | 'remove'): Promise<unknown> =>
        Promise.all(three.map((rid) => home.ask('any', { ...change, payload: { [word]: rid } })));
      await each('remove');
      assert.deepEqual(inLivingRoom(), before.slice(3));
      await each('add');
      assert.deepEqual(inLivingRoom(), [...before.slice(3), ...three]);
      quick();
    });
  }

  it('builds a change on the list that another node is just writing', async () => {
    const quick = home.simulator.faults.answer({ match: { method: 'PUT' }, delay: 30 });
    const [first, second, third] = inLivingRoom();
    const children = [first, second].map((rid) => ({ rid, rtype: 'device' }));
    const whole = home.ask('raw', { target: idOf('room/living-room'), payload: { children } });
    await setImmediate();
    await Promise.all([whole, home.ask('any', { ...change, payload: { add: third } })]);
    assert.deepEqual(inLivingRoom(), [first, second, third]);
    quick();
  });

  it('tells the conflict when a device is in a room already, and sends nothing', async () => {
    const before = home.writes().length;
    const wishes = [
      { operation: 'create', payload: { name: 'Other', children: ['Mirror'] } },
      { operation: 'update', target: idOf('room/garden'), payload: { add: ['Mirror'] } },
    ];
    for (const wish of wishes) {
      home.send('any', wish);
      const { code, message } = await home.failure('any');
      assert.equal(code, 'ERR_BRIDGE_CONFLICT');
      assert.match(message, /it is in Bathroom: remove it there first.*got "Mirror"/);
    }
    assert.equal(home.writes().length, before);
  });
});
