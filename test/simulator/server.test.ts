import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { startSimulator, createFixtureId } from '../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../src/simulator';
import { operationHttpMapping } from '../../src/resources/table';
import type { ResourceType } from '../../src/resources/table';
import { roomArchetypes } from '../../src/resources/types/groups';
import { documentedResourceTypes } from '../../src/resources/schemas';
import { allResourceOperations } from '../support/resource-operations';
import type { ResourceOperation } from '../support/resource-operations';
import { buildCollectionPath, buildItemPath } from '../../src/bridge/request';
import { sendRequest } from './support/simulator-client';
import type { ReceivedResponse, RequestOptions } from './support/simulator-client';
import { createBodiesByType, getUpdateBody } from './server/sample-bodies';

/** The ten statuses of an error. Service document, section 7. */
const errorStatuses = [401, 403, 404, 405, 406, 409, 429, 500, 503, 507];

const createBody = ({ rtype, operation }: ResourceOperation): unknown => {
  if (operation === 'create') return createBodiesByType[rtype];
  return operation === 'update' ? getUpdateBody(rtype) : undefined;
};

const createPath = ({ rtype, operation }: ResourceOperation, rid: string): string =>
  operationHttpMapping[operation].path === 'collection'
    ? buildCollectionPath(rtype)
    : buildItemPath(rtype, rid);

/** What is deleted is missed by those that come after. */
const operationsDeletesLast = allResourceOperations.toSorted(
  (one, other) => Number(one.operation === 'delete') - Number(other.operation === 'delete'),
);

describe('Every operation of the table', () => {
  let simulator: Simulator;
  let agent: Agent;

  before(async () => {
    simulator = await startSimulator();
    agent = new Agent({ keepAlive: true });
  });
  after(async () => {
    agent.destroy();
    await simulator.stop();
  });

  /** The one whose radio can change its channel, and otherwise the last that is there. */
  const findId = (rtype: ResourceType): string => {
    const all = simulator.home.byType(rtype);
    const chosen =
      all.find(({ channel }) => rtype === 'zigbee_connectivity' && channel !== undefined) ??
      all.at(-1);
    assert.ok(chosen, `the home holds no ${rtype}`);
    return chosen.id;
  };

  const performOperation = (operation: ResourceOperation, rid: string): Promise<ReceivedResponse> =>
    sendRequest(simulator, operation.method, createPath(operation, rid), {
      body: createBody(operation),
      agent,
    });

  for (const operation of operationsDeletesLast) {
    const { rtype, method } = operation;
    it(`${operation.operation}s a ${rtype}: ${method} ${createPath(operation, '{id}')}`, async () => {
      const rid = findId(rtype);
      const before = simulator.home.get(rid);
      const answer = await performOperation(operation, rid);
      const request = simulator.requests.at(-1);
      assert.equal(request?.method, method);
      assert.equal(request.path, createPath(operation, rid));
      assert.equal(request.headers['home-application-key'], simulator.key);
      assert.equal(request.headers.accept, 'application/json');
      const body = createBody(operation);
      assert.equal(request.body, body === undefined ? '' : JSON.stringify(body));
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers['content-type'], 'application/json');
      assert.deepEqual(answer.body.errors, []);
      checkData(operation, rid, before, answer);
    });
  }

  function checkData(
    { rtype, operation }: ResourceOperation,
    rid: string,
    before: unknown,
    { body }: ReceivedResponse,
  ): void {
    if (operation === 'list') assert.deepEqual(body.data, simulator.home.byType(rtype));
    else if (operation === 'get') assert.deepEqual(body.data, [before]);
    else if (operation === 'create') {
      const [created] = body.data;
      assert.equal(created?.['rtype'], rtype);
      assert.equal(simulator.home.get(String(created['rid']))?.type, rtype);
    } else {
      assert.deepEqual(body.data, [{ rid, rtype }]);
      assert.equal(simulator.home.get(rid) === undefined, operation === 'delete');
    }
  }

  it('answers the whole tree, or the types that are asked for', async () => {
    const tree = await sendRequest(simulator, 'GET', '/clip/v2/resource', { agent });
    const missingIds = new Set(simulator.home.all().map(({ id }) => id));
    for (const resource of tree.body.data) missingIds.delete(String(resource['id']));
    const missingTypes = new Set([...missingIds].map((id) => simulator.home.get(id)?.type));
    assert.deepEqual(missingTypes, new Set(['motion_area_candidate', 'public_image']));
    const some = await sendRequest(simulator, 'GET', '/clip/v2/resource?type=room,zone', { agent });
    assert.deepEqual(some.body.data, [
      ...simulator.home.byType('room'),
      ...simulator.home.byType('zone'),
    ]);
  });

  for (const status of errorStatuses) {
    it(`answers ${status} with the service's error body when it is asked to`, async () => {
      const rid = '00000000-0000-4000-8000-000000000000';
      for (const operation of allResourceOperations) {
        simulator.faults.inject({ status, times: 1, match: { rtype: operation.rtype } });
        const answer = await performOperation(operation, rid);
        assert.equal(answer.status, status);
        assert.equal(answer.body.errors.length, 1);
        assert.notEqual(answer.body.errors[0]?.description, '');
      }
      assert.deepEqual(simulator.faults.list(), []);
    });
  }

  it('takes every one of the 40 archetypes of a room, when it is made and when it is changed', async () => {
    assert.equal(roomArchetypes.length, 40);
    for (const archetype of roomArchetypes) {
      const created = await sendRequest(simulator, 'POST', buildCollectionPath('room'), {
        body: { metadata: { name: 'Any', archetype: 'other' } },
        agent,
      });
      const path = buildItemPath('room', String(created.body.data[0]?.['rid']));
      await sendRequest(simulator, 'PUT', path, { body: { metadata: { archetype } }, agent });
      const read = await sendRequest(simulator, 'GET', path, { agent });
      assert.deepEqual(read.body.data[0]?.['metadata'], { name: 'Any', archetype });
      await sendRequest(simulator, 'DELETE', path, { agent });
      const again = await sendRequest(simulator, 'POST', buildCollectionPath('room'), {
        body: { metadata: { name: 'Any', archetype } },
        agent,
      });
      assert.equal(again.status, 200);
      const rid = String(again.body.data[0]?.['rid']);
      assert.deepEqual(simulator.home.get(rid)?.['metadata'], { name: 'Any', archetype });
      await sendRequest(simulator, 'DELETE', buildItemPath('room', rid), { agent });
    }
  });

  it('takes and gives back every one of the 36 values of rtype in a reference', async () => {
    assert.equal(documentedResourceTypes.length, 36);
    for (const rtype of documentedResourceTypes) {
      const rid = simulator.home.byType(rtype)[0]?.id ?? '00000000-0000-4000-8000-000000000000';
      const children = [{ rid, rtype }];
      const created = await sendRequest(simulator, 'POST', buildCollectionPath('service_group'), {
        body: { children, metadata: { name: rtype } },
        agent,
      });
      assert.equal(created.status, 200, created.text);
      const path = buildItemPath('service_group', String(created.body.data[0]?.['rid']));
      const read = await sendRequest(simulator, 'GET', path, { agent });
      assert.deepEqual(read.body.data[0]?.['children'], children);
      await sendRequest(simulator, 'DELETE', path, { agent });
    }
  });
});

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
