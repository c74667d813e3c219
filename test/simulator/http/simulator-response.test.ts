import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../../src/simulator';
import { sendRequest } from '../support/send-request';
import type { RequestOptions, ReceivedResponse } from '../support/send-request';

const lights = '/clip/v2/resource/light';
const oneLight = `${lights}/${createFixtureId('light/living-floor')}`;
const rooms = '/clip/v2/resource/room';

describe('The simulator refuses', () => {
  let simulator: Simulator;
  const start = async (options: SimulatorOptions = {}): Promise<void> => {
    simulator = await startSimulator(options);
  };
  const expectRefusal = async (
    method: string,
    path: string,
    status: number,
    options: RequestOptions = {},
  ): Promise<ReceivedResponse> => {
    const before = JSON.stringify(simulator.home.all());
    const answer = await sendRequest(simulator, method, path, options);
    assert.equal(answer.status, status, answer.text);
    assert.ok(answer.body.errors.length > 0, 'an error says what is wrong');
    assert.equal(JSON.stringify(simulator.home.all()), before, 'nothing in the home has changed');
    return answer;
  };
  afterEach(() => simulator.stop());

  it('a wrong or missing key with 403, or with 401 where that is wanted', async () => {
    await start();
    await expectRefusal('GET', lights, 403, { key: null });
    await expectRefusal('PUT', oneLight, 403, { key: 'wrong', body: { on: { on: true } } });
    await simulator.stop();
    await start({ unauthorizedStatus: 401 });
    await expectRefusal('GET', lights, 401, { key: 'wrong' });
  });

  it('a good key in neither of the two headers that may carry it', async () => {
    await start();
    for (const header of ['home-application-key', 'hue-application-key']) {
      const answer = await sendRequest(simulator, 'GET', lights, {
        key: null,
        headers: { [header]: simulator.key },
      });
      assert.equal(answer.status, 200);
    }
  });

  it('unknown types, unknown ids and ids that are none with 404', async () => {
    await start();
    for (const path of [
      '/clip/v2/resource/lamp',
      '/clip/v2/resource/constructor',
      '/clip/v2/resource/',
      `${lights}/${createFixtureId('light/nowhere')}`,
      `${lights}/${createFixtureId('room/kitchen')}`,
      `${lights}/${createFixtureId('light/living-floor').toUpperCase()}`,
      `${lights}/..%2froom`,
      `${oneLight}/on`,
      `${lights}/`,
      '/clip/v1/lights',
      '/',
    ]) {
      await expectRefusal('GET', path, 404);
    }
  });

  it('methods outside the table with 405, naming those that there are', async () => {
    await start();
    const answer = await expectRefusal('POST', lights, 405, { body: {} });
    assert.equal(answer.headers.allow, 'GET');
    const item = await expectRefusal('DELETE', oneLight, 405);
    assert.equal(item.headers.allow, 'GET, PUT');
    await expectRefusal('PATCH', oneLight, 405, { body: {} });
    await expectRefusal('PUT', '/clip/v2/resource', 405, { body: {} });
  });

  it('to read in another format than JSON with 406', async () => {
    await start();
    await expectRefusal('GET', lights, 406, { headers: { accept: 'text/html' } });
    for (const accept of ['*/*', 'text/html, application/json;q=0.5', 'application/*']) {
      assert.equal(
        (await sendRequest(simulator, 'GET', lights, { headers: { accept } })).status,
        200,
      );
    }
  });

  it('bodies that the table does not know with 400, naming the member', async () => {
    await start();
    const unknown = await expectRefusal('PUT', oneLight, 400, {
      body: { dimmin: { brightness: 1 } },
    });
    assert.match(unknown.body.errors[0]?.description ?? '', /\(\.dimmin\).*did you mean dimming/);
    const wrong = await expectRefusal('PUT', oneLight, 400, { body: { on: { on: 'yes' } } });
    assert.match(wrong.body.errors[0]?.description ?? '', /\(\.on\.on\).*got "yes"/);
    await expectRefusal('PUT', oneLight, 400, { body: { type: 'room' } });
    await expectRefusal('POST', '/clip/v2/resource/smart_scene', 400, { body: {} });
    for (const text of ['', '{', 'null', '[]', '"on"'])
      await expectRefusal('PUT', oneLight, 400, { text });
  });

  it('bodies that are too long with 400', async () => {
    await start({ bodyLimit: 1000 });
    await expectRefusal('PUT', oneLight, 400, { text: 'x'.repeat(1001) });
  });

  it('no further request on the connection of a body that was too long', async () => {
    await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await expectRefusal('PUT', oneLight, 400, { text: 'x'.repeat(5_000_000), agent });
    assert.equal((await sendRequest(simulator, 'GET', lights, { agent })).status, 200);
    agent.destroy();
  });

  it('bodies that are nested too deeply with 400', async () => {
    await start();
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const script = createFixtureId('behavior_script/dimmer');
    const text = `{"script_id":"${script}","enabled":true,"configuration":${deep}}`;
    await expectRefusal('POST', '/clip/v2/resource/behavior_instance', 400, { text });
  });

  it('to put a device of one room into a second with 409', async () => {
    await start();
    const device = { rid: createFixtureId('device/fountain'), rtype: 'device' };
    const answer = await expectRefusal('POST', rooms, 409, { body: { children: [device] } });
    assert.match(answer.body.errors[0]?.description ?? '', /\(Garden\) already/);
    await expectRefusal('PUT', `${rooms}/${createFixtureId('room/kitchen')}`, 409, {
      body: { children: [device] },
    });
    const own = await sendRequest(simulator, 'PUT', `${rooms}/${createFixtureId('room/garden')}`, {
      body: { children: [device] },
    });
    assert.equal(own.status, 200);
    const moved = await sendRequest(
      simulator,
      'PUT',
      `${rooms}/${createFixtureId('room/kitchen')}`,
      {
        body: { children: [{ rid: createFixtureId('device/path-1'), rtype: 'device' }] },
      },
    );
    assert.equal(moved.status, 200, 'what its room has given up is free');
  });

  it('references to what is not there with 400', async () => {
    await start();
    const nowhere = createFixtureId('nowhere');
    await expectRefusal('POST', rooms, 400, {
      body: { children: [{ rid: nowhere, rtype: 'device' }] },
    });
    await expectRefusal('POST', '/clip/v2/resource/smart_scene', 400, {
      body: { metadata: { name: 'A' }, group: { rid: nowhere, rtype: 'room' }, week_timeslots: [] },
    });
    await expectRefusal('POST', '/clip/v2/resource/behavior_instance', 400, {
      body: { script_id: nowhere, enabled: true, configuration: {} },
    });
    await expectRefusal('POST', '/clip/v2/resource/behavior_instance', 400, {
      body: {
        script_id: createFixtureId('light/fountain'),
        enabled: true,
        configuration: {},
      },
    });
  });

  it('more resources than fit with 507', async () => {
    await start({ resourceLimit: 309 });
    const body = { metadata: { name: 'One too many' } };
    await expectRefusal('POST', rooms, 507, { body });
  });

  it('to remove the bridge itself with 403', async () => {
    await start();
    await expectRefusal(
      'DELETE',
      `/clip/v2/resource/device/${createFixtureId('device/bridge')}`,
      403,
    );
  });
});
