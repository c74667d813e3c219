import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isObject, getNestedMember, getRidsOfReferences } from '../../src/resources/members';
import { createFixtureId } from '../../src/simulator';
import { toResourcePath, startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

describe('The room node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'lister', type: 'bridge-room', operation: 'list' },
      { id: 'any', type: 'bridge-room', operation: '' },
      { id: 'group', type: 'bridge-room', operation: '', rtype: '' },
      {
        id: 'mover',
        type: 'bridge-room',
        operation: 'move',
        target: createFixtureId('room/garden'),
        devices: [createFixtureId('device/mirror')],
      },
      { id: 'raw', type: 'bridge-resource', operation: 'update', rtype: 'room' },
      {
        id: 'add',
        type: 'bridge-room',
        operation: 'update',
        target: createFixtureId('room/garden'),
        devices: [],
        roomName: 'Big garden',
        roomNameType: 'str',
        archetype: 'terrace',
      },
      {
        id: 'rename',
        type: 'bridge-room',
        operation: 'update',
        target: createFixtureId('room/garden'),
        roomName: 'Small garden',
        roomNameType: 'str',
      },
    ]);
  });
  after(() => harness.stop());

  it('lists the rooms', async () => {
    const { payload, bridge } = await harness.request('lister', { payload: 1 });
    assert.ok(Array.isArray(payload));
    assert.equal(payload.length, 8, 'rooms in the list');
    assert.equal(getNestedMember(bridge, 'operation'), 'list');
  });

  it('reads one by its name', async () => {
    const { payload, bridge } = await harness.request('any', {
      operation: 'get',
      target: 'kitchen',
    });
    assert.equal(getNestedMember(payload, 'id'), createFixtureId('room/kitchen'));
    assert.equal(getNestedMember(bridge, 'name'), 'Kitchen');
  });

  it('moves a device into a new room by names, renames the room and deletes it', async () => {
    const { home: simulatedHome } = harness.simulator;
    const kitchenSpot = createFixtureId('device/kitchen-spot-1');
    const remove = ['Kitchen spot 1'];
    await harness.request('any', { operation: 'update', target: 'Kitchen', payload: { remove } });
    const children = ['Kitchen spot 1'];
    const created = await harness.request('any', {
      operation: 'create',
      payload: { name: 'Pantry', children },
    });
    const rid = String(getNestedMember(created['payload'], 'rid'));
    assert.deepEqual(getNestedMember(simulatedHome.get(rid), 'children'), [
      { rid: kitchenSpot, rtype: 'device' },
    ]);
    assert.equal(getNestedMember(created['bridge'], 'name'), 'Pantry');

    await harness.request('any', {
      operation: 'update',
      target: 'Pantry',
      payload: { name: 'Larder' },
    });
    assert.equal(getNestedMember(simulatedHome.get(rid), 'metadata', 'name'), 'Larder');

    const deleted = await harness.request('any', { operation: 'delete', target: 'Larder' });
    assert.equal(getNestedMember(deleted['bridge'], 'rid'), rid);
    assert.equal(getNestedMember(deleted['bridge'], 'name'), 'Larder');
    assert.equal(simulatedHome.get(rid), undefined);
  });

  it('makes a zone of lamps of several rooms, changes it and says who is in it', async () => {
    const zone = { rtype: 'zone', target: 'Reading' };
    const created = await harness.request('group', {
      operation: 'create',
      rtype: 'zone',
      payload: { name: 'Reading', children: ['Floor lamp', 'Mirror'] },
    });
    const rid = String(getNestedMember(created['payload'], 'rid'));
    assert.equal(getNestedMember(created['payload'], 'rtype'), 'zone');
    await harness.request('group', { ...zone, operation: 'update', payload: { remove: 'Mirror' } });
    assert.deepEqual(getNestedMember(harness.simulator.home.get(rid), 'children'), [
      { rid: createFixtureId('light/living-floor'), rtype: 'light' },
    ]);
    const { payload, bridge } = await harness.request('group', { payload: { members: 'Reading' } });
    const lamps = getNestedMember(payload, 'lamps');
    assert.ok(Array.isArray(lamps) && lamps.length === 1);
    assert.equal(getNestedMember(lamps[0], 'name'), 'Floor lamp');
    assert.equal(typeof getNestedMember(lamps[0], 'value', 'on'), 'boolean');
    const devices = getNestedMember(payload, 'devices');
    assert.ok(Array.isArray(devices) && devices.length === 1);
    assert.equal(getNestedMember(devices[0], 'rid'), createFixtureId('device/living-floor'));
    assert.equal(getNestedMember(bridge, 'operation'), 'members');
    await harness.request('group', { ...zone, operation: 'delete' });
    assert.equal(harness.simulator.home.get(rid), undefined);
  });

  it('says which devices and lamps are in a room', async () => {
    const { payload } = await harness.request('any', { payload: { members: 'Kitchen' } });
    const { lamps, devices } = isObject(payload) ? payload : {};
    assert.ok(Array.isArray(lamps) && Array.isArray(devices));
    const names = devices.map((device: unknown) => getNestedMember(device, 'name'));
    assert.ok(names.includes('Wall switch') && names.length > lamps.length, String(names));
    const { plugs } = isObject(payload) ? payload : {};
    assert.ok(Array.isArray(plugs));
    const [plugNames, lampNames] = [plugs, lamps].map((list) =>
      list.map((one: unknown) => getNestedMember(one, 'name')),
    );
    assert.deepEqual(plugNames, ['Coffee machine'], 'a plug is not a lamp');
    assert.ok(lampNames?.includes('Counter strip') && !lampNames.includes('Coffee machine'));
    const kitchen = createFixtureId('room/kitchen');
    const { home } = harness.simulator;
    const children = getRidsOfReferences(home.get(kitchen)?.['children']).map((rid) => ({
      rid,
      rtype: 'device',
    }));
    const unknown = { rid: createFixtureId('device/nowhere'), rtype: 'device' };
    home.change(kitchen, { children: [unknown, ...children] });
    const again = await harness.request('any', { payload: { members: 'Kitchen' } });
    assert.deepEqual(again['payload'], payload, 'what the bridge does not hold is left out');
    home.change(kitchen, { children });
  });

  const listChildren = (room: string): ReadonlySet<string> => {
    const children = harness.simulator.home.get(createFixtureId(`room/${room}`))?.['children'];
    return new Set(getRidsOfReferences(children));
  };

  it('moves a device to another room by one message, and back by the undo of its answer', async () => {
    const before = [listChildren('kitchen'), listChildren('bathroom')];
    const mirror = createFixtureId('device/mirror');
    const { bridge, payload } = await harness.request('any', {
      payload: { move: 'Mirror', to: 'Kitchen' },
    });
    assert.deepEqual(payload, { move: 'Mirror', to: 'Kitchen' }, 'the message as it came');
    assert.equal(getNestedMember(bridge, 'name'), 'Kitchen');
    assert.ok(listChildren('kitchen').has(mirror) && !listChildren('bathroom').has(mirror));
    const back = await harness.request('any', { payload: getNestedMember(bridge, 'undo') });
    assert.equal(getNestedMember(back['bridge'], 'name'), 'Bathroom');
    assert.deepEqual([listChildren('kitchen'), listChildren('bathroom')], before);
  });

  it('moves the devices of the dialog into its room', async () => {
    const { bridge } = await harness.request('mover', { payload: 'whatever' });
    assert.ok(listChildren('garden').has(createFixtureId('device/mirror')));
    await harness.request('any', { payload: getNestedMember(bridge, 'undo') });
  });

  it('reports the status and the warnings with which the new room took its devices', async () => {
    const kitchen = createFixtureId('room/kitchen');
    harness.simulator.faults.inject({
      match: { method: 'PUT', path: toResourcePath('room', kitchen) },
      status: 207,
      body: {
        data: [{ rid: kitchen, rtype: 'room' }],
        errors: [{ description: 'one device did not answer' }],
      },
      times: 1,
    });
    const { bridge } = await harness.request('any', { payload: { move: 'Mirror', to: 'Kitchen' } });
    assert.equal(getNestedMember(bridge, 'status'), 207);
    assert.match(JSON.stringify(getNestedMember(bridge, 'warnings')), /one device did not answer/);
    await harness.request('any', { payload: getNestedMember(bridge, 'undo') });
  });

  it('puts a device back that its new room does not take, and says so', async () => {
    const before = listChildren('bathroom');
    const endRefusal = harness.simulator.faults.inject({
      match: { method: 'PUT', path: toResourcePath('room', createFixtureId('room/kitchen')) },
      status: 400,
    });
    harness.send('any', { payload: { move: 'Mirror', to: 'Kitchen' } });
    const { message } = await harness.nextFailure('any');
    endRefusal();
    assert.match(message, /All devices are in the room where they were\.$/);
    assert.deepEqual(listChildren('bathroom'), before);
  });

  /** What becomes of a move to the kitchen when the bridge makes the change of a room and its answer is lost. */
  const moveWithLostAnswer = (
    room: string,
    fault: Omit<Parameters<typeof harness.simulator.faults.inject>[0], 'match'>,
  ): void => {
    const path = toResourcePath('room', createFixtureId(`room/${room}`));
    harness.simulator.faults.inject({ match: { method: 'PUT', path }, ...fault });
    harness.send('any', { payload: { move: 'Mirror', to: 'Kitchen' } });
  };
  const changes = [
    ['without a readable answer', { size: 4, times: 1 }],
    ['with status 500', { status: 500, times: 1 }],
  ] as const;
  for (const [how, fault] of changes)
    it(`puts a device back whose old room may have got the change ${how}, and says so`, async () => {
      const before = listChildren('bathroom');
      const writes = harness.writes().length;
      moveWithLostAnswer('bathroom', fault);
      const { message } = await harness.nextFailure('any');
      assert.match(message, /All devices are in the room where they were\.$/);
      assert.deepEqual(listChildren('bathroom'), before);
      assert.ok(harness.writes().length <= writes + 2, 'out of the room, and back');
    });

  it('says that a device is in its new room when that got it without an answer', async () => {
    const mirror = createFixtureId('device/mirror');
    moveWithLostAnswer('kitchen', { size: 4, times: 1 });
    const { bridge } = await harness.nextMessage('out', (message) =>
      isObject(getNestedMember(message, 'bridge', 'undo')),
    );
    assert.deepEqual(getNestedMember(bridge, 'warnings'), [
      'The bridge did not answer each step, but the devices are where they go.',
    ]);
    assert.ok(listChildren('kitchen').has(mirror) && !listChildren('bathroom').has(mirror));
    await harness.request('any', { payload: getNestedMember(bridge, 'undo') });
  });

  it('says where a device is that could not be put back', async () => {
    const { faults } = harness.simulator;
    const toMatch = (room: string): { method: string; path: string } => ({
      method: 'PUT',
      path: toResourcePath('room', createFixtureId(`room/${room}`)),
    });
    faults.inject({ match: toMatch('bathroom'), delay: 1, times: 1 });
    faults.inject({ match: toMatch('bathroom'), status: 400, times: 1 });
    faults.inject({ match: toMatch('kitchen'), status: 400, times: 1 });
    harness.send('any', { payload: { move: 'Mirror', to: 'Kitchen' } });
    const { message } = await harness.nextFailure('any');
    assert.match(
      message,
      /Now Mirror is in no room\. Put it into a room, or send the message again\.$/,
    );
    await harness.request('any', {
      operation: 'update',
      target: 'Bathroom',
      payload: { add: 'Mirror' },
    });
  });

  it('moves no lamps between zones', async () => {
    harness.send('group', { rtype: 'zone', payload: { move: 'Mirror', to: 'Evening' } });
    const { message } = await harness.nextFailure('group');
    assert.match(message, /^rtype: expected room: a lamp may be in several zones/);
  });

  it('writes the values of the dialog before those of the message', async () => {
    await harness.request('add', { payload: { name: 'Not this' } });
    const { path, body } = harness.writes().at(-1) ?? {};
    assert.equal(path, toResourcePath('room', createFixtureId('room/garden')));
    assert.deepEqual(isObject(body) ? body['metadata'] : body, {
      name: 'Big garden',
      archetype: 'terrace',
    });
  });

  it('adds the one value of the dialog to those of the message', async () => {
    await harness.request('rename', { payload: { archetype: 'balcony' } });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'metadata'), {
      name: 'Small garden',
      archetype: 'balcony',
    });
  });

  const listLivingRoom = (): unknown[] => {
    const children = getNestedMember(
      harness.simulator.home.get(createFixtureId('room/living-room')),
      'children',
    );
    assert.ok(Array.isArray(children));
    return children.map((child: unknown) => getNestedMember(child, 'rid'));
  };
  const change = { operation: 'update', target: createFixtureId('room/living-room') };

  for (const slow of ['GET', 'PUT']) {
    it(`takes out and puts back three devices by three messages at once (slow ${slow})`, async () => {
      const endDelay = harness.simulator.faults.inject({ match: { method: slow }, delay: 30 });
      const before = listLivingRoom();
      const movedDevices = before.slice(0, 3);
      const changeDevices = (operation: 'add' | 'remove'): Promise<unknown> =>
        Promise.all(
          movedDevices.map((rid) =>
            harness.request('any', { ...change, payload: { [operation]: rid } }),
          ),
        );
      await changeDevices('remove');
      assert.deepEqual(listLivingRoom(), before.slice(3));
      await changeDevices('add');
      assert.deepEqual(listLivingRoom(), [...before.slice(3), ...movedDevices]);
      endDelay();
    });
  }

  it('builds a change on the list that another node is just writing', async () => {
    const endDelay = harness.simulator.faults.inject({ match: { method: 'PUT' }, delay: 30 });
    const [first, second, third] = listLivingRoom();
    const children = [first, second].map((rid) => ({ rid, rtype: 'device' }));
    const listWrite = harness.request('raw', {
      target: createFixtureId('room/living-room'),
      payload: { children },
    });
    await setImmediate();
    await Promise.all([listWrite, harness.request('any', { ...change, payload: { add: third } })]);
    assert.deepEqual(listLivingRoom(), [first, second, third]);
    endDelay();
  });

  it('reports the conflict when a device is in a room already, and sends nothing', async () => {
    const before = harness.writes().length;
    const conflictingMessages = [
      { operation: 'create', payload: { name: 'Other', children: ['Mirror'] } },
      { operation: 'update', target: createFixtureId('room/garden'), payload: { add: ['Mirror'] } },
    ];
    for (const conflictingMessage of conflictingMessages) {
      harness.send('any', conflictingMessage);
      const { code, message } = await harness.nextFailure('any');
      assert.equal(code, 'ERR_BRIDGE_CONFLICT');
      assert.match(message, /it is in Bathroom: move it, or remove it there first.*got "Mirror"/);
    }
    assert.equal(harness.writes().length, before, 'writes to the bridge, as before');
  });
});
