import assert from 'node:assert/strict';
import { getNestedMember } from '../../../../src/resources/members';
import type { Resource } from '../../../../src/resources/resource';
import { createFixtureHome } from '../../../../src/simulator/fixtures/home';
import type { FaultCase } from '../../fault-case';
import { makeRid } from '../../support/client-requests';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  unthrottledLimits,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { Trial } from '../../support/trial';
import { waitUntil } from '../../../support/wait-until';

export const resourceTypeCases: readonly FaultCase[] = [
  {
    number: 71,
    title:
      'A type that nobody knows, a malformed type among others, names that only lists of services give',
    bound:
      'read, watched and found like any other, written only when that is allowed; the other types are read; the same names',
    run: unknownTypes,
  },
];

const bridgeId = '02a1b2fffec3d4e5';
const drive: Resource = {
  type: 'warp_drive',
  id: makeRid(1),
  metadata: { name: 'Drive' },
  warp: 1,
};

async function unknownTypes(trial: Trial): Promise<void> {
  await useUnlistedType(trial);
  await readMalformedType(trial);
  await nameByServices(trial);
}

async function useUnlistedType(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({
    home: [...createFixtureHome(bridgeId), drive],
    events: { batch: 0 },
  });
  trial.expectRate(simulator.port, unthrottledLimits);
  const flow = await FlowUnderTest.start(trial);
  const watched = { rtype: drive.type, target: 'Drive', targetType: 'str', output: 'warp' };
  await flow.deploy(
    createFlow(createBridgeNode(simulator, unthrottledSettings), [
      createNode('resource', 'bridge-resource', { operation: '', rtype: '' }),
      createNode('lenient', 'bridge-resource', {
        operation: '',
        rtype: drive.type,
        allowUnknownFields: true,
      }),
      createNode('poll', 'bridge-poll', { ...watched, interval: '1' }),
    ]),
    createCredentials(trial),
  );
  const { rtype } = watched;
  const state = { operation: 'get', target: 'Drive' };
  const list = await flow.sendOrThrow('resource', { operation: 'list', rtype });
  assert.deepEqual(list['payload'], [drive]);
  // Found by its name alone among all types, and by its id.
  for (const target of ['Drive', drive.id]) {
    const { payload } = await flow.sendOrThrow('resource', { ...state, target });
    assert.deepEqual(payload, drive);
  }
  const writes = (): number => simulator.requests.filter(({ method }) => method !== 'GET').length;
  const update = { operation: 'update', rtype, target: 'Drive', payload: { warp: 9 } };
  const refused = [
    update,
    { ...update, operation: 'create', payload: { warp: 9 } },
    { ...update, operation: 'delete' },
  ];
  for (const message of refused) {
    assert.equal(
      await flow.sendExpectingRefusal('resource', message),
      'ERR_BRIDGE_INVALID_COMMAND',
    );
  }
  trial.tally('writes refused before they were sent', refused.length - writes(), refused.length);
  await flow.sendOrThrow('lenient', { ...update, payload: { warp: 9 } });
  assert.equal(simulator.home.get(drive.id)?.['warp'], 9);
  await waitUntil('the change', () => flow.arrived('out').some(({ payload }) => payload === 9));
  await flow.sendOrThrow('lenient', { ...update, operation: 'delete' });
  assert.equal(simulator.home.get(drive.id), undefined);
  const tricks = [
    '../config',
    '12',
    '__proto__',
    'light/..',
    '%2e%2e',
    'Light',
    '',
    'x'.repeat(65),
    'light?x=1',
  ];
  const before = simulator.requests.length;
  for (const trick of tricks) {
    assert.equal(
      await flow.sendExpectingRefusal('resource', { operation: 'list', rtype: trick }),
      'ERR_BRIDGE_INVALID_COMMAND',
    );
  }
  trial.atMost('requests for odd names of types', simulator.requests.length - before, 0);
}

/** Answers `/resource` as a bridge that has no list of everything. */
const withoutTree = { match: { path: /\/resource$/ }, status: 404 };

async function readMalformedType(trial: Trial): Promise<void> {
  const linkedDrive: Resource = { ...drive, owner: { rid: makeRid(2), rtype: 'device' } };
  const device: Resource = {
    type: 'device',
    id: makeRid(2),
    metadata: { name: 'Engine' },
    services: [{ rid: drive.id, rtype: drive.type }],
  };
  const simulator = await trial.simulator({
    home: [...createFixtureHome(bridgeId), device, linkedDrive],
  });
  simulator.faults.inject(withoutTree);
  const malformedBodies: readonly unknown[] = ['<html>', { data: 'none' }, { errors: [] }];
  for (const body of malformedBodies) {
    const remove = simulator.faults.inject({ match: { rtype: 'motion' }, status: 200, body });
    const client = trial.client(simulator, { limits: unthrottledLimits });
    trial.warnings.length = 0;
    await client.stateCache.refresh();
    const missing = simulator.home
      .all()
      .filter(({ id, type }) => type !== 'motion' && client.stateCache.get(id) === undefined);
    assert.deepEqual(missing, []);
    assert.equal(trial.warnings.length, 1);
    assert.match(trial.warnings[0] ?? '', /motion.*The other types were read\.$/);
    await client.close();
    remove();
  }
  trial.note(
    `all other types read beside a malformed one, and a type beyond the table that a device offers: ${malformedBodies.length} times`,
  );
}

async function nameByServices(trial: Trial): Promise<void> {
  const home = createFixtureHome(bridgeId);
  const ownerless = home.map(({ owner: _owner, ...resource }) => resource);
  const namesOf = async (resources: readonly Resource[]): Promise<Map<string, unknown>> => {
    const simulator = await trial.simulator({ home: resources });
    const { stateCache } = trial.client(simulator);
    await stateCache.refresh();
    return new Map(
      resources.map(({ id, type }) => [`${type} ${id}`, { ...stateCache.displayNames(id) }]),
    );
  };
  const [expected, found] = await Promise.all([namesOf(home), namesOf(ownerless)]);
  const offered = new Set(
    home.flatMap(({ type, services }) =>
      type !== 'service_group' && Array.isArray(services)
        ? services.map((service: unknown) => String(getNestedMember(service, 'rid')))
        : [],
    ),
  );
  const services = home.filter(({ id }) => offered.has(id)).map(({ id, type }) => `${type} ${id}`);
  const same = services.filter((key) => {
    assert.deepEqual(found.get(key), expected.get(key), key);
    return true;
  });
  trial.tally('services named and placed without an owner', same.length, services.length);
}
