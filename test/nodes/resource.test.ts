import assert from 'node:assert/strict';
import { member } from '../../src/resources';
import { idOf } from '../../src/simulator';
import { runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

describe('The resource node', () => {
  let home: HomeFlow;
  before(async () => {
    home = await runHomeFlow([
      { id: 'any', type: 'bridge-resource', operation: '', rtype: '' },
      {
        id: 'free',
        type: 'bridge-resource',
        operation: 'update',
        rtype: 'light',
        allowUnknownFields: true,
      },
    ]);
  });
  after(() => home.end());

  it('lists any type', async () => {
    const { payload, bridge } = await home.ask('any', {
      operation: 'list',
      rtype: 'behavior_script',
    });
    assert.ok(Array.isArray(payload) && payload.length > 1);
    assert.equal(member(bridge, 'rtype'), 'behavior_script');
  });

  it('learns the type from the target where none is named', async () => {
    const { bridge } = await home.ask('any', {
      operation: 'get',
      target: idOf('wifi_connectivity/bridge'),
    });
    assert.equal(member(bridge, 'rtype'), 'wifi_connectivity');
  });

  it('changes any type with the body of the service', async () => {
    const rid = idOf('geofence_client/phone');
    await home.ask('any', {
      operation: 'update',
      rtype: 'geofence_client',
      target: rid,
      payload: { name: 'Phone' },
    });
    assert.equal(home.simulator.home.get(rid)?.['name'], 'Phone');
  });

  it('creates and deletes', async () => {
    const created = await home.ask('any', {
      operation: 'create',
      rtype: 'zone',
      payload: { metadata: { name: 'Desk', archetype: 'office' }, children: [] },
    });
    const rid = String(member(created['payload'], 'rid'));
    await home.ask('any', { operation: 'delete', rtype: 'zone', target: { rid, rtype: 'zone' } });
    assert.equal(home.simulator.home.get(rid), undefined);
  });

  it('sends fields that the table does not list only when it is allowed to', async () => {
    const message = { target: 'Floor lamp', payload: { on: { on: true }, new_member: { a: 1 } } };
    home.send('any', { operation: 'update', rtype: 'light', ...message });
    assert.match((await home.failure('any')).message, /payload\.new_member: expected one of/);
    home.send('free', message);
    assert.match((await home.failure('free')).message, /new_member/);
    assert.deepEqual(member(home.writes().at(-1)?.body, 'new_member'), { a: 1 });
  });

  it('reads what is in no list by its id alone', async () => {
    const rid = idOf('public_image/sunset');
    const { bridge } = await home.ask('any', {
      operation: 'get',
      rtype: 'public_image',
      target: rid,
    });
    assert.equal(member(bridge, 'rid'), rid);
  });
});
