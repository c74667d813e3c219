import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { getNestedMember } from '../../src/resources/members';
import { weekdays } from '../../src/resources/types/scenes';
import type { Resource } from '../../src/resources/resource';
import {
  sendRequest,
  HomeClient,
  createReference,
  listRids,
  toPath,
  waitForHome,
  collectChanges,
} from './support/simulator-client';
import { findActiveTimeslot } from '../../src/simulator/handlers/scene';
import { SimulatedHome } from '../../src/simulator/simulated-home';

describe('The home of the simulator', () => {
  let simulator: Simulator;
  let client: HomeClient;

  beforeEach(async () => {
    simulator = await startSimulator({ speedFactor: 1000 });
    client = new HomeClient(simulator);
  });
  afterEach(() => simulator.stop());

  it('has an address of its own for each radio, and of the length that its kind has', () => {
    for (const [type, length] of [
      ['zigbee_connectivity', 8],
      ['wifi_connectivity', 6],
    ] as const) {
      const addresses = simulator.home.byType(type).map((radio) => String(radio['mac_address']));
      assert.equal(new Set(addresses).size, addresses.length);
      for (const address of addresses)
        assert.match(address, new RegExp(`^02(?::[0-9a-f]{2}){${length - 1}}$`));
    }
  });

  describe('rooms', () => {
    it('come with a grouped light and go with it, and with their scenes', async () => {
      const room = await client.create('room', {
        metadata: { name: 'Cellar', archetype: 'storage' },
      });
      const [groupedLight] = listRids(simulator.home.get(room)?.['services']);
      assert.equal(simulator.home.get(String(groupedLight))?.type, 'grouped_light');
      assert.ok(listRids(client.getState('bridge_home/home', 'children')).includes(room));
      const scene = await client.create('scene', {
        actions: [],
        metadata: { name: 'Dim' },
        group: { rid: room, rtype: 'room' },
      });
      assert.equal((await client.delete('room', room)).status, 200);
      for (const rid of [room, String(groupedLight), scene]) {
        assert.equal(simulator.home.get(rid), undefined);
      }
      assert.ok(!listRids(client.getState('bridge_home/home', 'children')).includes(room));
    });

    it('take over the lamps they are given', async () => {
      await client.put('room', 'garden', { children: [createReference('device', 'path-1')] });
      const room = await client.create('room', {
        children: [createReference('device', 'fountain')],
        metadata: { name: 'Pond', archetype: 'pool' },
      });
      await sendRequest(simulator, 'PUT', toPath('light', createFixtureId('light/fountain')), {
        body: { on: { on: true } },
      });
      const [groupedLight] = listRids(simulator.home.get(room)?.['services']);
      assert.deepEqual(simulator.home.get(String(groupedLight))?.['on'], { on: true });
      assert.equal(client.getState('grouped_light/garden', 'on', 'on'), false);
    });

    it('keep the name when only the archetype is changed', async () => {
      await client.put('room', 'garden', { metadata: { archetype: 'terrace' } });
      assert.deepEqual(client.getState('room/garden', 'metadata'), {
        name: 'Garden',
        archetype: 'terrace',
      });
    });
  });

  it('loses the services of a device with it, and every reference to it', async () => {
    await client.delete('device', createFixtureId('device/fountain'));
    assert.equal(client.getState('light/fountain'), undefined);
    assert.equal(
      JSON.stringify(simulator.home.all()).includes(createFixtureId('device/fountain')),
      false,
    );
  });

  describe('scenes', () => {
    it('set their lamps, and end when somebody else sets one', async () => {
      await client.put('scene', 'garden/sunset', { recall: { action: 'active' } });
      assert.equal(client.getState('light/path-1', 'on', 'on'), true);
      assert.equal(client.getState('light/path-1', 'dimming', 'brightness'), 39.92);
      assert.equal(client.getState('light/fountain', 'on', 'on'), true);
      assert.equal(client.getState('scene/garden/sunset', 'status', 'active'), 'static');
      assert.match(
        String(client.getState('scene/garden/sunset', 'status', 'last_recall')),
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      );
      await client.put('light', 'path-1', { on: { on: false } });
      assert.equal(client.getState('scene/garden/sunset', 'status', 'active'), 'inactive');
    });

    it('go on when a lamp of theirs is renamed or blinks', async () => {
      await client.put('scene', 'garden/sunset', { recall: { action: 'active' } });
      await client.put('light', 'path-1', {
        metadata: { name: 'Path' },
        alert: { action: 'breathe' },
      });
      await client.put('grouped_light', 'garden', { alert: { action: 'breathe' } });
      assert.equal(client.getState('scene/garden/sunset', 'status', 'active'), 'static');
    });

    it('leave out an effect that a lamp does not know', async () => {
      const rid = createFixtureId('scene/living-room/relax');
      const actions = ['living-floor', 'sofa-left'].map((lamp) => ({
        target: createReference('light', lamp),
        action: { dimming: { brightness: 100 }, effects: { effect: 'cosmos' } },
      }));
      await sendRequest(simulator, 'PUT', toPath('scene', rid), { body: { actions } });
      const { status } = await client.put('scene', 'living-room/relax', {
        recall: { action: 'active' },
      });
      assert.equal(status, 200);
      assert.equal(client.getState('light/living-floor', 'effects', 'status'), 'cosmos');
      assert.equal(client.getState('light/sofa-left', 'effects', 'status'), 'no_effect');
      assert.equal(client.getState('light/sofa-left', 'dimming', 'brightness'), 100);
    });

    it('are recalled brighter, and as a moving palette', async () => {
      await client.put('scene', 'garden/sunset', {
        recall: { action: 'dynamic_palette', dimming: { brightness: 100 } },
      });
      assert.equal(client.getState('light/path-1', 'dimming', 'brightness'), 100);
      assert.equal(client.getState('light/path-1', 'dynamics', 'status'), 'dynamic_palette');
      assert.equal(client.getState('scene/garden/sunset', 'status', 'active'), 'dynamic_palette');
    });
  });

  describe('smart scenes', () => {
    const smartSceneBody = {
      metadata: { name: 'All day' },
      group: { rid: createFixtureId('room/garden'), rtype: 'room' },
      week_timeslots: [
        {
          timeslots: [
            {
              start_time: { kind: 'time', time: { hour: 0, minute: 0 } },
              target: { rid: createFixtureId('scene/garden/relax'), rtype: 'scene' },
            },
          ],
          recurrence: [...weekdays],
        },
      ],
    };

    it('are made inactive, with the time that the service document gives', async () => {
      const rid = await client.create('smart_scene', smartSceneBody);
      const smartScene = simulator.home.get(rid);
      assert.equal(smartScene?.['state'], 'inactive');
      assert.equal(smartScene['transition_duration'], 60_000);
      assert.deepEqual(smartScene['week_timeslots'], [
        {
          timeslots: [
            {
              start_time: { kind: 'time', time: { hour: 0, minute: 0, second: 0 } },
              target: { rid: createFixtureId('scene/garden/relax'), rtype: 'scene' },
            },
          ],
          recurrence: [...weekdays],
        },
      ]);
    });

    it('set the lamps as their present timeslot says, and can be stopped', async () => {
      const rid = await client.create('smart_scene', {
        ...smartSceneBody,
        recall: { action: 'activate' },
      });
      assert.equal(simulator.home.get(rid)?.['state'], 'active');
      assert.equal(getNestedMember(simulator.home.get(rid), 'active_timeslot', 'timeslot_id'), 0);
      assert.equal(client.getState('light/path-1', 'dimming', 'brightness'), 56.13);
      await sendRequest(simulator, 'PUT', toPath('smart_scene', rid), {
        body: { recall: { action: 'deactivate' } },
      });
      assert.equal(simulator.home.get(rid)?.['state'], 'inactive');
    });

    it('give way to another one of the same room', async () => {
      await client.put('smart_scene', 'living-room', { recall: { action: 'activate' } });
      const rid = await client.create('smart_scene', {
        ...smartSceneBody,
        group: { rid: createFixtureId('room/living-room'), rtype: 'room' },
        recall: { action: 'activate' },
      });
      assert.equal(client.getState('smart_scene/living-room', 'state'), 'inactive');
      assert.equal(simulator.home.get(rid)?.['state'], 'active');
    });
  });

  describe('sensors', () => {
    it('say nothing while they are off', async () => {
      await client.put('temperature', 'kitchen-motion', { enabled: false });
      assert.equal(client.getState('temperature/kitchen-motion', 'enabled'), false);
      assert.deepEqual(client.getState('temperature/kitchen-motion', 'temperature'), {
        temperature_valid: false,
      });
      await client.put('temperature', 'kitchen-motion', { enabled: true });
      assert.equal(
        client.getState('temperature/kitchen-motion', 'temperature', 'temperature_valid'),
        true,
      );
    });

    it('take a sensitivity up to their own limit', async () => {
      await client.put('motion', 'kitchen-motion', { sensitivity: { sensitivity: 4 } });
      assert.equal(client.getState('motion/kitchen-motion', 'sensitivity', 'sensitivity'), 4);
      const answer = await client.put('motion', 'kitchen-motion', {
        sensitivity: { sensitivity: 5 },
      });
      assert.equal(answer.status, 400);
    });

    it('are heard by the grouped sensors of their room and of their service group', () => {
      simulator.home.change(createFixtureId('motion/kitchen-motion'), {
        motion: {
          motion: true,
          motion_report: { changed: '2026-02-01T00:00:00.000Z', motion: true },
        },
      });
      for (const key of ['kitchen', 'ground-floor']) {
        assert.equal(
          client.getState(`grouped_motion/${key}`, 'motion', 'motion_report', 'motion'),
          true,
        );
      }
      assert.equal(
        client.getState('grouped_motion/hallway', 'motion', 'motion_report', 'motion'),
        false,
      );
    });

    it('ring in both shapes of a bell', () => {
      const report = { updated: '2026-02-01T00:00:00.000Z', event: 'initial_press' };
      for (const [one, other] of [
        ['bell', 'button'],
        ['button', 'bell'],
      ] as const) {
        const updated = `${report.updated.slice(0, -4)}${one.length}00Z`;
        simulator.home.change(createFixtureId('bell_button/doorbell'), {
          [one]: { [`${one}_report`]: { ...report, updated } },
        });
        assert.deepEqual(client.getState('bell_button/doorbell', other, `${other}_report`), {
          ...report,
          updated,
        });
      }
    });

    it('of an area keep `enabled` and the last reading when the area is switched off', async () => {
      const before = simulator.home.get(createFixtureId('security_area_motion/living'));
      await client.put('motion_area_configuration', 'living', { enabled: false });
      assert.equal(client.getState('motion_area_configuration/living', 'health'), 'not_running');
      assert.deepEqual(simulator.home.get(createFixtureId('security_area_motion/living')), before);
    });

    it('leave nothing behind of an area that is refused', async () => {
      const before = simulator.home.size;
      const resource = { rid: createFixtureId('nowhere'), rtype: 'motion_area_candidate' };
      const { status } = await sendRequest(simulator, 'POST', toPath('motion_area_configuration'), {
        body: { name: 'A', group: createReference('room', 'garden'), participants: [{ resource }] },
      });
      assert.equal(status, 400);
      assert.equal(simulator.home.size, before);
    });

    it('move by themselves in a home that lives', async () => {
      await simulator.stop();
      simulator = await startSimulator({ alive: { interval: 5 } });
      const before = JSON.stringify(simulator.home.byType('temperature'));
      await waitForHome(
        simulator.home,
        () =>
          JSON.stringify(simulator.home.byType('temperature')) !== before &&
          simulator.home
            .byType('motion')
            .some(
              (sensor) => getNestedMember(sensor, 'motion', 'motion_report', 'motion') === true,
            ),
      );
    });
  });

  it('answers a list again without making it anew, until something of its type changes', () => {
    const list = simulator.home.listResponseBody('light');
    simulator.home.change(createFixtureId('temperature/kitchen-motion'), {
      temperature: { temperature: 1 },
    });
    assert.equal(simulator.home.listResponseBody('light'), list);
    simulator.home.change(createFixtureId('light/fountain'), { on: { on: true } });
    assert.notEqual(simulator.home.listResponseBody('light'), list);
  });

  it('reports every change also after somebody who listens has failed', () => {
    const { home } = simulator;
    const changedTypes: string[] = [];
    home.once('change', () => {
      home.change(createFixtureId('light/fountain'), { on: { on: true } });
      throw new Error('on purpose');
    });
    home.on('change', ({ resource }) => changedTypes.push(resource.type));
    assert.throws(() =>
      home.change(createFixtureId('geofence_client/phone'), { is_at_home: false }),
    );
    home.change(createFixtureId('geofence_client/tablet'), { is_at_home: true });
    assert.deepEqual(changedTypes.slice(0, 2), ['light', 'geofence_client']);
  });

  it('knows who is at home', async () => {
    await client.put('geofence_client', 'phone', { is_at_home: false, name: 'Telephone' });
    assert.equal(client.getState('geofence_client/phone', 'is_at_home'), false);
    assert.equal(client.getState('geofence_client/phone', 'name'), 'Telephone');
  });

  it('turns its lamps over to an entertainment area while that streams', async () => {
    await client.put('entertainment_configuration', 'tv', { action: 'start' });
    assert.equal(client.getState('light/tv-strip', 'mode'), 'streaming');
    await client.put('entertainment_configuration', 'tv', { action: 'stop' });
    assert.equal(client.getState('light/tv-strip', 'mode'), 'normal');
    assert.equal(client.getState('entertainment_configuration/tv', 'status'), 'inactive');
  });

  it('lays out an entertainment area as it is asked to, with the lamps that render it', async () => {
    const place = (key: string, x: number): object => ({
      service: createReference('entertainment', key),
      positions: [{ x, y: 0, z: 0 }],
    });
    const rid = await client.create('entertainment_configuration', {
      metadata: { name: 'Music' },
      configuration_type: 'music',
      locations: { service_locations: [place('living-floor', -1), place('bridge', 1)] },
    });
    const area = (): Resource | undefined => simulator.home.get(rid);
    assert.equal(area()?.['status'], 'inactive');
    assert.deepEqual(area()?.['channels'], [
      {
        channel_id: 0,
        position: { x: -1, y: 0, z: 0 },
        members: [{ service: createReference('entertainment', 'living-floor'), index: 0 }],
      },
      {
        channel_id: 1,
        position: { x: 1, y: 0, z: 0 },
        members: [{ service: createReference('entertainment', 'bridge'), index: 0 }],
      },
    ]);
    assert.deepEqual(
      listRids(area()?.['light_services']),
      [createFixtureId('light/living-floor')],
      'the bridge renders nothing itself',
    );
    const path = toPath('entertainment_configuration', rid);
    await sendRequest(simulator, 'PUT', path, {
      body: { locations: { service_locations: [place('sofa-left', 0)] } },
    });
    assert.deepEqual(listRids(area()?.['light_services']), [createFixtureId('light/sofa-left')]);
    await sendRequest(simulator, 'PUT', path, { body: { metadata: { name: 'Loud' } } });
    assert.deepEqual(listRids(area()?.['light_services']), [createFixtureId('light/sofa-left')]);
    await sendRequest(simulator, 'PUT', path, { body: { action: 'start' } });
    assert.equal(getNestedMember(area(), 'active_streamer', 'rtype'), 'auth_v1');
    simulator.home.remove(createFixtureId('light/sofa-left'));
    await sendRequest(simulator, 'PUT', path, { body: { action: 'stop' } });
    assert.equal(area()?.['active_streamer'], undefined);
    const refused = await sendRequest(simulator, 'PUT', path, {
      body: { locations: { service_locations: [place('nowhere', 0)] } },
    });
    assert.equal(refused.status, 400);
  });

  it('forgets its pairings when it is asked to', async () => {
    const rid = simulator.home.byType('matter')[0]?.id ?? '';
    await sendRequest(simulator, 'PUT', toPath('matter', rid), {
      body: { action: 'matter_reset' },
    });
    assert.deepEqual(simulator.home.byType('matter_fabric'), []);
  });
});

describe('What takes time in the home of the simulator', () => {
  let simulator: Simulator;
  let client: HomeClient;

  beforeEach(async () => {
    simulator = await startSimulator({ speedFactor: 1000 });
    client = new HomeClient(simulator);
  });
  afterEach(() => simulator.stop());

  it('software is installed', async () => {
    const rid = createFixtureId('device_software_update/living-floor');
    const changes = await collectChanges(simulator.home, rid, async () => {
      await client.put('device_software_update', 'living-floor', {
        install: { install_state: 'install' },
      });
      await waitForHome(simulator.home, () => simulator.home.get(rid)?.['state'] === 'no_update');
    });
    assert.deepEqual(
      changes.map(({ resource }) => resource['state']),
      ['installing', 'no_update'],
    );
  });

  it('a device reports faster for a while', async () => {
    const rid = createFixtureId('device/kitchen-motion');
    const changes = await collectChanges(simulator.home, rid, async () => {
      await client.put('device', 'kitchen-motion', { usertest: { usertest: true } });
      await waitForHome(
        simulator.home,
        () => client.getState('device/kitchen-motion', 'usertest', 'usertest') === false,
      );
    });
    assert.deepEqual(
      changes.map(({ resource }) => resource['usertest']),
      [
        { status: 'set', usertest: true },
        { status: 'set', usertest: false },
      ],
    );
  });

  it('a search for new devices runs and ends', async () => {
    const rid = createFixtureId('zigbee_device_discovery/bridge');
    const changes = await collectChanges(simulator.home, rid, async () => {
      await client.put('zigbee_device_discovery', 'bridge', {
        action: { action_type: 'search' },
      });
      await waitForHome(simulator.home, () => simulator.home.get(rid)?.['status'] === 'ready');
    });
    assert.deepEqual(
      changes.map(({ resource }) => resource['status']),
      ['active', 'ready'],
    );
  });

  it('the network moves to another channel', async () => {
    const rid = createFixtureId('zigbee_connectivity/bridge');
    const changes = await collectChanges(simulator.home, rid, async () => {
      await client.put('zigbee_connectivity', 'bridge', { channel: { value: 'channel_11' } });
      await waitForHome(
        simulator.home,
        () => client.getState('zigbee_connectivity/bridge', 'channel', 'status') === 'set',
      );
    });
    assert.deepEqual(
      changes.map(({ resource }) => getNestedMember(resource, 'channel', 'status')),
      ['changing', 'set'],
    );
    const lamp = await client.put('zigbee_connectivity', 'fountain', {
      channel: { value: 'channel_11' },
    });
    assert.equal(lamp.status, 400);
  });

  it('an automation starts, and stops at once', async () => {
    const seen: unknown[] = [];
    simulator.home.on('change', ({ resource }) => seen.push(resource['status']));
    const rid = await client.create('behavior_instance', {
      script_id: createFixtureId('behavior_script/dimmer'),
      enabled: true,
      configuration: { device: createReference('device', 'bedroom-dial') },
    });
    assert.deepEqual(listRids(simulator.home.get(rid)?.['dependees']), [
      createFixtureId('device/bedroom-dial'),
    ]);
    await waitForHome(simulator.home, () => simulator.home.get(rid)?.['status'] === 'running');
    assert.deepEqual(seen, ['initializing', 'running']);
    await sendRequest(simulator, 'PUT', toPath('behavior_instance', rid), {
      body: { enabled: false },
    });
    assert.equal(simulator.home.get(rid)?.['status'], 'disabled');
    const answer = await sendRequest(simulator, 'PUT', toPath('behavior_instance', rid), {
      body: { trigger: {} },
    });
    assert.deepEqual(answer.body.errors, [
      { description: "The instance doesn't support triggers." },
    ]);
  });

  it('a chime falls silent when it is asked to, plays only sounds it has, and can be muted', async () => {
    const sound = (): unknown => client.getState('speaker/chime', 'alarm', 'status', 'sound');
    const before = Date.now();
    await client.put('speaker', 'chime', { alarm: { sound: 'siren', duration: 5_000_000 } });
    assert.equal(sound(), 'siren');
    const end = Date.parse(
      String(client.getState('speaker/chime', 'alarm', 'status', 'estimated_end')),
    );
    assert.ok(end >= before + 5_000 && end <= Date.now() + 5_000, 'a thousandth of the duration');
    await client.put('speaker', 'chime', { alarm: { sound: 'no_sound' } });
    assert.equal(sound(), 'no_sound');
    assert.equal(client.getState('speaker/chime', 'alarm', 'status', 'estimated_end'), undefined);
    const refused = await client.put('speaker', 'chime', { chime: { sound: 'siren' } });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /sound siren is not supported/);
    await client.put('speaker', 'chime', { mute: { mute: 'mute' } });
    assert.equal(client.getState('speaker/chime', 'mute', 'mute'), 'mute');
  });

  it('a sound that replaces another one lasts its own time', async () => {
    const status = (name: string): unknown =>
      client.getState('speaker/chime', 'chime', 'status', name);
    await client.put('speaker', 'chime', {
      chime: { sound: 'ding_dong_classic', duration: 200_000 },
    });
    await client.put('speaker', 'chime', {
      chime: { sound: 'ding_dong_modern', duration: 6_000_000 },
    });
    await client.put('speaker', 'chime', { alert: { sound: 'alert', duration: 250_000 } });
    await waitForHome(
      simulator.home,
      () => client.getState('speaker/chime', 'alert', 'status', 'sound') === 'no_sound',
    );
    assert.equal(status('sound'), 'ding_dong_modern');
  });

  it('a chime rings', async () => {
    const sound = (): unknown => client.getState('speaker/chime', 'chime', 'status', 'sound');
    const changes = await collectChanges(
      simulator.home,
      createFixtureId('speaker/chime'),
      async () => {
        await client.put('speaker', 'chime', {
          chime: { sound: 'ding_dong_classic', duration: 1000 },
        });
        await waitForHome(simulator.home, () => sound() === 'no_sound');
      },
    );
    assert.deepEqual(
      changes.map(({ resource }) => getNestedMember(resource, 'chime', 'status', 'sound')),
      ['ding_dong_classic', 'no_sound'],
    );
  });
});

const at = (hour: number, minute: number, scene: string): object => ({
  start_time: { kind: 'time', time: { hour, minute, second: 0 } },
  target: { rid: scene, rtype: 'scene' },
});

const sun = (kind: 'sunrise' | 'sunset', scene: string): object => ({
  start_time: { kind },
  target: { rid: scene, rtype: 'scene' },
});

/** Noon of each day from Monday, 5 to Sunday, 11 January 2026. */
const noonOf = (day: number): Date => new Date(2026, 0, 5 + day, 12);

const clock = (hour: number, minute = 0): Date => new Date(2026, 0, 7, hour, minute);

const emptyHome = new SimulatedHome([]);

const homeWithSunset = (sunset_time: unknown): SimulatedHome =>
  new SimulatedHome([{ id: 'place', type: 'geolocation', sun_today: { sunset_time } }]);

const findScene = (week: unknown, date: Date, home = emptyHome): string | undefined =>
  findActiveTimeslot(home, week, date)?.scene;

describe('The present timeslot of a smart scene', () => {
  const aSlotADay = weekdays.map((day) => ({ recurrence: [day], timeslots: [at(8, 0, day)] }));

  for (const [index, weekday] of weekdays.entries()) {
    it(`on a ${weekday} is that of ${weekday}`, () => {
      assert.deepEqual(findActiveTimeslot(emptyHome, aSlotADay, noonOf(index)), {
        timeslotId: 0,
        weekday,
        scene: weekday,
      });
    });
  }

  it('is the last one of the day before, until the first of the day begins', () => {
    assert.equal(findScene(aSlotADay, clock(7, 59)), 'tuesday');
    assert.equal(findScene(aSlotADay, clock(8)), 'wednesday');
  });

  it('goes on for up to a week', () => {
    const mondays = [
      { recurrence: ['monday'], timeslots: [at(20, 0, 'late'), at(6, 30, 'early')] },
    ];
    assert.equal(findScene(mondays, noonOf(0)), 'early');
    assert.equal(findScene(mondays, noonOf(6)), 'late');
    const earlyOnMonday = new Date(2026, 0, 5, 6, 0);
    assert.equal(findScene(mondays, earlyOnMonday), 'late', 'of a week ago');
    assert.equal(findActiveTimeslot(emptyHome, mondays, noonOf(0))?.timeslotId, 1);
  });

  it('begins at sunset as the bridge has it, otherwise at 19 o’clock, and at sunrise at 7', () => {
    const everyDay = [
      { recurrence: [...weekdays], timeslots: [sun('sunrise', 'day'), sun('sunset', 'night')] },
    ];
    assert.equal(findScene(everyDay, clock(6, 59)), 'night');
    assert.equal(findScene(everyDay, clock(7)), 'day');
    assert.equal(findScene(everyDay, clock(18, 59)), 'day');
    assert.equal(findScene(everyDay, clock(19)), 'night');
    const winter = homeWithSunset('16:42:30');
    assert.equal(findScene(everyDay, clock(16, 42), winter), 'day');
    assert.equal(findScene(everyDay, clock(16, 43), winter), 'night');
    assert.equal(findScene(everyDay, clock(18, 59), homeWithSunset(null)), 'day');
  });

  it('is none without a slot that names a scene', () => {
    for (const week of [
      undefined,
      [],
      [{ recurrence: ['monday'] }],
      [{ timeslots: [at(0, 0, 'never')] }],
      [{ recurrence: [...weekdays], timeslots: [{ start_time: { kind: 'sunset' } }] }],
    ]) {
      assert.equal(findActiveTimeslot(emptyHome, week, noonOf(0)), undefined);
    }
  });
});
