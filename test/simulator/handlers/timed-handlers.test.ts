import assert from 'node:assert/strict';
import { fixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { getMember } from '../../../src/resources';
import type { ResourceIdentifier } from '../../../src/resources';
import { sendRequest } from '../support/send-request';
import type { ReceivedResponse } from '../support/send-request';
import { collectChanges, waitForHome } from '../support/wait-for-home';

describe('What takes time in the home of the simulator', () => {
  let simulator: Simulator;
  const toPath = (rtype: string, rid = ''): string =>
    `/clip/v2/resource/${rtype}${rid === '' ? '' : `/${rid}`}`;
  const putResource = (rtype: string, key: string, body: unknown): Promise<ReceivedResponse> =>
    sendRequest(simulator, 'PUT', toPath(rtype, fixtureId(`${rtype}/${key}`)), { body });
  const createResource = async (rtype: string, body: unknown): Promise<string> => {
    const answer = await sendRequest(simulator, 'POST', toPath(rtype), { body });
    assert.equal(answer.status, 200, answer.text);
    return String(answer.body.data[0]?.['rid']);
  };
  const getState = (id: string, ...steps: string[]): unknown =>
    getMember(simulator.home.get(fixtureId(id)), ...steps);
  const createReference = (rtype: string, key: string): ResourceIdentifier => ({
    rid: fixtureId(`${rtype}/${key}`),
    rtype,
  });
  const listRids = (list: unknown): unknown[] =>
    (Array.isArray(list) ? list : []).map((entry: unknown) => getMember(entry, 'rid'));

  beforeEach(async () => {
    simulator = await startSimulator({ pace: 1000 });
  });
  afterEach(() => simulator.stop());

  it('software is installed', async () => {
    const rid = fixtureId('device_software_update/living-floor');
    const changes = await collectChanges(simulator.home, rid, async () => {
      await putResource('device_software_update', 'living-floor', {
        install: { install_state: 'install' },
      });
      await waitForHome(simulator.home, () => simulator.home.get(rid)?.['state'] === 'no_update');
    });
    assert.deepEqual(
      changes.map(({ resource }) => resource['state']),
      ['installing', 'no_update'],
    );
  });

  it('a search for new devices runs and ends', async () => {
    const rid = fixtureId('zigbee_device_discovery/bridge');
    const changes = await collectChanges(simulator.home, rid, async () => {
      await putResource('zigbee_device_discovery', 'bridge', {
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
    const rid = fixtureId('zigbee_connectivity/bridge');
    const changes = await collectChanges(simulator.home, rid, async () => {
      await putResource('zigbee_connectivity', 'bridge', { channel: { value: 'channel_11' } });
      await waitForHome(
        simulator.home,
        () => getState('zigbee_connectivity/bridge', 'channel', 'status') === 'set',
      );
    });
    assert.deepEqual(
      changes.map(({ resource }) => getMember(resource, 'channel', 'status')),
      ['changing', 'set'],
    );
    const lamp = await putResource('zigbee_connectivity', 'fountain', {
      channel: { value: 'channel_11' },
    });
    assert.equal(lamp.status, 400);
  });

  it('an automation starts, and stops at once', async () => {
    const seen: unknown[] = [];
    simulator.home.on('change', ({ resource }) => seen.push(resource['status']));
    const rid = await createResource('behavior_instance', {
      script_id: fixtureId('behavior_script/dimmer'),
      enabled: true,
      configuration: { device: createReference('device', 'bedroom-dial') },
    });
    assert.deepEqual(listRids(simulator.home.get(rid)?.['dependees']), [
      fixtureId('device/bedroom-dial'),
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
    const sound = (): unknown => getState('speaker/chime', 'alarm', 'status', 'sound');
    const before = Date.now();
    await putResource('speaker', 'chime', { alarm: { sound: 'siren', duration: 5_000_000 } });
    assert.equal(sound(), 'siren');
    const end = Date.parse(String(getState('speaker/chime', 'alarm', 'status', 'estimated_end')));
    assert.ok(end >= before + 5_000 && end <= Date.now() + 5_000, 'a thousandth of the duration');
    await putResource('speaker', 'chime', { alarm: { sound: 'no_sound' } });
    assert.equal(sound(), 'no_sound');
    assert.equal(getState('speaker/chime', 'alarm', 'status', 'estimated_end'), undefined);
    const refused = await putResource('speaker', 'chime', { chime: { sound: 'siren' } });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /sound siren is not supported/);
    await putResource('speaker', 'chime', { mute: { mute: 'mute' } });
    assert.equal(getState('speaker/chime', 'mute', 'mute'), 'mute');
  });

  it('a sound that replaces another one lasts its own time', async () => {
    const status = (name: string): unknown => getState('speaker/chime', 'chime', 'status', name);
    await putResource('speaker', 'chime', {
      chime: { sound: 'ding_dong_classic', duration: 200_000 },
    });
    await putResource('speaker', 'chime', {
      chime: { sound: 'ding_dong_modern', duration: 6_000_000 },
    });
    await putResource('speaker', 'chime', { alert: { sound: 'alert', duration: 250_000 } });
    await waitForHome(
      simulator.home,
      () => getState('speaker/chime', 'alert', 'status', 'sound') === 'no_sound',
    );
    assert.equal(status('sound'), 'ding_dong_modern');
  });

  it('a chime rings', async () => {
    const sound = (): unknown => getState('speaker/chime', 'chime', 'status', 'sound');
    const changes = await collectChanges(simulator.home, fixtureId('speaker/chime'), async () => {
      await putResource('speaker', 'chime', {
        chime: { sound: 'ding_dong_classic', duration: 1000 },
      });
      await waitForHome(simulator.home, () => sound() === 'no_sound');
    });
    assert.deepEqual(
      changes.map(({ resource }) => getMember(resource, 'chime', 'status', 'sound')),
      ['ding_dong_classic', 'no_sound'],
    );
  });
});
