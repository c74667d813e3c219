import assert from 'node:assert/strict';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { member, weekdays } from '../../src/resources';
import type { ResourceIdentifier } from '../../src/resources';
import { ask } from './ask';
import type { Received } from './ask';
import { changesDuring, waitFor } from './wait-for';

describe('The home of the simulator', () => {
  let simulator: Simulator;
  const path = (rtype: string, rid = ''): string =>
    `/clip/v2/resource/${rtype}${rid === '' ? '' : `/${rid}`}`;
  const put = (rtype: string, key: string, body: unknown): Promise<Received> =>
    ask(simulator, 'PUT', path(rtype, idOf(`${rtype}/${key}`)), { body });
  const post = async (rtype: string, body: unknown): Promise<string> => {
    const answer = await ask(simulator, 'POST', path(rtype), { body });
    assert.equal(answer.status, 200, answer.text);
    return String(answer.body.data[0]?.['rid']);
  };
  const remove = (rtype: string, rid: string): Promise<Received> =>
    ask(simulator, 'DELETE', path(rtype, rid));
  const state = (id: string, ...steps: string[]): unknown =>
    member(simulator.home.get(idOf(id)), ...steps);
  const referenceTo = (rtype: string, key: string): ResourceIdentifier => ({
    rid: idOf(`${rtype}/${key}`),
    rtype,
  });
  const ridsIn = (list: unknown): unknown[] =>
    (Array.isArray(list) ? list : []).map((entry: unknown) => member(entry, 'rid'));

  beforeEach(async () => {
    simulator = await startSimulator({ pace: 1000 });
  });
  afterEach(() => simulator.stop());

  describe('rooms', () => {
    it('come with a grouped light and go with it, and with their scenes', async () => {
      const room = await post('room', { metadata: { name: 'Cellar', archetype: 'storage' } });
      const [groupedLight] = ridsIn(simulator.home.get(room)?.['services']);
      assert.equal(simulator.home.get(String(groupedLight))?.type, 'grouped_light');
      assert.ok(ridsIn(state('bridge_home/home', 'children')).includes(room));
      const scene = await post('scene', {
        actions: [],
        metadata: { name: 'Dim' },
        group: { rid: room, rtype: 'room' },
      });
      assert.equal((await remove('room', room)).status, 200);
      for (const rid of [room, String(groupedLight), scene]) {
        assert.equal(simulator.home.get(rid), undefined);
      }
      assert.ok(!ridsIn(state('bridge_home/home', 'children')).includes(room));
    });

    it('take over the lamps they are given', async () => {
      await put('room', 'garden', { children: [referenceTo('device', 'path-1')] });
      const room = await post('room', {
        children: [referenceTo('device', 'fountain')],
        metadata: { name: 'Pond', archetype: 'pool' },
      });
      await ask(simulator, 'PUT', path('light', idOf('light/fountain')), {
        body: { on: { on: true } },
      });
      const [groupedLight] = ridsIn(simulator.home.get(room)?.['services']);
      assert.deepEqual(simulator.home.get(String(groupedLight))?.['on'], { on: true });
      assert.equal(state('grouped_light/garden', 'on', 'on'), false);
    });

    it('keep the name when only the archetype is changed', async () => {
      await put('room', 'garden', { metadata: { archetype: 'terrace' } });
      assert.deepEqual(state('room/garden', 'metadata'), { name: 'Garden', archetype: 'terrace' });
    });
  });

  it('loses the services of a device with it, and every reference to it', async () => {
    await remove('device', idOf('device/fountain'));
    assert.equal(state('light/fountain'), undefined);
    assert.equal(JSON.stringify(simulator.home.all()).includes(idOf('device/fountain')), false);
  });

  describe('scenes', () => {
    it('set their lamps, and end when somebody else sets one', async () => {
      await put('scene', 'garden/sunset', { recall: { action: 'active' } });
      assert.equal(state('light/path-1', 'on', 'on'), true);
      assert.equal(state('light/path-1', 'dimming', 'brightness'), 39.92);
      assert.equal(state('light/fountain', 'on', 'on'), true);
      assert.equal(state('scene/garden/sunset', 'status', 'active'), 'static');
      assert.match(
        String(state('scene/garden/sunset', 'status', 'last_recall')),
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      );
      await put('light', 'path-1', { on: { on: false } });
      assert.equal(state('scene/garden/sunset', 'status', 'active'), 'inactive');
    });

    it('go on when a lamp of theirs is renamed or blinks', async () => {
      await put('scene', 'garden/sunset', { recall: { action: 'active' } });
      await put('light', 'path-1', { metadata: { name: 'Path' }, alert: { action: 'breathe' } });
      await put('grouped_light', 'garden', { alert: { action: 'breathe' } });
      assert.equal(state('scene/garden/sunset', 'status', 'active'), 'static');
    });

    it('leave out an effect that a lamp does not know', async () => {
      const rid = idOf('scene/living-room/relax');
      const actions = ['living-floor', 'sofa-left'].map((lamp) => ({
        target: referenceTo('light', lamp),
        action: { dimming: { brightness: 100 }, effects: { effect: 'cosmos' } },
      }));
      await ask(simulator, 'PUT', path('scene', rid), { body: { actions } });
      const { status } = await put('scene', 'living-room/relax', { recall: { action: 'active' } });
      assert.equal(status, 200);
      assert.equal(state('light/living-floor', 'effects', 'status'), 'cosmos');
      assert.equal(state('light/sofa-left', 'effects', 'status'), 'no_effect');
      assert.equal(state('light/sofa-left', 'dimming', 'brightness'), 100);
    });

    it('are recalled brighter, and as a moving palette', async () => {
      await put('scene', 'garden/sunset', {
        recall: { action: 'dynamic_palette', dimming: { brightness: 100 } },
      });
      assert.equal(state('light/path-1', 'dimming', 'brightness'), 100);
      assert.equal(state('light/path-1', 'dynamics', 'status'), 'dynamic_palette');
      assert.equal(state('scene/garden/sunset', 'status', 'active'), 'dynamic_palette');
    });
  });

  describe('smart scenes', () => {
    const throughTheDay = {
      metadata: { name: 'All day' },
      group: { rid: idOf('room/garden'), rtype: 'room' },
      week_timeslots: [
        {
          timeslots: [
            {
              start_time: { kind: 'time', time: { hour: 0, minute: 0 } },
              target: { rid: idOf('scene/garden/relax'), rtype: 'scene' },
            },
          ],
          recurrence: [...weekdays],
        },
      ],
    };

    it('are made inactive, with the time that the service document gives', async () => {
      const rid = await post('smart_scene', throughTheDay);
      const made = simulator.home.get(rid);
      assert.equal(made?.['state'], 'inactive');
      assert.equal(made['transition_duration'], 60_000);
      assert.deepEqual(made['week_timeslots'], [
        {
          timeslots: [
            {
              start_time: { kind: 'time', time: { hour: 0, minute: 0, second: 0 } },
              target: { rid: idOf('scene/garden/relax'), rtype: 'scene' },
            },
          ],
          recurrence: [...weekdays],
        },
      ]);
    });

    it('set the lamps as their present timeslot says, and can be stopped', async () => {
      const rid = await post('smart_scene', { ...throughTheDay, recall: { action: 'activate' } });
      assert.equal(simulator.home.get(rid)?.['state'], 'active');
      assert.equal(member(simulator.home.get(rid), 'active_timeslot', 'timeslot_id'), 0);
      assert.equal(state('light/path-1', 'dimming', 'brightness'), 56.13);
      await ask(simulator, 'PUT', path('smart_scene', rid), {
        body: { recall: { action: 'deactivate' } },
      });
      assert.equal(simulator.home.get(rid)?.['state'], 'inactive');
    });

    it('give way to another one of the same room', async () => {
      await put('smart_scene', 'living-room', { recall: { action: 'activate' } });
      const rid = await post('smart_scene', {
        ...throughTheDay,
        group: { rid: idOf('room/living-room'), rtype: 'room' },
        recall: { action: 'activate' },
      });
      assert.equal(state('smart_scene/living-room', 'state'), 'inactive');
      assert.equal(simulator.home.get(rid)?.['state'], 'active');
    });
  });

  describe('sensors', () => {
    it('say nothing while they are off', async () => {
      await put('temperature', 'kitchen-motion', { enabled: false });
      assert.equal(state('temperature/kitchen-motion', 'enabled'), false);
      assert.deepEqual(state('temperature/kitchen-motion', 'temperature'), {
        temperature_valid: false,
      });
      await put('temperature', 'kitchen-motion', { enabled: true });
      assert.equal(state('temperature/kitchen-motion', 'temperature', 'temperature_valid'), true);
    });

    it('take a sensitivity up to their own limit', async () => {
      await put('motion', 'kitchen-motion', { sensitivity: { sensitivity: 4 } });
      assert.equal(state('motion/kitchen-motion', 'sensitivity', 'sensitivity'), 4);
      const answer = await put('motion', 'kitchen-motion', { sensitivity: { sensitivity: 5 } });
      assert.equal(answer.status, 400);
    });

    it('are heard by the grouped sensors of their room and of their service group', () => {
      simulator.home.change(idOf('motion/kitchen-motion'), {
        motion: {
          motion: true,
          motion_report: { changed: '2026-02-01T00:00:00.000Z', motion: true },
        },
      });
      for (const key of ['kitchen', 'ground-floor']) {
        assert.equal(state(`grouped_motion/${key}`, 'motion', 'motion_report', 'motion'), true);
      }
      assert.equal(state('grouped_motion/hallway', 'motion', 'motion_report', 'motion'), false);
    });

    it('ring in both shapes of a bell', () => {
      const report = { updated: '2026-02-01T00:00:00.000Z', event: 'initial_press' };
      for (const [one, other] of [
        ['bell', 'button'],
        ['button', 'bell'],
      ] as const) {
        const updated = `${report.updated.slice(0, -4)}${one.length}00Z`;
        simulator.home.change(idOf('bell_button/doorbell'), {
          [one]: { [`${one}_report`]: { ...report, updated } },
        });
        assert.deepEqual(state('bell_button/doorbell', other, `${other}_report`), {
          ...report,
          updated,
        });
      }
    });

    it('of an area stop with it', async () => {
      await put('motion_area_configuration', 'living', { enabled: false });
      assert.equal(state('motion_area_configuration/living', 'health'), 'not_running');
      assert.equal(state('security_area_motion/living', 'enabled'), false);
    });

    it('leave nothing behind of an area that is refused', async () => {
      const before = simulator.home.size;
      const resource = { rid: idOf('nowhere'), rtype: 'motion_area_candidate' };
      const { status } = await ask(simulator, 'POST', path('motion_area_configuration'), {
        body: { name: 'A', group: referenceTo('room', 'garden'), participants: [{ resource }] },
      });
      assert.equal(status, 400);
      assert.equal(simulator.home.size, before);
    });

    it('move by themselves in a home that lives', async () => {
      await simulator.stop();
      simulator = await startSimulator({ alive: { interval: 5 } });
      const before = JSON.stringify(simulator.home.byType('temperature'));
      await waitFor(
        simulator.home,
        () =>
          JSON.stringify(simulator.home.byType('temperature')) !== before &&
          simulator.home
            .byType('motion')
            .some((sensor) => member(sensor, 'motion', 'motion_report', 'motion') === true),
      );
    });
  });

  describe('things that take time', () => {
    it('software is installed', async () => {
      const rid = idOf('device_software_update/living-floor');
      const changes = await changesDuring(simulator.home, rid, async () => {
        await put('device_software_update', 'living-floor', {
          install: { install_state: 'install' },
        });
        await waitFor(simulator.home, () => simulator.home.get(rid)?.['state'] === 'no_update');
      });
      assert.deepEqual(
        changes.map(({ resource }) => resource['state']),
        ['installing', 'no_update'],
      );
    });

    it('a search for new devices runs and ends', async () => {
      const rid = idOf('zigbee_device_discovery/bridge');
      const changes = await changesDuring(simulator.home, rid, async () => {
        await put('zigbee_device_discovery', 'bridge', { action: { action_type: 'search' } });
        await waitFor(simulator.home, () => simulator.home.get(rid)?.['status'] === 'ready');
      });
      assert.deepEqual(
        changes.map(({ resource }) => resource['status']),
        ['active', 'ready'],
      );
    });

    it('the network moves to another channel', async () => {
      const rid = idOf('zigbee_connectivity/bridge');
      const changes = await changesDuring(simulator.home, rid, async () => {
        await put('zigbee_connectivity', 'bridge', { channel: { value: 'channel_11' } });
        await waitFor(
          simulator.home,
          () => state('zigbee_connectivity/bridge', 'channel', 'status') === 'set',
        );
      });
      assert.deepEqual(
        changes.map(({ resource }) => member(resource, 'channel', 'status')),
        ['changing', 'set'],
      );
      const lamp = await put('zigbee_connectivity', 'fountain', {
        channel: { value: 'channel_11' },
      });
      assert.equal(lamp.status, 400);
    });

    it('an automation starts, and stops at once', async () => {
      const seen: unknown[] = [];
      simulator.home.on('change', ({ resource }) => seen.push(resource['status']));
      const rid = await post('behavior_instance', {
        script_id: idOf('behavior_script/dimmer'),
        enabled: true,
        configuration: { device: referenceTo('device', 'bedroom-dial') },
      });
      assert.deepEqual(ridsIn(simulator.home.get(rid)?.['dependees']), [
        idOf('device/bedroom-dial'),
      ]);
      await waitFor(simulator.home, () => simulator.home.get(rid)?.['status'] === 'running');
      assert.deepEqual(seen, ['initializing', 'running']);
      await ask(simulator, 'PUT', path('behavior_instance', rid), { body: { enabled: false } });
      assert.equal(simulator.home.get(rid)?.['status'], 'disabled');
      const answer = await ask(simulator, 'PUT', path('behavior_instance', rid), {
        body: { trigger: {} },
      });
      assert.deepEqual(answer.body.errors, [
        { description: "The instance doesn't support triggers." },
      ]);
    });

    it('a chime rings', async () => {
      const sound = (): unknown => state('speaker/chime', 'chime', 'status', 'sound');
      const changes = await changesDuring(simulator.home, idOf('speaker/chime'), async () => {
        await put('speaker', 'chime', { chime: { sound: 'ding_dong_classic', duration: 1000 } });
        await waitFor(simulator.home, () => sound() === 'no_sound');
      });
      assert.deepEqual(
        changes.map(({ resource }) => member(resource, 'chime', 'status', 'sound')),
        ['ding_dong_classic', 'no_sound'],
      );
    });
  });

  it('answers a list again without making it anew, until something of its type changes', () => {
    const list = simulator.home.listAnswer('light');
    simulator.home.change(idOf('temperature/kitchen-motion'), { temperature: { temperature: 1 } });
    assert.equal(simulator.home.listAnswer('light'), list);
    simulator.home.change(idOf('light/fountain'), { on: { on: true } });
    assert.notEqual(simulator.home.listAnswer('light'), list);
  });

  it('tells of every change also after somebody who listens has failed', () => {
    const { home } = simulator;
    const told: string[] = [];
    home.once('change', () => {
      home.change(idOf('light/fountain'), { on: { on: true } });
      throw new Error('on purpose');
    });
    home.on('change', ({ resource }) => told.push(resource.type));
    assert.throws(() => home.change(idOf('geofence_client/phone'), { is_at_home: false }));
    home.change(idOf('geofence_client/tablet'), { is_at_home: true });
    assert.deepEqual(told.slice(0, 2), ['light', 'geofence_client']);
  });

  it('knows who is at home', async () => {
    await put('geofence_client', 'phone', { is_at_home: false, name: 'Telephone' });
    assert.equal(state('geofence_client/phone', 'is_at_home'), false);
    assert.equal(state('geofence_client/phone', 'name'), 'Telephone');
  });

  it('turns its lamps over to an entertainment area while that streams', async () => {
    await put('entertainment_configuration', 'tv', { action: 'start' });
    assert.equal(state('light/tv-strip', 'mode'), 'streaming');
    await put('entertainment_configuration', 'tv', { action: 'stop' });
    assert.equal(state('light/tv-strip', 'mode'), 'normal');
    assert.equal(state('entertainment_configuration/tv', 'status'), 'inactive');
  });

  it('forgets its pairings when it is told to', async () => {
    const rid = simulator.home.byType('matter')[0]?.id ?? '';
    await ask(simulator, 'PUT', path('matter', rid), { body: { action: 'matter_reset' } });
    assert.deepEqual(simulator.home.byType('matter_fabric'), []);
  });
});
