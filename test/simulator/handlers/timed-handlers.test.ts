import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { getNestedMember } from '../../../src/resources/members';
import { sendRequest } from '../support/send-request';
import { HomeClient, createReference, listRids, toPath } from '../support/home-client';
import { collectChanges, waitForHome } from '../support/wait-for-home';

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
