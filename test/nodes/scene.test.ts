import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../src/resources/members';
import { createFixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';
import { waitUntil } from '../support/wait-until';

const kitchen = createFixtureId('room/kitchen');
const sceneOf = (room: string, preset: string): string =>
  createFixtureId(`scene/${room}/${preset}`);

describe('The scene node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'kitchen', type: 'bridge-scene', operation: '', target: kitchen },
      { id: 'relax', type: 'bridge-scene', target: sceneOf('kitchen', 'relax') },
      { id: 'next', type: 'bridge-scene', operation: 'next', target: kitchen, transition: '0' },
      {
        id: 'round',
        type: 'bridge-scene',
        operation: 'toggle',
        target: kitchen,
        scenes: 'Sunset, Bright',
      },
      { id: 'any', type: 'bridge-scene', operation: '' },
      {
        id: 'source',
        type: 'bridge-scene',
        operation: '',
        changes: true,
        outputs: 2,
        wires: [['out'], ['active']],
      },
      { id: 'active', type: 'helper', wires: [] },
    ]);
  });
  after(() => harness.stop());

  /** Name of the active scene of a room, as the simulated bridge reports it. */
  const getActiveName = (groupRid = kitchen): unknown => {
    const active = harness.simulator.home
      .byType('scene')
      .filter(
        (scene) =>
          getNestedMember(scene, 'group', 'rid') === groupRid &&
          getNestedMember(scene, 'status', 'active') !== 'inactive',
      );
    assert.ok(active.length <= 1, 'one at a time');
    return getNestedMember(active[0], 'metadata', 'name');
  };
  const ask = (payload: unknown, rest: FlowMessage = {}): Promise<FlowMessage> =>
    harness.request('kitchen', { ...rest, payload });
  const getLastBody = (): unknown => harness.writes().at(-1)?.body;
  const refuse = async (node: string, message: FlowMessage): Promise<string> => {
    const writes = harness.writes().length;
    harness.send(node, message);
    const { message: sentence } = await harness.nextFailure(node);
    assert.equal(harness.writes().length, writes, 'sent');
    return sentence;
  };

  it('recalls a scene of its room by its name, and passes the message on', async () => {
    const { payload, bridge } = await ask('sunset');
    assert.equal(payload, 'sunset');
    assert.equal(getNestedMember(bridge, 'name'), 'Sunset');
    assert.equal(getNestedMember(bridge, 'room'), 'Kitchen');
    assert.equal(getNestedMember(bridge, 'operation'), 'recall');
    assert.equal(getActiveName(), 'Sunset');
  });

  it('recalls the picked scene, whatever comes but a no', async () => {
    await harness.request('relax', { payload: Date.now() });
    assert.equal(getActiveName(), 'Relax');
    for (const payload of [false, 'off']) {
      for (const node of ['relax', 'next']) {
        const writes = harness.writes().length;
        harness.send(node, { payload });
        const { code, message } = await harness.nextFailure(node);
        assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
        assert.match(message, /light node/);
        assert.equal(harness.writes().length, writes);
      }
    }
  });

  it('recalls the picked scene as the payload says, and names what it leaves out of it', async () => {
    const payload = { brightness: 30, transition: '2s', event: 'short_release' };
    const { bridge } = await harness.request('relax', { payload });
    assert.deepEqual(getLastBody(), {
      recall: { action: 'active', dimming: { brightness: 30 }, duration: 2000 },
    });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), [
      'payload.event: ignored, because the settings of this node say what to do. To let messages say it, change these settings.',
    ]);
    const next = await harness.request('next', { payload: 'Relax' });
    assert.deepEqual(getNestedMember(next['bridge'], 'warnings'), [
      'payload: "Relax" was ignored, because the settings of this node say what to do. To let messages say it, change these settings.',
    ]);
    await harness.request('next', { payload: { transition: 1000 } });
    assert.deepEqual(getLastBody(), { recall: { action: 'active', duration: 1000 } });
  });

  it('refuses a brightness for the picked scene that is none', async () => {
    harness.send('relax', { payload: { brightness: 'abc' } });
    const { message } = await harness.nextFailure('relax');
    assert.match(message, /^payload\.brightness: expected a number from 1 to 100, got "abc"/);
  });

  it('goes on by name, back, and at random, however fast the messages come', async () => {
    await ask('Bright');
    await Promise.all([harness.request('next', {}), harness.request('next', {})]);
    await waitUntil('the scene after the next one', () => getActiveName() === 'Sunset');
    await harness.request('next', {});
    assert.equal(getActiveName(), 'Bright', 'all round');
    await ask('previous');
    assert.equal(getActiveName(), 'Sunset');
    await ask({ random: ['Sunset', 'Relax'], transition: '1s' });
    assert.equal(getActiveName(), 'Relax', 'another than before');
    assert.deepEqual(getLastBody(), { recall: { action: 'active', duration: 1000 } });
  });

  it('goes round some scenes, from the one that an app has recalled', async () => {
    await harness.request('round', {});
    assert.equal(getActiveName(), 'Sunset');
    await harness.request('round', {});
    assert.equal(getActiveName(), 'Bright');
    await harness.request('round', {});
    assert.equal(getActiveName(), 'Sunset');
  });

  it('recalls with brightness, transition and moving colours', async () => {
    await ask({ scene: 'Relax', brightness: 50, transition: '2s', dynamic: true, speed: 0.5 });
    assert.deepEqual(getLastBody(), {
      recall: { action: 'dynamic_palette', dimming: { brightness: 50 }, duration: 2000 },
      speed: 0.5,
    });
    const { payload } = await ask('list');
    assert.deepEqual(payload, [
      { rid: sceneOf('kitchen', 'bright'), name: 'Bright', room: 'Kitchen', active: false },
      {
        rid: createFixtureId('smart_scene/kitchen'),
        name: 'Kitchen day',
        room: 'Kitchen',
        active: false,
        smart: true,
      },
      {
        rid: sceneOf('kitchen', 'relax'),
        name: 'Relax',
        room: 'Kitchen',
        active: true,
        dynamic: true,
      },
      { rid: sceneOf('kitchen', 'sunset'), name: 'Sunset', room: 'Kitchen', active: false },
    ]);
  });

  it('stores what the lamps show as a new scene, and into the one of that name', async () => {
    const { home } = harness.simulator;
    const [first = '', second = ''] = listKitchenLights();
    home.change(first, { on: { on: true }, dimming: { brightness: 42 } });
    home.change(second, { on: { on: false } });
    await ask({ store: 'Evening' });
    const evening = findScene('Evening');
    assert.equal(getNestedMember(evening, 'group', 'rid'), kitchen);
    assert.deepEqual(getAction(evening, second), { on: { on: false } });
    assert.deepEqual(getNestedMember(getAction(evening, first), 'dimming'), { brightness: 42 });

    home.change(second, { on: { on: true } });
    await ask({ store: 'evening' });
    assert.equal(getNestedMember(getAction(findScene('Evening'), second), 'on', 'on'), true);

    home.change(first, { on: { on: false } });
    await ask('Evening');
    assert.equal(getNestedMember(home.get(first), 'on', 'on'), true, 'back');
    await ask({ scene: 'Evening', rename: 'Night' });
    assert.equal(getActiveName(), 'Night');
    await ask({ delete: 'Night' });
    assert.equal(harness.simulator.home.get(evening.id), undefined);
  });

  const listKitchenLights = (): readonly string[] => {
    const { home } = harness.simulator;
    const children = getNestedMember(home.get(kitchen), 'children');
    assert.ok(Array.isArray(children));
    return children
      .map((child: unknown) => home.get(String(getNestedMember(child, 'rid'))))
      .flatMap((device): unknown[] => {
        const services = getNestedMember(device, 'services');
        return Array.isArray(services) ? services : [];
      })
      .filter((service) => getNestedMember(service, 'rtype') === 'light')
      .map((service) => String(getNestedMember(service, 'rid')));
  };
  const findScene = (name: string): { id: string } =>
    harness.simulator.home
      .byType('scene')
      .find((scene) => getNestedMember(scene, 'metadata', 'name') === name) ??
    assert.fail(`There is no scene ${name}.`);
  const getAction = (scene: unknown, lamp: string): unknown => {
    const actions = getNestedMember(scene, 'actions');
    assert.ok(Array.isArray(actions));
    return actions.filter(isObject).find(({ target }) => getNestedMember(target, 'rid') === lamp)?.[
      'action'
    ];
  };

  it('recalls one name in several rooms, and everywhere', async () => {
    const target = ['Kitchen', 'Bathroom'];
    const { bridge } = await harness.request('any', { target, payload: 'Bright' });
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result: unknown) => [
        getNestedMember(result, 'name'),
        getNestedMember(result, 'room'),
      ]),
      [
        ['Bright', 'Kitchen'],
        ['Bright', 'Bathroom'],
      ],
    );
    assert.equal(getActiveName(kitchen), 'Bright');
    assert.equal(getActiveName(createFixtureId('room/bathroom')), 'Bright');
    await harness.request('any', { payload: { scene: 'Relax', everywhere: true } });
    for (const room of ['kitchen', 'bathroom', 'living-room', 'garden'])
      assert.equal(getActiveName(createFixtureId(`room/${room}`)), 'Relax', room);
    await harness.request('any', { target: 'Kitchen/Bright', payload: true });
    assert.equal(getActiveName(kitchen), 'Bright');
  });

  it('says which of several could not be recalled', async () => {
    const endFault = harness.simulator.faults.inject({
      match: { method: 'PUT', path: new RegExp(sceneOf('bathroom', 'bright')) },
      status: 404,
    });
    harness.send('any', { target: ['Kitchen', 'Bathroom'], payload: 'Bright' });
    const { code, message } = await harness.nextFailure('any');
    assert.equal(code, 'ERR_BRIDGE_PARTLY_DONE');
    assert.match(message, /^1 of 2 could not be set: Bathroom\/Bright\. Set: Kitchen\/Bright\./);
    endFault();
  });

  it('lists the scenes of all rooms', async () => {
    const { payload } = await harness.request('any', { payload: 'list' });
    assert.ok(Array.isArray(payload));
    const { home } = harness.simulator;
    assert.equal(payload.length, home.byType('scene').length + home.byType('smart_scene').length);
    const smart = home.byType('smart_scene')[0];
    const listed: unknown = payload.find((entry) => getNestedMember(entry, 'rid') === smart?.id);
    assert.equal(getNestedMember(listed, 'smart'), true);
    assert.equal(getNestedMember(listed, 'name'), getNestedMember(smart, 'metadata', 'name'));
  });

  it('starts a smart scene by its name, which then is beside the active scene of the room', async () => {
    const { home } = harness.simulator;
    const smart = createFixtureId('smart_scene/kitchen');
    const { bridge } = await ask('kitchen DAY');
    assert.equal(getNestedMember(bridge, 'rtype'), 'smart_scene');
    assert.equal(getNestedMember(bridge, 'rid'), smart);
    assert.equal(home.get(smart)?.['state'], 'active');
    const recalled = harness.nextMessage(
      'active',
      (message) => getNestedMember(message['bridge'], 'smartScene') === 'Kitchen day',
    );
    for (const scene of ['Bright', 'Relax']) await ask(scene);
    assert.equal((await recalled)['topic'], 'Kitchen');
    assert.match(
      await refuse('kitchen', { payload: { scene: 'Kitchen day', brightness: 20 } }),
      /expected a bare recall, since "Kitchen day" is a smart scene/,
    );
    assert.match(
      await refuse('kitchen', { payload: { delete: 'Kitchen day' } }),
      /the smart scene node/,
    );
  });

  it('names the smart scenes of the room, too, where a name fits none', async () => {
    assert.match(
      await refuse('kitchen', { payload: 'Kitchen dai' }),
      /a scene of Kitchen \(Bright, .*Kitchen day\), got "Kitchen dai"\. Did you mean Kitchen day\?/,
    );
  });

  it('refuses a name that two scenes of the room have, and takes the id of one', async () => {
    const { home } = harness.simulator;
    const twins: string[] = [];
    for (const name of ['Twin', 'Other']) {
      await ask({ store: name });
      const created = home
        .byType('scene')
        .find((scene) => getNestedMember(scene, 'metadata', 'name') === name);
      twins.push(created?.id ?? '');
    }
    const [twin = '', other = ''] = twins;
    home.change(other, { metadata: { name: 'Twin' } });
    // To store a scene, the node reads the bridge.
    await ask({ store: 'Relax' });
    assert.match(await refuse('kitchen', { payload: 'Twin' }), /2 of this room have the name/);
    assert.match(await refuse('kitchen', { payload: { store: 'Twin' } }), /2 of this room/);
    await ask(other);
    assert.equal(getNestedMember(home.get(other), 'status', 'active'), 'static');
    for (const id of [twin, other]) await ask({ delete: id });
  });

  it('sends the active scene of each room, whoever recalled it, and when none is', async () => {
    const { home } = harness.simulator;
    const hallway = createFixtureId('room/hallway');
    const nextActive = (name: string | null): Promise<FlowMessage> =>
      harness.nextMessage(
        'active',
        ({ topic, payload }) => topic === 'Hallway' && payload === name,
      );
    await harness.request('any', { target: 'Hallway', payload: 'Bright' });
    const recalled = await nextActive('Bright');
    assert.equal(getNestedMember(recalled['bridge'], 'own'), true);

    // As an app does it: the bridge ends the one and starts the other.
    home.change(sceneOf('hallway', 'bright'), { status: { active: 'inactive' } });
    home.change(sceneOf('hallway', 'sunset'), { status: { active: 'dynamic_palette' } });
    const byApp = await nextActive('Sunset');
    assert.equal(byApp['previous'], 'Bright');
    assert.deepEqual(
      [recalled, byApp].map(({ bridge }) => getNestedMember(bridge, 'dynamic')),
      [undefined, true],
    );
    assert.equal(getActiveName(hallway), 'Sunset');

    home.change(sceneOf('hallway', 'sunset'), { status: { active: 'inactive' } });
    const ended = await nextActive(null);
    assert.equal(getNestedMember(ended['bridge'], 'room'), 'Hallway');
  });

  it('shows the active scene of its room, whoever recalled it', async () => {
    const { home } = harness.simulator;
    for (const preset of ['bright', 'relax', 'sunset'])
      home.change(sceneOf('kitchen', preset), { status: { active: 'inactive' } });
    await harness.nextStatus('kitchen', ({ text }) => String(text).endsWith('noScene'));
    home.change(sceneOf('kitchen', 'relax'), { status: { active: 'static' } });
    await harness.nextStatus(
      'kitchen',
      ({ text, fill }) => fill === 'green' && String(text).endsWith('status.value'),
    );
  });

  it('names the scenes of the room, and one that is meant', async () => {
    assert.match(
      await refuse('kitchen', { payload: 'Relaxx' }),
      /expected a scene of Kitchen \(Bright, Relax, Sunset, Kitchen day\), got "Relaxx"\. Did you mean "?Relax"?\?/,
    );
    assert.match(await refuse('any', { payload: 'Relax' }), /one resource, this fits/);
    assert.match(await refuse('any', { payload: 'next' }), /a room or zone for next/);
  });
});
