import assert from 'node:assert/strict';
import { member } from '../../src/resources';
import { idOf } from '../../src/simulator';
import { runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

describe('The smart scene node', () => {
  let home: HomeFlow;
  before(async () => {
    home = await runHomeFlow([
      { id: 'starter', type: 'bridge-smart-scene', operation: 'recall', recall: 'activate' },
      { id: 'teller', type: 'bridge-smart-scene', operation: 'recall', recall: '' },
      { id: 'any', type: 'bridge-smart-scene', operation: '' },
    ]);
  });
  after(() => home.end());

  const sceneNamed = (name: string): string =>
    home.simulator.home
      .all()
      .find(({ type, metadata }) => type === 'smart_scene' && member(metadata, 'name') === name)
      ?.id ?? assert.fail(`There is no smart scene ${name}.`);
  const lastRecall = (): unknown => member(home.writes().at(-1)?.body, 'recall', 'action');

  it('starts a scene that is named by the message', async () => {
    const { bridge } = await home.ask('starter', { target: 'Kitchen day' });
    assert.equal(lastRecall(), 'activate');
    assert.equal(member(bridge, 'operation'), 'recall');
    assert.equal(member(bridge, 'name'), 'Kitchen day');
  });

  it('stops and toggles as the message says', async () => {
    await home.ask('teller', { target: 'Kitchen day', payload: false });
    assert.equal(lastRecall(), 'deactivate');
    home.simulator.home.change(sceneNamed('Kitchen day'), { state: 'inactive' });
    await home.ask('teller', { target: 'Kitchen day', payload: 'toggle' });
    assert.equal(lastRecall(), 'activate');
  });

  it('recalls an ordinary scene by its name as well, with brightness and transition', async () => {
    const { bridge } = await home.ask('starter', { target: 'Kitchen/Relax' });
    assert.equal(lastRecall(), 'active');
    assert.equal(member(bridge, 'rtype'), 'scene');
    assert.equal(member(bridge, 'name'), 'Relax');
    assert.equal(member(bridge, 'room'), 'Kitchen');
    const payload = { brightness: 30, transition: '2s' };
    await home.ask('teller', { target: 'Kitchen/Relax', payload });
    const recall = member(home.writes().at(-1)?.body, 'recall');
    assert.deepEqual(recall, { action: 'active', dimming: { brightness: 30 }, duration: 2000 });
    const scene = home.simulator.home.get(String(member(bridge, 'rid')));
    assert.equal(member(scene, 'status', 'active'), 'static');
  });

  it('says that an ordinary scene cannot be stopped', async () => {
    home.send('teller', { target: 'Kitchen/Relax', payload: false });
    const { message } = await home.failure('teller');
    assert.match(message, /a scene cannot be stopped/);
  });

  it('takes the smart scene where an ordinary one has the same name', async () => {
    const relax = home.simulator.home
      .byType('scene')
      .find(({ group }) => member(group, 'rid') === idOf('room/kitchen'));
    assert.ok(relax);
    home.simulator.home.change(relax.id, { metadata: { name: 'Kitchen day' } });
    const { bridge } = await home.ask('starter', { target: 'Kitchen/Kitchen day' });
    assert.equal(member(bridge, 'rtype'), 'smart_scene');
  });

  it('creates one with a week of timeslots by names, changes and deletes it', async () => {
    const scene = home.simulator.home
      .all()
      .find(
        ({ type, group }) => type === 'scene' && member(group, 'rid') === idOf('room/bathroom'),
      );
    const payload = {
      metadata: { name: 'Bath day' },
      group: { rid: idOf('room/bathroom'), rtype: 'room' },
      week_timeslots: [
        {
          recurrence: ['monday'],
          timeslots: [
            {
              start_time: { kind: 'time', time: { hour: 7, minute: 0, second: 0 } },
              target: { rid: scene?.id, rtype: 'scene' },
            },
          ],
        },
      ],
    };
    const created = await home.ask('any', { operation: 'create', payload });
    const rid = String(member(created['payload'], 'rid'));
    assert.equal(member(home.simulator.home.get(rid), 'metadata', 'name'), 'Bath day');

    await home.ask('any', {
      operation: 'update',
      target: rid,
      payload: { transition_duration: 1000 },
    });
    assert.equal(home.simulator.home.get(rid)?.['transition_duration'], 1000);

    await home.ask('any', { operation: 'delete', target: rid });
    assert.equal(home.simulator.home.get(rid), undefined);
  });

  it('toggles by changes one after another, each on what the one before left', async () => {
    const rid = sceneNamed('Natural light');
    const state = home.simulator.home.get(rid)?.['state'];
    const quick = home.simulator.faults.answer({ match: { method: 'GET' }, delay: 30 });
    const toggle = { operation: 'update', target: rid, payload: { recall: 'toggle' } };
    await Promise.all([home.ask('any', toggle), home.ask('any', toggle)]);
    quick();
    const [first, second] = home.writes().slice(-2);
    assert.notDeepEqual(first?.body, second?.body);
    assert.equal(home.simulator.home.get(rid)?.['state'], state);
  });

  it('lists and reads', async () => {
    const { payload } = await home.ask('any', { operation: 'list' });
    assert.ok(Array.isArray(payload) && payload.length === 3);
    const read = await home.ask('any', { operation: 'get', target: 'Natural light' });
    assert.equal(member(read['payload'], 'state'), 'active');
  });
});
