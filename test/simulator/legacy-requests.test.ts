import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { openEventStream, sendRequest, HomeClient } from './support/simulator-client';

describe('A client of HueMagic’s kind', () => {
  let simulator: Simulator;
  let home: HomeClient;
  beforeEach(async () => {
    simulator = await startSimulator({ bridgeId: '02a1b2fffec3d4e5', events: { batch: 0 } });
    home = new HomeClient(simulator);
  });
  afterEach(() => simulator.stop());

  /** Sends a request as such a client does: the key in the header of real bridges, and in the path of version 1. */
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const { text } = await sendRequest(simulator, method, path, {
      key: null,
      headers: {
        'hue-application-key': simulator.key,
        accept: 'application/json, text/plain, */*',
        'content-type': 'application/json; charset=utf-8',
      },
      ...(body === undefined ? {} : { body }),
    });
    return JSON.parse(text);
  };
  const sendLegacy = (method: string, path: string, body?: unknown): Promise<unknown> =>
    send(method, `/api/${simulator.key}${path}`, body);
  const getErrorType = (answer: unknown): unknown =>
    getNestedMember(Array.isArray(answer) ? answer[0] : undefined, 'error', 'type');

  it('finds all that it asks for at its start, and hears what it changes', async () => {
    const publicConfig = {
      name: 'Simulated bridge',
      datastoreversion: '172',
      swversion: '1978027000',
      apiversion: '1.78.0',
      mac: '02:a1:b2:c3:d4:e5',
      bridgeid: '02A1B2FFFEC3D4E5',
      factorynew: false,
      replacesbridgeid: null,
      modelid: 'BSB002',
      starterkitid: '',
    };
    assert.deepEqual(await send('GET', '/api/config'), publicConfig);
    const config = await sendLegacy('GET', '/config');
    const { UTC, localtime, timezone, ...others } = isObject(config) ? config : {};
    assert.match(String(UTC), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    assert.equal(localtime, UTC);
    assert.equal(timezone, home.getState('bridge/bridge', 'time_zone', 'time_zone'));
    assert.deepEqual(others, {
      ...publicConfig,
      zigbeechannel: 20,
      ipaddress: '127.0.0.1',
      dhcp: true,
      netmask: '255.255.255.0',
      gateway: '127.0.0.1',
      proxyaddress: 'none',
      proxyport: 0,
      portalservices: false,
      portalconnection: 'disconnected',
      linkbutton: false,
      swupdate2: { checkforupdate: false, state: 'noupdates' },
    });
    const resources = getNestedMember(await send('GET', '/clip/v2/resource'), 'data');
    assert.ok(Array.isArray(resources) && resources.length > 300);
    assert.deepEqual(await sendLegacy('GET', '/rules'), {});
    const updates = { swupdate2: { checkforupdate: true, install: true } };
    assert.deepEqual(await sendLegacy('PUT', '/config', updates), [
      { success: { '/config/swupdate2': updates.swupdate2 } },
    ]);
    const stream = await openEventStream(simulator, {
      'home-application-key': 'none',
      'hue-application-key': simulator.key,
    });
    const light = createFixtureId('light/living-ceiling');
    await send('PUT', `/clip/v2/resource/light/${light}`, { dimming: { brightness: 20 } });
    await stream.waitForText(/"brightness":20\.16/);
    stream.close();
  });

  it('finds the number of each lamp and group in version 1', () => {
    const getLegacyId = (id: string): unknown => home.getState(id, 'id_v1');
    assert.equal(getLegacyId('light/living-floor'), '/lights/2');
    assert.equal(getLegacyId('device/living-floor'), '/lights/2');
    assert.equal(getLegacyId('grouped_light/home'), '/groups/0');
    assert.equal(getLegacyId('room/kitchen'), '/groups/2');
    assert.match(String(getLegacyId('scene/kitchen/relax')), /^\/scenes\/[0-9a-f]{15}$/);
  });

  it('sets lamps and groups by version 1', async () => {
    const answer = await sendLegacy('PUT', '/lights/4/state', {
      on: true,
      effect: 'colorloop',
      bri: 127,
    });
    assert.deepEqual(answer, [
      { success: { '/lights/4/state/on': true } },
      { success: { '/lights/4/state/effect': 'colorloop' } },
      { success: { '/lights/4/state/bri': 127 } },
    ]);
    assert.equal(home.getState('light/sofa-right', 'on', 'on'), true);
    assert.equal(home.getState('light/sofa-right', 'dimming', 'brightness'), 50.2);
    await sendLegacy('PUT', '/lights/4/state', { ct: 250, transitiontime: 10, alert: 'select' });
    assert.equal(home.getState('light/sofa-right', 'color_temperature', 'mirek'), 250);
    await sendLegacy('PUT', '/lights/4/state', { xy: [0.4, 0.4] });
    assert.deepEqual(home.getState('light/sofa-right', 'color', 'xy'), { x: 0.4, y: 0.4 });
    await sendLegacy('PUT', '/groups/2/action', { on: false });
    assert.equal(home.getState('light/counter-strip', 'on', 'on'), false);
  });

  it('recalls a scene for the lamps that a group shares with it', async () => {
    const scene = String(home.getState('scene/kitchen/relax', 'id_v1')).replace('/scenes/', '');
    await sendLegacy('PUT', '/groups/1/action', { scene });
    assert.equal(home.getState('light/kitchen-spot-3', 'on', 'on'), false);
    await sendLegacy('PUT', '/groups/2/action', { scene });
    assert.equal(home.getState('light/kitchen-spot-3', 'on', 'on'), true);
    assert.equal(home.getState('scene/kitchen/relax', 'status', 'active'), 'static');
  });

  it('renames the bridge by version 1', async () => {
    await sendLegacy('PUT', '/config', { name: 'Cellar' });
    assert.equal(getNestedMember(await send('GET', '/api/config'), 'name'), 'Cellar');
    assert.equal(home.getState('device/bridge', 'metadata', 'name'), 'Cellar');
  });

  for (const [method, path, body, type] of [
    ['GET', '/rules/1', undefined, 3],
    ['PUT', '/rules', {}, 4],
    ['PUT', '/lights/99/state', { on: true }, 3],
    ['PUT', '/lights/1/action', { on: true }, 3],
    ['GET', '/lights/1/state', undefined, 4],
    ['PUT', '/lights/1/state', 'on', 2],
    ['PUT', '/lights/1/state', { on: 'yes' }, 7],
    ['PUT', '/lights/1/state', { bri: 0 }, 7],
    ['PUT', '/lights/1/state', { bri: 255 }, 7],
    ['PUT', '/lights/1/state', { bri: 1.5 }, 7],
    ['PUT', '/lights/1/state', { ct: 152 }, 7],
    ['PUT', '/lights/1/state', { ct: 501 }, 7],
    ['PUT', '/lights/1/state', { transitiontime: -1 }, 7],
    ['PUT', '/lights/1/state', { transitiontime: 60_001 }, 7],
    ['PUT', '/lights/1/state', { xy: [0.5, 1.1] }, 7],
    ['PUT', '/lights/1/state', { xy: [-0.1, 0.5] }, 7],
    ['PUT', '/lights/1/state', { effect: 'toString' }, 7],
    ['PUT', '/lights/1/state', { speed: 5 }, 6],
    ['PUT', '/lights/4/state', { bri: 20 }, 201],
    ['PUT', '/lights/11/state', { ct: 200 }, 6],
    ['PUT', '/groups/1/action', { scene: 'none' }, 7],
    ['PUT', '/config', { name: 5 }, 7],
    ['PUT', '/config', { name: 'abc' }, 7],
    ['PUT', '/config', { name: 'x'.repeat(17) }, 7],
    ['PUT', '/config', { zigbeechannel: 11 }, 6],
    ['DELETE', '/config', undefined, 4],
  ] as const) {
    it(`is refused ${method} ${path} ${JSON.stringify(body) ?? ''} by error ${type}`, async () => {
      assert.equal(getErrorType(await sendLegacy(method, path, body)), type);
    });
  }

  it('may set the lowest and the highest value of each member', async () => {
    for (const values of [
      { on: true, bri: 1, ct: 153, transitiontime: 0 },
      { bri: 254, ct: 500, transitiontime: 60_000 },
      { xy: [0, 0] },
      { xy: [1, 1] },
    ]) {
      const answer = await sendLegacy('PUT', '/lights/4/state', values);
      assert.deepEqual(
        answer,
        Object.entries<unknown>(values).map(([name, value]) => ({
          success: { [`/lights/4/state/${name}`]: value },
        })),
      );
    }
    for (const name of ['Hall', 'x'.repeat(16)])
      assert.deepEqual(await sendLegacy('PUT', '/config', { name }), [
        { success: { '/config/name': name } },
      ]);
  });

  it('is refused version 1 with another key, except the public configuration', async () => {
    assert.equal(getErrorType(await send('PUT', '/api/other/lights/1/state', { on: false })), 1);
    assert.equal(getErrorType(await send('GET', '/api/other/rules')), 1);
    const config = await send('GET', '/api/other/config');
    assert.equal(getNestedMember(config, 'name'), 'Simulated bridge');
    assert.equal(getNestedMember(config, 'zigbeechannel'), undefined);
  });
});
