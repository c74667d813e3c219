import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowNode } from '../../support/node-red/node-red';
import {
  becomeGreen,
  daylight,
  describeOrigin,
  dimmer,
  lamp,
  listenTo,
  pickOnBoth,
  poll,
  press,
  setLamp,
  startOnTwoBridges,
} from './two-bridges';

describe('A node that watches what is on several bridges, of which one is away', () => {
  let harness: FlowHarness;
  let house: Simulator;
  let attic: Simulator;
  let endFault: () => void;
  beforeEach(async () => {
    [house, attic] = await Promise.all([startSimulator(), startSimulator()]);
    for (const simulator of [house, attic]) setLamp(simulator, false);
    endFault = attic.faults.inject({ cut: 'request' });
  });
  afterEach(async () => {
    await harness.stop();
    await attic.stop();
  });

  const start = async (...nodes: (readonly FlowNode[])[]): Promise<void> => {
    harness = await startOnTwoBridges(house, attic, nodes);
  };

  it('says which, and goes on with what is on the others', async () => {
    await start(
      listenTo({ ...poll, id: 'lamps', ...pickOnBoth(lamp), emitAtStart: true }),
      listenTo({ ...poll, id: 'connections', ...pickOnBoth(lamp), connectionMessages: true }),
      listenTo({ id: 'presses', type: 'bridge-button', ...pickOnBoth(dimmer) }),
      [{ ...daylight, id: 'day', ...pickOnBoth(lamp) }],
      [{ id: 'light', type: 'bridge-light', ...pickOnBoth(lamp), changes: 'value' }],
    );
    for (const node of ['lamps', 'connections', 'presses', 'day', 'light']) {
      const { text } = await harness.nextStatus(node, ({ fill }) => fill === 'yellow');
      assert.match(String(text), /^Attic: .*status\.(away|neverReached|waiting)/, node);
    }
    const state = await harness.nextMessage('lamps out');
    assert.deepEqual(describeOrigin(state), [undefined, lamp]);
    const lost = await harness.nextMessage('connections out');
    assert.equal(getNestedMember(lost['payload'], 'connected'), false);
    assert.equal(getNestedMember(lost['bridge'], 'bridgeName'), 'Attic');
    press(house, 'short_release');
    await harness.nextMessage('presses out');
    endFault();
    await becomeGreen(harness, 'lamps', 'connections', 'presses');
    const late = await harness.nextMessage('lamps out');
    assert.deepEqual(describeOrigin(late), ['Attic', lamp]);
    const returned = await harness.nextMessage('connections out');
    assert.equal(getNestedMember(returned['payload'], 'connected'), true);
  });

  it('answers with what the others have, and an error that names the one that is away', async () => {
    await start([
      { ...poll, id: 'asked', emit: 'request', output: 'on.on' },
      { ...poll, id: 'counted', emit: 'request', combine: 'count' },
      { ...daylight, id: 'day', ...pickOnBoth(lamp) },
    ]);
    const target = ['Floor lamp', 'Attic:Floor lamp'];
    harness.send('asked', { target });
    assert.equal((await harness.nextMessage('out'))['payload'], false);
    for (const [node, message] of [
      ['asked', undefined],
      ['counted', { target }],
      ['day', { payload: 'get' }],
    ] as const) {
      if (message !== undefined) harness.send(node, message);
      assert.match((await harness.nextFailure(node)).message, /^Attic: /);
    }
  });

  it('makes no value of all before each was read, and one when the last is back', async () => {
    const settings = { ...pickOnBoth(lamp), combine: 'none', emitAtStart: true };
    await start(listenTo({ ...poll, id: 'none', ...settings }));
    await harness.nextStatus('none', ({ fill }) => fill === 'yellow');
    endFault();
    const first = await harness.nextMessage('none out');
    assert.equal(getNestedMember(first['bridge'], 'occasion'), 'start');
    assert.ok(Array.isArray(first['values']));
    assert.equal(first['values'].length, 2);
    setLamp(attic, true);
    assert.equal((await harness.nextMessage('none out'))['payload'], false);
  });
});
