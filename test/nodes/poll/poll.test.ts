import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

const lamp = createFixtureId('light/living-floor');
const temperature = createFixtureId('temperature/kitchen-motion');
const createPollNode = (id: string, settings: object): FlowNode => ({
  id,
  type: 'bridge-poll',
  interval: '1',
  ...settings,
});

const createHelperNode = (id: string): FlowNode => ({ id, type: 'helper' });

for (const events of ['auto', 'never']) {
  const description = events === 'auto' ? 'an event stream' : 'polls alone';
  describe(`The poll node with ${description}`, () => {
    let harness: FlowHarness | undefined;
    const start = async (...nodes: FlowNode[]): Promise<FlowHarness> => {
      harness = await startFlowHarness(nodes, { bridge: { events } });
      for (const { id, type } of nodes) {
        if (type === 'bridge-poll') await harness.nextStatus(id, ({ fill }) => fill === 'green');
      }
      return harness;
    };
    afterEach(async () => {
      await harness?.stop();
      harness = undefined;
    });

    it('reports a change with the value, the state before and what changed', async () => {
      const flow = await start(createPollNode('one', { rtype: 'light', target: lamp }));
      flow.simulator.home.change(lamp, { on: { on: false } });
      const message = await flow.nextMessage('out');
      assert.equal(getNestedMember(message['payload'], 'on'), false);
      assert.equal(message['topic'], 'light/Floor lamp');
      assert.equal(getNestedMember(message['resource'], 'on', 'on'), false);
      assert.equal(getNestedMember(message['previous'], 'on', 'on'), true);
      assert.deepEqual(message['changed'], ['on.on']);
      assert.equal(getNestedMember(message['bridge'], 'occasion'), 'changed');
      assert.equal(getNestedMember(message['bridge'], 'room'), 'Living room');
    });

    it('hands out copies that a flow may change', async () => {
      const flow = await start(
        createPollNode('one', { rtype: 'light', target: lamp, output: 'resource' }),
        createPollNode('two', { rtype: 'light', target: lamp, output: 'resource' }),
      );
      flow.simulator.home.change(lamp, { on: { on: false } });
      const messages = [await flow.nextMessage('out'), await flow.nextMessage('out')];
      const [first, second] = messages;
      assert.notEqual(first?.['payload'], second?.['payload']);
      assert.notEqual(first?.['payload'], first?.['resource']);
      Object.assign(first?.['payload'] ?? {}, { on: 'changed by the flow' });
      assert.deepEqual(getNestedMember(second?.['payload'], 'on'), { on: false });
    });

    it('speaks at the start and at every poll when it is asked to', async () => {
      const flow = await start(
        createPollNode('all', {
          rtype: 'temperature',
          target: 'Kitchen sensor',
          targetType: 'str',
          emit: 'poll',
          emitAtStart: true,
          output: 'temperature.temperature_report.temperature',
        }),
      );
      const occasions = [await flow.nextMessage('out'), await flow.nextMessage('out')].map(
        (message) => {
          assert.equal(typeof message['payload'], 'number');
          return getNestedMember(message['bridge'], 'occasion');
        },
      );
      assert.deepEqual(occasions, ['start', 'poll']);
      flow.send('all', {});
      await flow.nextMessage(
        'out',
        ({ bridge }) => getNestedMember(bridge, 'occasion') === 'request',
      );
      const asked = flow.observations.length;
      await waitUntil('a poll after the request', () =>
        flow.observations
          .slice(asked)
          .some(
            (entry) =>
              entry.kind === 'arrival' &&
              getNestedMember(entry.message['bridge'], 'occasion') === 'poll',
          ),
      );
    });

    it('reports the state once at the start and then only changes when it is asked to', async () => {
      const flow = await start(
        createPollNode('one', { rtype: 'light', target: lamp, emit: 'change', emitAtStart: true }),
      );
      const first = await flow.nextMessage('out');
      assert.equal(getNestedMember(first['bridge'], 'occasion'), 'start');
      flow.simulator.home.change(lamp, { on: { on: false } });
      const second = await flow.nextMessage('out');
      assert.equal(getNestedMember(second['bridge'], 'occasion'), 'changed');
    });

    it('has null as payload for a sensor that says nothing, with the resource beside it', async () => {
      const flow = await start(
        createPollNode('one', { rtype: 'temperature', target: temperature }),
      );
      flow.simulator.home.change(temperature, {
        enabled: false,
        temperature: {
          temperature: undefined,
          temperature_valid: false,
          temperature_report: undefined,
        },
      });
      const message = await flow.nextMessage('out');
      assert.equal(message['payload'], null);
      assert.equal(getNestedMember(message['resource'], 'enabled'), false);
    });

    it('says in its status what is so now, also of changes that are not worth a message', async () => {
      const flow = await start(
        createPollNode('one', { rtype: 'light', target: lamp, properties: 'color' }),
      );
      flow.simulator.home.change(lamp, { on: { on: false } });
      await flow.nextStatus('one', ({ text }) => String(text).endsWith('status.off'));
    });

    it('answers a message with the present state of all it watches, on copies of the message', async () => {
      const flow = await start(createPollNode('all', { rtype: 'room' }));
      flow.send('all', { keep: 'this' });
      const names = new Set<unknown>();
      for (let count = 0; count < 8; count += 1) {
        const message = await flow.nextMessage('out');
        assert.equal(message['keep'], 'this');
        names.add(message['payload']);
      }
      await flow.nextCompletion('all');
      assert.equal(names.size, 8, 'rooms reported');
    });

    it('reports the state in its status again once a message is answered', async () => {
      const flow = await start(
        createPollNode('one', { rtype: 'light', target: lamp, interval: '3600' }),
      );
      const endDelay = flow.simulator.faults.inject({ match: { rtype: 'light' }, delay: 60_000 });
      flow.send('one', {});
      await flow.nextStatus('one', ({ text }) => String(text).endsWith('status.working'));
      endDelay();
      await flow.nextCompletion('one');
      await flow.nextStatus('one', ({ fill }) => fill === 'green');
    });

    it('reports only changes of the wanted properties', async () => {
      const flow = await start(
        createPollNode('one', {
          rtype: 'light',
          target: lamp,
          properties: 'dimming.brightness, color',
        }),
      );
      flow.simulator.home.change(lamp, { on: { on: false } });
      flow.simulator.home.change(lamp, { dimming: { brightness: 12.25 } });
      const { changed } = await flow.nextMessage('out');
      assert.ok(Array.isArray(changed) && changed.includes('dimming.brightness'));
    });

    it('adds up small steps until they are worth a message', async () => {
      const flow = await start(
        createPollNode('coarse', {
          rtype: 'temperature',
          target: temperature,
          smallestChange: '0.5',
        }),
        createPollNode('fine', { rtype: 'temperature', target: temperature, wires: [['each']] }),
        createHelperNode('each'),
      );
      const set = async (degrees: number): Promise<void> => {
        const changed = new Date(degrees * 1e10).toISOString();
        const report = { changed, temperature: degrees };
        flow.simulator.home.change(temperature, {
          temperature: { temperature: degrees, temperature_report: report },
        });
        await flow.nextMessage('each', ({ payload }) => payload === degrees);
      };
      await set(30);
      assert.equal((await flow.nextMessage('out'))['payload'], 30);
      await set(30.3);
      await set(30.6);
      assert.equal((await flow.nextMessage('out'))['payload'], 30.6);
    });

    it('keeps to one room', async () => {
      const flow = await start(createPollNode('in-room', { rtype: 'light', room: 'Kitchen' }));
      flow.simulator.home.change(lamp, { on: { on: false } });
      const kitchenSpot = createFixtureId('light/kitchen-spot-3');
      flow.simulator.home.change(kitchenSpot, { on: { on: true } });
      assert.equal(getNestedMember((await flow.nextMessage('out'))['bridge'], 'rid'), kitchenSpot);
    });

    it('distinguishes what its own flows caused from what others did', async () => {
      const flow = await start(
        createPollNode('own-changes', { rtype: 'light', origin: 'own', wires: [['mine']] }),
        createPollNode('foreign-changes', {
          rtype: 'light',
          origin: 'foreign',
          wires: [['others']],
        }),
        createHelperNode('mine'),
        createHelperNode('others'),
        { id: 'setter', type: 'bridge-light' },
      );
      await flow.request('setter', { target: lamp, payload: false });
      assert.equal(getNestedMember((await flow.nextMessage('mine'))['bridge'], 'rid'), lamp);
      const switched = createFixtureId('light/mirror');
      flow.simulator.home.change(switched, { on: { on: true } });
      assert.equal(getNestedMember((await flow.nextMessage('others'))['bridge'], 'rid'), switched);
      // Right after its own command: what somebody else sets differs from that.
      flow.simulator.home.change(lamp, { on: { on: true } });
      assert.equal(getNestedMember((await flow.nextMessage('others'))['bridge'], 'rid'), lamp);
    });

    it('says that what it watches is not there, until it appears', async () => {
      const rid = '1c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5';
      harness = await startFlowHarness([createPollNode('one', { rtype: 'zone', target: rid })], {
        bridge: { events },
      });
      await harness.nextStatus('one', ({ text }) => String(text).endsWith('ERR_BRIDGE_NOT_FOUND'));
      harness.send('one', {});
      assert.equal((await harness.nextFailure('one')).code, 'ERR_BRIDGE_NOT_FOUND');
      harness.simulator.home.add({
        id: rid,
        type: 'zone',
        metadata: { name: 'New' },
        children: [],
      });
      assert.equal((await harness.nextMessage('out'))['payload'], 'New');
      await harness.nextStatus('one', ({ fill }) => fill === 'green');
    });

    it('reports what appears and what vanishes', async () => {
      const flow = await start(createPollNode('all', { rtype: 'zone' }));
      const rid = '0c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5';
      flow.simulator.home.add({
        id: rid,
        type: 'zone',
        metadata: { name: 'New' },
        children: [],
        services: [],
      });
      const added = await flow.nextMessage('out');
      assert.equal(getNestedMember(added['bridge'], 'occasion'), 'added');
      assert.equal(added['payload'], 'New');
      flow.simulator.home.remove(rid);
      const deleted = await flow.nextMessage(
        'out',
        ({ bridge }) => getNestedMember(bridge, 'occasion') === 'deleted',
      );
      assert.equal(deleted['payload'], null);
      assert.equal(getNestedMember(deleted['resource'], 'id'), rid);
      assert.equal(getNestedMember(deleted['bridge'], 'name'), 'New');
      assert.equal(deleted['topic'], 'zone/New');
    });
  });
}

describe('A poll node with an event stream', () => {
  it('shows the state of the one that is left when the others have vanished', async () => {
    const simulator = await startSimulator();
    const harness = await startFlowHarness(
      [
        createPollNode('all', { rtype: 'light', interval: '3600' }),
        { id: 'mode', type: 'bridge-status', output: 'mode', wires: [['modes']] },
        createHelperNode('modes'),
      ],
      { simulator },
    );
    const showsText = (key: string) =>
      harness.nextStatus('all', ({ text }) => String(text).endsWith(key));
    try {
      await harness.nextMessage('modes', ({ payload }) => payload === 'stream');
      await showsText('.listed');
      simulator.home.change(lamp, { on: { on: false } });
      for (const { id } of simulator.home.byType('light'))
        if (id !== lamp) simulator.home.remove(id);
      await showsText('.off');
      simulator.home.change(lamp, { on: { on: true }, dimming: { brightness: 40 } });
      await showsText('.brightness');
      simulator.home.change(lamp, { on: { on: false } });
      await showsText('.off');
    } finally {
      await harness.stop();
    }
  });

  it('reports a change at once, however long its interval is', async () => {
    const harness = await startFlowHarness([
      createPollNode('one', { rtype: 'light', target: lamp, interval: '3600' }),
      { id: 'mode', type: 'bridge-status', output: 'mode', wires: [['modes']] },
      createHelperNode('modes'),
    ]);
    try {
      await harness.nextMessage('modes', ({ payload }) => payload === 'stream');
      harness.simulator.home.change(lamp, { on: { on: false } });
      const { bridge } = await harness.nextMessage('out');
      assert.equal(getNestedMember(bridge, 'cause'), 'stream');
    } finally {
      await harness.stop();
    }
  });

  it('compares what was deleted and added again with nothing from before', async () => {
    const harness = await startFlowHarness([
      createPollNode('all', { rtype: 'zone', emit: 'poll' }),
      { id: 'mode', type: 'bridge-status', output: 'mode', wires: [['modes']] },
      createHelperNode('modes'),
    ]);
    const { home } = harness.simulator;
    const zone = { id: createFixtureId('zone/new'), type: 'zone', children: [], services: [] };
    try {
      await harness.nextMessage('modes', ({ payload }) => payload === 'stream');
      home.add({ ...zone, metadata: { name: 'One' } });
      home.change(zone.id, { metadata: { name: 'Two' } });
      home.remove(zone.id);
      home.add({ ...zone, metadata: { name: 'Three' } });
      const message = await harness.nextMessage('out', ({ payload }) => payload === 'Three');
      assert.equal(message['previous'], undefined);
    } finally {
      await harness.stop();
    }
  });
});

for (const events of ['auto', 'never']) {
  describe(`A poll node whose bridge goes away (events: ${events})`, () => {
    it('says so in its status and in one message, and once more when the bridge is back', async () => {
      const harness = await startFlowHarness(
        [createPollNode('one', { rtype: 'light', target: lamp, connectionMessages: true })],
        { bridge: { events } },
      );
      try {
        await harness.nextStatus('one', ({ fill }) => fill === 'green');
        const endFault = harness.simulator.faults.inject({ cut: 'request' });
        harness.simulator.events.disconnectAll();
        const lost = await harness.nextMessage('out', ({ topic }) => topic === 'connection');
        assert.equal(getNestedMember(lost['payload'], 'connected'), false);
        assert.equal(getNestedMember(lost['bridge'], 'code'), 'ERR_BRIDGE_UNREACHABLE');
        const away = await harness.nextStatus('one', ({ fill }) => fill === 'yellow');
        assert.match(String(away['text']), /status\.away/);
        harness.simulator.home.change(lamp, { on: { on: false } });
        endFault();
        const returned = await harness.nextMessage('out', ({ topic }) => topic === 'connection');
        assert.equal(getNestedMember(returned['payload'], 'connected'), true);
        const change = await harness.nextMessage('out', ({ changed }) => Array.isArray(changed));
        assert.equal(getNestedMember(change['payload'], 'on'), false);
        await harness.nextStatus('one', ({ fill }) => fill === 'green');
        const connectionMessages = harness.observations.filter(
          (seen) => seen.kind === 'arrival' && seen.message['topic'] === 'connection',
        );
        assert.equal(connectionMessages.length, 2, 'messages about the connection');
      } finally {
        await harness.stop();
      }
    });
  });
}

describe('A poll node that is deployed while the bridge is away', () => {
  it('says so, and reports the state once the bridge is there', async () => {
    const simulator = await startSimulator();
    const endFault = simulator.faults.inject({ cut: 'request' });
    const settings = { rtype: 'light', target: lamp, connectionMessages: true, emitAtStart: true };
    const harness = await startFlowHarness([createPollNode('one', settings)], { simulator });
    try {
      const lost = await harness.nextMessage('out');
      assert.equal(getNestedMember(lost['payload'], 'connected'), false);
      endFault();
      const start = await harness.nextMessage(
        'out',
        ({ bridge }) => getNestedMember(bridge, 'occasion') === 'start',
      );
      assert.equal(getNestedMember(start['payload'], 'on'), true);
    } finally {
      await harness.stop();
    }
  });
});
