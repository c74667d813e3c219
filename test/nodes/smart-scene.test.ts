import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

describe('The smart scene node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'starter', type: 'bridge-smart-scene', operation: 'recall', recall: 'activate' },
      { id: 'teller', type: 'bridge-smart-scene', operation: 'recall', recall: '' },
      { id: 'any', type: 'bridge-smart-scene', operation: '' },
    ]);
  });
  after(() => harness.stop());

  const findSmartScene = (name: string): string =>
    harness.simulator.home
      .all()
      .find(
        ({ type, metadata }) =>
          type === 'smart_scene' && getNestedMember(metadata, 'name') === name,
      )?.id ?? assert.fail(`There is no smart scene ${name}.`);
  const getLastRecall = (): unknown =>
    getNestedMember(harness.writes().at(-1)?.body, 'recall', 'action');

  it('starts a scene that is named by the message', async () => {
    const { bridge } = await harness.request('starter', { target: 'Kitchen day' });
    assert.equal(getLastRecall(), 'activate');
    assert.equal(getNestedMember(bridge, 'operation'), 'recall');
    assert.equal(getNestedMember(bridge, 'name'), 'Kitchen day');
  });

  /** Waits until the status of a node ends with this key; it must show no other result until then. */
  const assertResultShown = async (id: string, key: string): Promise<void> => {
    const { text } = await harness.nextStatus(id, ({ fill }) => fill === 'green');
    assert.match(String(text), new RegExp(`status\\.${key}$`));
  };

  it('stops and toggles as the message says, and its status says which it was', async () => {
    await harness.request('teller', { target: 'Kitchen day', payload: false });
    assert.equal(getLastRecall(), 'deactivate');
    await assertResultShown('teller', 'stopped');
    harness.simulator.home.change(findSmartScene('Kitchen day'), { state: 'inactive' });
    await harness.request('teller', { target: 'Kitchen day', payload: 'toggle' });
    assert.equal(getLastRecall(), 'activate');
    await assertResultShown('teller', 'recalled');
    await harness.request('teller', { target: 'Kitchen day', payload: 'toggle' });
    assert.equal(getLastRecall(), 'deactivate');
    await assertResultShown('teller', 'stopped');
    await harness.request('teller', { target: 'Kitchen/Relax', payload: true });
    await assertResultShown('teller', 'recalled');
  });

  it('starts a scene when the message gives no command, such as that of an inject node', async () => {
    for (const rest of [{}, { payload: 1_766_000_000_000 }]) {
      await harness.request('teller', { target: 'Kitchen day', payload: false });
      await harness.request('teller', { target: 'Kitchen day', ...rest });
      assert.equal(getLastRecall(), 'activate');
    }
  });

  it('recalls an ordinary scene by its name as well, with brightness and transition', async () => {
    const { bridge } = await harness.request('starter', { target: 'Kitchen/Relax' });
    assert.equal(getLastRecall(), 'active');
    assert.equal(getNestedMember(bridge, 'rtype'), 'scene');
    assert.equal(getNestedMember(bridge, 'name'), 'Relax');
    assert.equal(getNestedMember(bridge, 'room'), 'Kitchen');
    const payload = { brightness: 30, transition: '2s' };
    await harness.request('teller', { target: 'Kitchen/Relax', payload });
    const recall = getNestedMember(harness.writes().at(-1)?.body, 'recall');
    assert.deepEqual(recall, { action: 'active', dimming: { brightness: 30 }, duration: 2000 });
    const scene = harness.simulator.home.get(String(getNestedMember(bridge, 'rid')));
    assert.equal(getNestedMember(scene, 'status', 'active'), 'static');
  });

  it('says that an ordinary scene cannot be stopped', async () => {
    harness.send('teller', { target: 'Kitchen/Relax', payload: false });
    const { message } = await harness.nextFailure('teller');
    assert.match(message, /a scene cannot be stopped/);
  });

  it('takes the smart scene where an ordinary one has the same name', async () => {
    const relax = harness.simulator.home
      .byType('scene')
      .find(({ group }) => getNestedMember(group, 'rid') === createFixtureId('room/kitchen'));
    assert.ok(relax);
    harness.simulator.home.change(relax.id, { metadata: { name: 'Kitchen day' } });
    const { bridge } = await harness.request('starter', { target: 'Kitchen/Kitchen day' });
    assert.equal(getNestedMember(bridge, 'rtype'), 'smart_scene');
  });

  it('creates one with a week of timeslots by names, changes and deletes it', async () => {
    const scene = harness.simulator.home
      .all()
      .find(
        ({ type, group }) =>
          type === 'scene' && getNestedMember(group, 'rid') === createFixtureId('room/bathroom'),
      );
    const payload = {
      metadata: { name: 'Bath day' },
      group: { rid: createFixtureId('room/bathroom'), rtype: 'room' },
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
    const created = await harness.request('any', { operation: 'create', payload });
    const rid = String(getNestedMember(created['payload'], 'rid'));
    assert.equal(getNestedMember(harness.simulator.home.get(rid), 'metadata', 'name'), 'Bath day');

    await harness.request('any', {
      operation: 'update',
      target: rid,
      payload: { transition_duration: 1000 },
    });
    assert.equal(harness.simulator.home.get(rid)?.['transition_duration'], 1000);

    await harness.request('any', { operation: 'delete', target: rid });
    assert.equal(harness.simulator.home.get(rid), undefined);
  });

  it('toggles by changes one after another, each on what the one before left', async () => {
    const rid = findSmartScene('Natural light');
    const state = harness.simulator.home.get(rid)?.['state'];
    const endDelay = harness.simulator.faults.inject({ match: { method: 'GET' }, delay: 30 });
    const toggle = { operation: 'update', target: rid, payload: { recall: 'toggle' } };
    await Promise.all([harness.request('any', toggle), harness.request('any', toggle)]);
    endDelay();
    const [first, second] = harness.writes().slice(-2);
    assert.notDeepEqual(first?.body, second?.body);
    assert.equal(harness.simulator.home.get(rid)?.['state'], state);
  });

  it('lists and reads', async () => {
    const { payload } = await harness.request('any', { operation: 'list' });
    assert.ok(Array.isArray(payload) && payload.length === 3, JSON.stringify(payload));
    const read = await harness.request('any', { operation: 'get', target: 'Natural light' });
    assert.equal(getNestedMember(read['payload'], 'state'), 'active');
  });

  it('says what to do when a bridge refuses sunrise, and nothing of it otherwise', async () => {
    const slotsAt = (at: string): object[] => [
      { days: 'everyday', slots: [{ at, scene: 'Relax' }] },
    ];
    for (const method of ['POST', 'PUT']) {
      harness.simulator.faults.inject({
        match: { rtype: 'smart_scene', method },
        status: 400,
        body: { errors: [{ description: 'invalid value in body' }] },
      });
    }
    for (const [at, hasHint] of [
      ['sunrise', true],
      ['sunset', false],
    ] as const) {
      for (const message of [
        { operation: 'create', payload: { name: 'Sun', group: 'Kitchen', week: slotsAt(at) } },
        { operation: 'update', target: 'Kitchen day', payload: { week: slotsAt(at) } },
      ]) {
        harness.send('any', message);
        const { message: sentence } = await harness.nextFailure('any');
        assert.match(sentence, /The bridge says: "invalid value in body"/);
        assert.equal(sentence.endsWith('use "sunset" or a time of day instead.'), hasHint);
      }
    }
    harness.simulator.faults.clear();
  });
});
