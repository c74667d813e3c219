import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import {
  allOperations,
  collectionPath,
  itemPath,
  operationWire,
  roomArchetypes,
  serviceReferenceTypes,
} from '../../src/resources';
import type { ResourceOperation, ResourceType } from '../../src/resources';
import { ask } from './ask';
import type { Received } from './ask';
import { createBodies, updateBody } from './sample-bodies';

/** The ten statuses of an error. Service document, section 7. */
const errorStatuses = [401, 403, 404, 405, 406, 409, 429, 500, 503, 507];

const bodyOf = ({ rtype, operation }: ResourceOperation): unknown => {
  if (operation === 'create') return createBodies[rtype];
  return operation === 'update' ? updateBody(rtype) : undefined;
};

const pathOf = ({ rtype, operation }: ResourceOperation, rid: string): string =>
  operationWire[operation].path === 'collection' ? collectionPath(rtype) : itemPath(rtype, rid);

/** What is deleted is missed by those that come after. */
const deletesLast = allOperations.toSorted(
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
  const someId = (rtype: ResourceType): string => {
    const all = simulator.home.byType(rtype);
    const chosen =
      all.find(({ channel }) => rtype === 'zigbee_connectivity' && channel !== undefined) ??
      all.at(-1);
    assert.ok(chosen, `the home holds no ${rtype}`);
    return chosen.id;
  };

  const perform = (operation: ResourceOperation, rid: string): Promise<Received> =>
    ask(simulator, operation.method, pathOf(operation, rid), { body: bodyOf(operation), agent });

  it('counts 72 of the service document', () => {
    assert.equal(allOperations.filter(({ origin }) => origin === 'service').length, 72);
  });

  for (const operation of deletesLast) {
    const { rtype, method } = operation;
    it(`${operation.operation}s a ${rtype}: ${method} ${pathOf(operation, '{id}')}`, async () => {
      const rid = someId(rtype);
      const before = simulator.home.get(rid);
      const answer = await perform(operation, rid);
      const request = simulator.requests.at(-1);
      assert.equal(request?.method, method);
      assert.equal(request.path, pathOf(operation, rid));
      assert.equal(request.headers['home-application-key'], simulator.key);
      assert.equal(request.headers.accept, 'application/json');
      const body = bodyOf(operation);
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
    { body }: Received,
  ): void {
    if (operation === 'list') assert.deepEqual(body.data, simulator.home.byType(rtype));
    else if (operation === 'get') assert.deepEqual(body.data, [before]);
    else if (operation === 'create') {
      const [made] = body.data;
      assert.equal(made?.['rtype'], rtype);
      assert.equal(simulator.home.get(String(made['rid']))?.type, rtype);
    } else {
      assert.deepEqual(body.data, [{ rid, rtype }]);
      assert.equal(simulator.home.get(rid) === undefined, operation === 'delete');
    }
  }

  it('answers the whole tree, or the types that are asked for', async () => {
    const whole = await ask(simulator, 'GET', '/clip/v2/resource', { agent });
    const left = new Set(simulator.home.all().map(({ id }) => id));
    for (const resource of whole.body.data) left.delete(String(resource['id']));
    const outside = new Set([...left].map((id) => simulator.home.get(id)?.type));
    assert.deepEqual(outside, new Set(['motion_area_candidate', 'public_image']));
    const some = await ask(simulator, 'GET', '/clip/v2/resource?type=room,zone', { agent });
    assert.deepEqual(some.body.data, [
      ...simulator.home.byType('room'),
      ...simulator.home.byType('zone'),
    ]);
  });

  for (const status of errorStatuses) {
    it(`answers ${status} with the service's error body when it is told to`, async () => {
      const rid = '00000000-0000-4000-8000-000000000000';
      for (const operation of allOperations) {
        simulator.faults.answer({ status, times: 1, match: { rtype: operation.rtype } });
        const answer = await perform(operation, rid);
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
      const made = await ask(simulator, 'POST', collectionPath('room'), {
        body: { metadata: { name: 'Any', archetype: 'other' } },
        agent,
      });
      const path = itemPath('room', String(made.body.data[0]?.['rid']));
      await ask(simulator, 'PUT', path, { body: { metadata: { archetype } }, agent });
      const read = await ask(simulator, 'GET', path, { agent });
      assert.deepEqual(read.body.data[0]?.['metadata'], { name: 'Any', archetype });
      await ask(simulator, 'DELETE', path, { agent });
      const again = await ask(simulator, 'POST', collectionPath('room'), {
        body: { metadata: { name: 'Any', archetype } },
        agent,
      });
      assert.equal(again.status, 200);
      const rid = String(again.body.data[0]?.['rid']);
      assert.deepEqual(simulator.home.get(rid)?.['metadata'], { name: 'Any', archetype });
      await ask(simulator, 'DELETE', itemPath('room', rid), { agent });
    }
  });

  it('takes and gives back every one of the 36 values of rtype in a reference', async () => {
    assert.equal(serviceReferenceTypes.length, 36);
    for (const rtype of serviceReferenceTypes) {
      const rid = simulator.home.byType(rtype)[0]?.id ?? '00000000-0000-4000-8000-000000000000';
      const children = [{ rid, rtype }];
      const made = await ask(simulator, 'POST', collectionPath('service_group'), {
        body: { children, metadata: { name: rtype } },
        agent,
      });
      assert.equal(made.status, 200, made.text);
      const path = itemPath('service_group', String(made.body.data[0]?.['rid']));
      const read = await ask(simulator, 'GET', path, { agent });
      assert.deepEqual(read.body.data[0]?.['children'], children);
      await ask(simulator, 'DELETE', path, { agent });
    }
  });
});
