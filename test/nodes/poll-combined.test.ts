import assert from 'node:assert/strict';
import { getMember } from '../../src/resources';
import { fixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const lamp = fixtureId('light/living-floor');

/** Name of the room that holds the device of a lamp. */
function findRoomName({ simulator: { home } }: FlowHarness, rid: string): unknown {
  const owner = getMember(home.get(rid), 'owner', 'rid');
  const room = home
    .byType('room')
    .find(({ children }) => JSON.stringify(children).includes(String(owner)));
  return getMember(room, 'metadata', 'name');
}

describe('The poll node with one value for several resources', () => {
  let flow: FlowHarness;
  before(async () => {
    flow = await startFlowHarness([
      {
        id: 'room',
        type: 'bridge-poll',
        rtype: 'light',
        room: 'Living room',
        combine: 'none',
        split: 'yes-no',
        wires: [['off'], ['lit']],
      },
      { id: 'off', type: 'helper' },
      { id: 'lit', type: 'helper' },
      {
        id: 'coldest',
        type: 'bridge-poll',
        rtype: 'temperature',
        combine: 'lowest',
        emit: 'request',
      },
    ]);
    await flow.nextStatus('room', ({ fill }) => fill === 'green');
  });
  after(() => flow.stop());

  it('says whether all lamps of a room are off, to yes or no, as soon as the last one is', async () => {
    const { home } = flow.simulator;
    const lamps = home.byType('light').filter(({ id }) => findRoomName(flow, id) === 'Living room');
    assert.ok(lamps.length > 1);
    for (const { id } of lamps) home.change(id, { on: { on: false } });
    const message = await flow.nextMessage('off');
    assert.equal(message['payload'], true);
    assert.ok(Array.isArray(message['values']));
    assert.equal(message['values'].length, lamps.length);
    home.change(lamp, { on: { on: true } });
    const lit = await flow.nextMessage('lit');
    assert.equal(lit['payload'], false);
    assert.equal(lit['previous'], true);
  });

  it('makes one number of all sensors, and sends it only when asked where that is wanted', async () => {
    const garden = fixtureId('temperature/garden-motion');
    flow.simulator.home.change(garden, { id_v1: '/sensors/1' });
    const answer = await flow.request('coldest', {});
    assert.equal(answer['payload'], 6.21);
    assert.equal(getMember(answer['bridge'], 'occasion'), 'request');
    const unasked = flow.observations.filter(
      (seen) => seen.kind === 'arrival' && seen.node === 'out' && !('ticket' in seen.message),
    );
    assert.deepEqual(unasked, []);
  });
});
