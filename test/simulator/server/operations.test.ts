import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { operationHttpMapping } from '../../../src/resources/table';
import type { ResourceType } from '../../../src/resources/table';
import { roomArchetypes } from '../../../src/resources/types/groups';
import { documentedResourceTypes } from '../../../src/resources/schemas';
import { allResourceOperations } from '../../support/resource-operations';
import type { ResourceOperation } from '../../support/resource-operations';
import { buildCollectionPath, buildItemPath } from '../../../src/bridge/request';
import { sendRequest } from '../support/send-request';
import type { ReceivedResponse } from '../support/send-request';
import { createBodiesByType, getUpdateBody } from './sample-bodies';

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
