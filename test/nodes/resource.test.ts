import assert from 'node:assert/strict';
import { isResource } from '../../src/bridge/resource-state';
import { getNestedMember } from '../../src/resources/members';
import { getPlainValue } from '../../src/resources/table';
import type { Resource } from '../../src/resources/resource';
import { createFixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

function getResource(payload: unknown): Resource {
  assert.ok(isResource(payload));
  return payload;
}

describe('The resource node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'any', type: 'bridge-resource', operation: '', rtype: '' },
      {
        id: 'free',
        type: 'bridge-resource',
        operation: 'update',
        rtype: 'light',
        allowUnknownFields: true,
      },
      { id: 'plain', type: 'bridge-resource', operation: '', rtype: '', readAs: 'value' },
    ]);
  });
  after(() => harness.stop());

  it('lists any type', async () => {
    const { payload, bridge } = await harness.request('any', {
      operation: 'list',
      rtype: 'behavior_script',
    });
    assert.ok(Array.isArray(payload) && payload.length > 1, JSON.stringify(payload));
    assert.equal(getNestedMember(bridge, 'rtype'), 'behavior_script');
  });

  it('reads the plain value in place of the whole resource, and names each in a list', async () => {
    const message = { rtype: 'light_level', target: 'Bathroom sensor' };
    const { payload: lux } = await harness.request('plain', { ...message, operation: 'get' });
    const answer = await harness.request('any', { ...message, operation: 'get' });
    assert.equal(lux, getPlainValue(getResource(answer['payload'])));
    assert.equal(typeof lux, 'number');
    const { payload } = await harness.request('plain', { rtype: 'contact', operation: 'list' });
    const [contact] = harness.simulator.home.byType('contact');
    assert.ok(Array.isArray(payload) && contact !== undefined);
    assert.deepEqual(payload[0], {
      rid: contact.id,
      rtype: 'contact',
      name: 'Front door',
      room: 'Hallway',
      value: getPlainValue(contact),
    });
    const { payload: lamps } = await harness.request('plain', {
      rtype: 'light',
      operation: 'list',
    });
    assert.ok(Array.isArray(lamps));
    assert.ok(lamps.every((lamp) => typeof getNestedMember(lamp, 'on') === 'boolean'));
  });

  it('learns the type from the target where none is named', async () => {
    const { bridge } = await harness.request('any', {
      operation: 'get',
      target: createFixtureId('wifi_connectivity/bridge'),
    });
    assert.equal(getNestedMember(bridge, 'rtype'), 'wifi_connectivity');
  });

  it('reads where neither dialog nor message names an operation', async () => {
    const { bridge } = await harness.request('any', {
      target: createFixtureId('light/living-floor'),
    });
    assert.equal(getNestedMember(bridge, 'operation'), 'get');
  });

  it('says so when nothing has the name, and no type is named to read again', async () => {
    harness.send('any', { operation: 'get', target: 'Nothing of this name' });
    assert.equal((await harness.nextFailure('any')).code, 'ERR_BRIDGE_UNKNOWN_TARGET');
  });

  it('changes any type with the body of the service', async () => {
    const rid = createFixtureId('geofence_client/phone');
    await harness.request('any', {
      operation: 'update',
      rtype: 'geofence_client',
      target: rid,
      payload: { name: 'Phone' },
    });
    assert.equal(harness.simulator.home.get(rid)?.['name'], 'Phone');
  });

  it('creates and deletes', async () => {
    const created = await harness.request('any', {
      operation: 'create',
      rtype: 'zone',
      payload: { metadata: { name: 'Desk', archetype: 'office' }, children: [] },
    });
    const rid = String(getNestedMember(created['payload'], 'rid'));
    await harness.request('any', {
      operation: 'delete',
      rtype: 'zone',
      target: { rid, rtype: 'zone' },
    });
    assert.equal(harness.simulator.home.get(rid), undefined);
  });

  it('sends fields that the table does not list only when it is allowed to', async () => {
    const message = { target: 'Floor lamp', payload: { on: { on: true }, new_member: { a: 1 } } };
    harness.send('any', { operation: 'update', rtype: 'light', ...message });
    assert.match(
      (await harness.nextFailure('any')).message,
      /payload\.new_member: expected one of/,
    );
    harness.send('free', message);
    assert.match((await harness.nextFailure('free')).message, /new_member/);
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'new_member'), { a: 1 });
  });

  it('reads what is in no list by its id alone', async () => {
    const rid = createFixtureId('public_image/sunset');
    const { bridge } = await harness.request('any', {
      operation: 'get',
      rtype: 'public_image',
      target: rid,
    });
    assert.equal(getNestedMember(bridge, 'rid'), rid);
  });

  it('finds by its name what is in no list', async () => {
    const { home } = harness.simulator;
    const [candidate] = home.byType('motion_area_candidate');
    const device = home.get(String(getNestedMember(candidate, 'owner', 'rid')));
    const { bridge } = await harness.request('any', {
      operation: 'get',
      rtype: 'motion_area_candidate',
      target: getNestedMember(device, 'metadata', 'name'),
    });
    assert.equal(getNestedMember(bridge, 'rid'), candidate?.id);
  });
});
