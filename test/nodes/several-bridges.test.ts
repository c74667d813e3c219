import assert from 'node:assert/strict';
import { createReportMembers } from '../../src/resources/sensor-report';
import { getNestedMember } from '../../src/resources/members';
import { getResourceDefinition } from '../../src/resources/table';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const floorLamp = createFixtureId('light/living-floor');
const sofaRight = createFixtureId('light/sofa-right');
const motion = createFixtureId('motion/kitchen-motion');

function motionReport(): Record<string, unknown> {
  const { report } = getResourceDefinition('motion');
  assert.ok(report);
  return createReportMembers(report, true, new Date().toISOString());
}

/** Nodes that send by themselves what happens on the bridge that their target names. */
const watchingNodes = [
  { type: 'bridge-sensor', target: `Attic:${motion}`, emitAtStart: false },
  { type: 'bridge-scene', target: 'Attic:Kitchen', changes: true },
  { type: 'bridge-automation', target: 'Attic:Weekday alarm', changes: true },
].map((node) => ({ ...node, id: `watching ${node.type}`, targetType: 'str' }));

describe('A target that names its bridge', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  before(async () => {
    attic = await startSimulator();
    harness = await startFlowHarness(
      [
        { id: 'light', type: 'bridge-light' },
        { id: 'state', type: 'bridge-light', output: 'state' },
        { id: 'fixed', type: 'bridge-light', target: 'Attic:Floor lamp', targetType: 'str' },
        { id: 'no bridge', type: 'bridge-light', bridge: '' },
        { id: 'room', type: 'bridge-room', operation: '', rtype: '' },
        { id: 'scene', type: 'bridge-scene', operation: '' },
        { id: 'smart scene', type: 'bridge-smart-scene' },
        { id: 'automation', type: 'bridge-automation' },
        { id: 'speaker', type: 'bridge-speaker' },
        { id: 'sensor', type: 'bridge-sensor', emitAtStart: false },
        { id: 'resource', type: 'bridge-resource', operation: '' },
        {
          id: 'picked',
          type: 'bridge-light',
          target: `${floorLamp},${floorLamp}`,
          targetType: 'resource',
          targetBridges: ['', 'bridge Attic'],
          changes: 'brightness',
        },
        { id: 'any bridge', type: 'bridge-light', bridge: '', bridgeFromMessage: true },
        { id: 'any list', type: 'bridge-resource', bridgeFromMessage: true, operation: '' },
        ...watchingNodes,
      ],
      { bridge: { name: 'House' }, furtherBridges: { Attic: attic } },
    );
    await harness.request('resource', { operation: 'list', rtype: 'light', target: 'Attic:' });
  });
  after(async () => {
    await harness.stop();
    await attic.stop();
  });

  const isOn = (simulator: Simulator, rid = floorLamp): unknown =>
    getNestedMember(simulator.home.get(rid), 'on', 'on');
  const countWrites = (simulator: Simulator): number =>
    simulator.requests.filter(({ method }) => method !== 'GET').length;

  /** Bridge and id of each result of a message. */
  const listResults = (bridge: unknown): unknown[] => {
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    return results.map((one: unknown) =>
      ['bridgeName', 'rid'].map((name) => getNestedMember(one, name)),
    );
  };

  it('goes to that bridge, whatever bridge the node has, in upper or lower case', async () => {
    const { simulator } = harness;
    for (const target of [
      'Attic:Floor lamp',
      ' attic: Living room/floor lamp',
      ` ATTIC :${floorLamp}`,
    ]) {
      await harness.request('light', {
        payload: false,
        target: ['Attic:Floor lamp', 'Floor lamp'],
      });
      const before = countWrites(simulator);
      for (const node of ['light', 'no bridge']) {
        const { payload, bridge } = await harness.request(node, { payload: true, target });
        assert.equal(payload, true);
        assert.deepEqual(
          [getNestedMember(bridge, 'bridgeName'), getNestedMember(bridge, 'rid')],
          ['Attic', floorLamp],
        );
      }
      assert.deepEqual([isOn(attic), isOn(simulator)], [true, false]);
      assert.equal(countWrites(simulator), before, 'sent to the bridge of the node');
    }
    const { bridge } = await harness.request('light', {
      payload: true,
      target: 'House:Floor lamp',
    });
    assert.equal(getNestedMember(bridge, 'bridgeName'), 'House');
    assert.equal(isOn(simulator), true);
  });

  it('is taken by every node that takes a target', async () => {
    const names: readonly unknown[] = await Promise.all(
      [
        { node: 'room', operation: 'members', target: 'Attic:Kitchen' },
        { node: 'scene', payload: 'Relax', target: 'Attic:Kitchen' },
        { node: 'smart scene', payload: true, target: 'Attic:Natural light' },
        { node: 'automation', payload: false, target: 'Attic:Weekday alarm' },
        { node: 'speaker', payload: 'stop', target: 'Attic:Chime' },
        { node: 'sensor', payload: false, target: `Attic:${motion}` },
        { node: 'resource', operation: 'get', target: 'Attic:Living room/Floor lamp/light' },
      ].map(async ({ node, ...message }) => {
        const { bridge } = await harness.request(node, message);
        return getNestedMember(bridge, 'bridgeName');
      }),
    );
    assert.deepEqual([...new Set(names)], ['Attic']);
    assert.equal(getNestedMember(attic.home.get(motion), 'enabled'), false);
    assert.equal(getNestedMember(harness.simulator.home.get(motion), 'enabled'), true);
  });

  it('reads all of a type on the bridge that stands alone before the colon', async () => {
    attic.home.change(floorLamp, { metadata: { name: 'Attic lamp' } });
    const message = { operation: 'list', rtype: 'light', target: 'Attic:' };
    const { payload } = await harness.request('resource', message);
    assert.ok(JSON.stringify(payload).includes('Attic lamp'));
    attic.home.change(floorLamp, { metadata: { name: 'Floor lamp' } });
  });

  it('stands in a list of lamps that are asked what they show', async () => {
    harness.simulator.home.change(floorLamp, { dimming: { brightness: 20 } });
    attic.home.change(floorLamp, { dimming: { brightness: 60 } });
    const target = ['Floor lamp', 'Attic:Floor lamp'];
    const { payload } = await harness.request('light', { payload: 'get', target });
    assert.ok(Array.isArray(payload));
    assert.deepEqual(
      payload.map((state: unknown) => getNestedMember(state, 'brightness')),
      [20, 60],
    );
  });

  it('stands in a list beside others: one message, one answer, each on its own bridge', async () => {
    const target = ['Floor lamp', 'Attic:Floor lamp', 'Attic:Sofa right', `Attic:${sofaRight}`];
    const { payload, bridge } = await harness.request('state', { payload: 40, target });
    assert.ok(Array.isArray(payload));
    assert.deepEqual(listResults(bridge), [
      [undefined, floorLamp],
      ['Attic', floorLamp],
      ['Attic', sofaRight],
    ]);
    assert.deepEqual(
      payload.map((state: unknown) => Math.round(Number(getNestedMember(state, 'brightness')))),
      [40, 40, 40],
    );
  });

  it('is in the states of several lamps, which go back to their bridges as a command', async () => {
    const target = ['Floor lamp', 'Attic:Sofa right'];
    await harness.request('light', { payload: 30, target });
    const { payload } = await harness.request('light', { payload: 'get', target });
    assert.ok(Array.isArray(payload));
    const states: readonly unknown[] = payload;
    assert.deepEqual(
      states.map((state) => getNestedMember(state, 'bridge')),
      [undefined, 'Attic'],
    );
    await harness.request('light', { payload: false, target });
    await harness.request('light', { payload: states });
    assert.deepEqual([isOn(harness.simulator), isOn(attic, sofaRight)], [true, true]);
    await harness.request('light', { payload: false, target });
    await harness.request('light', { payload: states[1] });
    assert.deepEqual([isOn(harness.simulator), isOn(attic, sofaRight)], [false, true]);
  });

  it('stands before each of a list for any node, if that is one bridge', async () => {
    const target = ['Attic:Kitchen', 'attic:Bathroom'];
    const { bridge } = await harness.request('scene', { payload: 'Bright', target });
    assert.equal(getNestedMember(bridge, 'bridgeName'), 'Attic');
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.equal(results.length, 2);
  });

  it('stands in a list of rooms beside others: one scene of that name on each bridge', async () => {
    const target = ['Attic:Kitchen', 'Bathroom', 'attic:kitchen'];
    const { bridge } = await harness.request('scene', { payload: 'Bright', target });
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result: unknown) =>
        ['bridgeName', 'name', 'room'].map((member) => getNestedMember(result, member)),
      ),
      [
        ['Attic', 'Bright', 'Kitchen'],
        [undefined, 'Bright', 'Bathroom'],
      ],
    );
    const { payload: scenes } = await harness.request('scene', { operation: 'list', target });
    assert.ok(Array.isArray(scenes));
    const rooms = scenes.map((scene: unknown) => String(getNestedMember(scene, 'room')));
    assert.deepEqual([...new Set(rooms)], ['Kitchen', 'Bathroom']);
    const bridges = scenes.map((scene: unknown) => getNestedMember(scene, 'bridge'));
    assert.deepEqual([...new Set(bridges)], ['Attic', undefined]);
    const before = [harness.simulator, attic].map(countWrites);
    harness.send('scene', { payload: 'Bright', target: ['Attic:Kitchen', 'Hell'] });
    const { code, message } = await harness.nextFailure('scene');
    assert.equal(code, 'ERR_BRIDGE_UNKNOWN_TARGET');
    assert.doesNotMatch(message, /colon/);
    assert.deepEqual([harness.simulator, attic].map(countWrites), before);
  });

  it('stands in a list that is saved and restored: each lamp on its own bridge', async () => {
    const target = ['Floor lamp', 'Attic:Floor lamp'];
    await harness.request('light', { payload: 20, target: 'Floor lamp' });
    await harness.request('light', { payload: 70, target: 'Attic:Floor lamp' });
    await harness.request('light', { payload: { save: 'before' }, target });
    await harness.request('light', { payload: false, target });
    const { bridge } = await harness.request('light', { payload: { restore: 'before' }, target });
    assert.deepEqual(
      [harness.simulator, attic].map(({ home }) =>
        Math.round(Number(getNestedMember(home.get(floorLamp), 'dimming', 'brightness'))),
      ),
      [20, 70],
    );
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result: unknown) => getNestedMember(result, 'bridgeName')),
      [undefined, 'Attic'],
    );
    await harness.request('light', { payload: { save: 'below' }, target: 'Floor lamp' });
    const once = await harness.request('light', { payload: { restore: 'below' }, target });
    assert.deepEqual(getNestedMember(once['bridge'], 'warnings'), [
      'Floor lamp: nothing was saved of it.',
    ]);
  });

  it('may stand in the dialog: the node shows the state of that lamp', async () => {
    await harness.request('fixed', { payload: 70 });
    await harness.nextStatus('fixed', ({ text }) => String(text).endsWith('status.brightness'));
    attic.home.change(floorLamp, { on: { on: false } });
    await harness.nextStatus('fixed', ({ fill }) => fill === 'grey');
    assert.equal(isOn(harness.simulator), true);
  });

  it('is picked beside lamps of the bridge of the node: all are set, and each sends its changes', async () => {
    const { simulator } = harness;
    await harness.request('picked', { payload: false });
    assert.deepEqual([isOn(simulator), isOn(attic)], [false, false]);
    // Values that no lamp had before: they are sent however they are learnt.
    for (const [home, brightness, bridgeName] of [
      [attic.home, 33, 'Attic'],
      [simulator.home, 34, undefined],
    ] as const) {
      home.change(floorLamp, { on: { on: true }, dimming: { brightness } });
      const { bridge } = await harness.nextMessage('out', ({ payload }) => payload === brightness);
      assert.equal(getNestedMember(bridge, 'bridgeName'), bridgeName);
      await harness.nextStatus(
        'picked',
        ({ text, fill }) => String(text).endsWith('onCount') && fill === 'green',
      );
    }
  });

  it('is watched there by nodes that send by themselves', async () => {
    const changes = [
      () => attic.home.change(motion, { enabled: true, ...motionReport() }),
      () => void harness.request('scene', { payload: 'Bright', target: 'Attic:Kitchen' }),
      () => void harness.request('automation', { payload: false, target: 'Attic:Weekday alarm' }),
    ];
    for (const [index, { type }] of watchingNodes.entries()) {
      const rtype = ['motion', 'scene', 'behavior_instance'][index];
      changes[index]?.();
      const { bridge } = await harness.nextMessage(
        'out',
        ({ bridge: from }) =>
          getNestedMember(from, 'rtype') === rtype &&
          getNestedMember(from, 'occasion') === 'changed',
      );
      assert.equal(getNestedMember(bridge, 'bridgeName'), 'Attic', type);
    }
  });

  it('is named by each message to a node without a bridge, in its target or in msg.bridge', async () => {
    for (const message of [
      { bridge: 'attic', target: 'Floor lamp' },
      { target: 'Attic:Floor lamp', bridge: 'House' },
      { target: { bridge: 'Attic', name: 'Living room/Floor lamp' } },
      { target: { bridge: 'Attic', room: 'Living room', name: 'Floor lamp' } },
      { target: { room: 'Living room', name: 'Floor lamp' }, bridge: 'Attic' },
      { target: { bridge: 'bridge Attic', rid: floorLamp } },
    ]) {
      await harness.request('light', {
        payload: false,
        target: ['Floor lamp', 'Attic:Floor lamp'],
      });
      const { bridge } = await harness.request('any bridge', { ...message, payload: true });
      assert.equal(getNestedMember(bridge, 'bridgeName'), 'Attic', JSON.stringify(message));
      assert.deepEqual([isOn(attic), isOn(harness.simulator)], [true, false]);
      // As a node behind it gets the message.
      const again = await harness.request('any bridge', {
        payload: true,
        target: floorLamp,
        bridge,
      });
      assert.equal(getNestedMember(again['bridge'], 'bridgeName'), 'Attic');
    }
    const mixed = ['House:Floor lamp', 'Attic:Floor lamp'];
    const { bridge } = await harness.request('any bridge', { payload: false, target: mixed });
    assert.equal(getNestedMember(bridge, 'bridgeName'), undefined);
    assert.deepEqual([isOn(attic), isOn(harness.simulator)], [false, false]);
    const list = { operation: 'list', rtype: 'light', bridge: 'Attic' };
    const { payload } = await harness.request('any list', list);
    assert.ok(Array.isArray(payload));
  });

  it('is missed in a message to a node without a bridge that names none, and nothing is sent', async () => {
    const before = [harness.simulator, attic].map(countWrites);
    for (const [message, expected, path] of [
      [{ target: 'Floor lamp' }, 'ERR_BRIDGE_INVALID_COMMAND', 'bridge'],
      [{ target: ['Floor lamp', 'Attic:Floor lamp'] }, 'ERR_BRIDGE_INVALID_COMMAND', 'bridge'],
      [{ bridge: 'Cellar', target: 'Floor lamp' }, 'ERR_BRIDGE_UNKNOWN_TARGET', 'bridge'],
      [{ bridge: 7, target: 'Floor lamp' }, 'ERR_BRIDGE_UNKNOWN_TARGET', 'bridge'],
      [{ target: { bridge: '' } }, 'ERR_BRIDGE_UNKNOWN_TARGET', 'target.bridge'],
    ] as const) {
      harness.send('any bridge', { payload: true, ...message });
      const { code, message: sentence } = await harness.nextFailure('any bridge');
      assert.equal(code, expected, sentence);
      assert.ok(sentence.startsWith(`${path}: expected the name of a bridge, here Attic or House`));
    }
    harness.send('any list', { operation: 'list', rtype: 'scene' });
    assert.match((await harness.nextFailure('any list')).message, /: this node has no bridge of/);
    harness.send('any bridge', { payload: true, target: 'Attik:Floor lamp' });
    const { message: sentence } = await harness.nextFailure('any bridge');
    assert.match(sentence, /got "Attik:Floor lamp"/);
    assert.deepEqual([harness.simulator, attic].map(countWrites), before);
  });

  it('toggles lamps of several bridges as one', async () => {
    const target = ['Floor lamp', 'Attic:Floor lamp'];
    await harness.request('light', { payload: true, target: 'Floor lamp' });
    await harness.request('light', { payload: false, target: 'Attic:Floor lamp' });
    for (const on of [false, true]) {
      await harness.request('light', { payload: 'toggle', target });
      assert.deepEqual([isOn(harness.simulator), isOn(attic)], [on, on]);
    }
  });

  it('says which of them could not be set, with its bridge', async () => {
    const endFault = attic.faults.inject({
      match: { method: 'PUT', path: new RegExp(floorLamp) },
      status: 404,
    });
    harness.send('light', { payload: true, target: ['Floor lamp', 'Attic:Floor lamp'] });
    const { code, message } = await harness.nextFailure('light');
    assert.equal(code, 'ERR_BRIDGE_PARTLY_DONE');
    assert.match(
      message,
      /1 of 2 could not be set: Attic:Living room\/Floor lamp\. Set: Living room\/Floor lamp\./,
    );
    endFault();
  });

  it('is refused with the names of the bridges where none is called so, with nothing sent', async () => {
    const before = [harness.simulator, attic].map(countWrites);
    for (const target of [
      'Cellar:Floor lamp',
      ['Floor lamp', 'Cellar:Floor lamp'],
      'Attic:Cellar lamp',
    ]) {
      harness.send('light', { payload: true, target });
      const { code, message } = await harness.nextFailure('light');
      assert.equal(code, 'ERR_BRIDGE_UNKNOWN_TARGET');
      if (!String(target).startsWith('Attic'))
        assert.match(message, /Before a colon stands the name of a bridge, here Attic or House\.$/);
    }
    assert.deepEqual([harness.simulator, attic].map(countWrites), before);
  });

  it('may still be the name of a lamp that has a colon in it', async () => {
    const target = 'Sofa: right';
    await harness.request('light', { payload: { name: target }, target: sofaRight });
    const { bridge } = await harness.request('light', { payload: true, target });
    assert.deepEqual(
      [getNestedMember(bridge, 'rid'), getNestedMember(bridge, 'bridgeName')],
      [sofaRight, undefined],
    );
  });
});
