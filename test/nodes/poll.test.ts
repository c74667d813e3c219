import assert from 'node:assert/strict';
import type { FlowNode } from '../../scripts/user-directory';
import { member } from '../../src/resources';
import { idOf, startSimulator } from '../../src/simulator';
import { runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

const lamp = idOf('light/living-floor');
const temperature = idOf('temperature/kitchen-motion');
const poll = (id: string, settings: object): FlowNode => ({
  id,
  type: 'bridge-poll',
  interval: '1',
  ...settings,
});

const helper = (id: string): FlowNode => ({ id, type: 'helper' });

for (const events of ['auto', 'never']) {
  const how = events === 'auto' ? 'an event stream' : 'polls alone';
  describe(`The poll node with ${how}`, () => {
    let home: HomeFlow | undefined;
    const start = async (...nodes: FlowNode[]): Promise<HomeFlow> => {
      home = await runHomeFlow(nodes, { bridge: { events } });
      for (const { id, type } of nodes) {
        if (type === 'bridge-poll') await home.status(id, ({ fill }) => fill === 'green');
      }
      return home;
    };
    afterEach(async () => {
      await home?.end();
      home = undefined;
    });

    it('tells a change with the value, the state before and what changed', async () => {
      const flow = await start(poll('one', { rtype: 'light', target: lamp }));
      flow.simulator.home.change(lamp, { on: { on: false } });
      const message = await flow.arrival('out');
      assert.equal(member(message['payload'], 'on'), false);
      assert.equal(message['topic'], 'light/Floor lamp');
      assert.equal(member(message['resource'], 'on', 'on'), false);
      assert.equal(member(message['previous'], 'on', 'on'), true);
      assert.deepEqual(message['changed'], ['on.on']);
      assert.equal(member(message['bridge'], 'occasion'), 'changed');
      assert.equal(member(message['bridge'], 'room'), 'Living room');
    });

    it('hands out copies that a flow may change', async () => {
      const flow = await start(
        poll('one', { rtype: 'light', target: lamp, output: 'resource' }),
        poll('two', { rtype: 'light', target: lamp, output: 'resource' }),
      );
      flow.simulator.home.change(lamp, { on: { on: false } });
      const messages = [await flow.arrival('out'), await flow.arrival('out')];
      const [first, second] = messages;
      assert.notEqual(first?.['payload'], second?.['payload']);
      assert.notEqual(first?.['payload'], first?.['resource']);
      Object.assign(first?.['payload'] ?? {}, { on: 'changed by the flow' });
      assert.deepEqual(member(second?.['payload'], 'on'), { on: false });
    });

    it('speaks at the start and at every poll when it is told to', async () => {
      const flow = await start(
        poll('all', {
          rtype: 'temperature',
          target: 'Kitchen sensor',
          targetType: 'str',
          emit: 'poll',
          emitAtStart: true,
          output: 'temperature.temperature_report.temperature',
        }),
      );
      const occasions = [await flow.arrival('out'), await flow.arrival('out')].map((message) => {
        assert.equal(typeof message['payload'], 'number');
        return member(message['bridge'], 'occasion');
      });
      assert.deepEqual(occasions, ['start', 'poll']);
    });

    it('tells the state once at the start and then only changes when it is told to', async () => {
      const flow = await start(
        poll('one', { rtype: 'light', target: lamp, emit: 'change', emitAtStart: true }),
      );
      const first = await flow.arrival('out');
      assert.equal(member(first['bridge'], 'occasion'), 'start');
      flow.simulator.home.change(lamp, { on: { on: false } });
      const second = await flow.arrival('out');
      assert.equal(member(second['bridge'], 'occasion'), 'changed');
    });

    it('has null as payload for a sensor that says nothing, with the resource beside it', async () => {
      const flow = await start(poll('one', { rtype: 'temperature', target: temperature }));
      flow.simulator.home.change(temperature, {
        enabled: false,
        temperature: {
          temperature: undefined,
          temperature_valid: false,
          temperature_report: undefined,
        },
      });
      const message = await flow.arrival('out');
      assert.equal(message['payload'], null);
      assert.equal(member(message['resource'], 'enabled'), false);
    });

    it('says in its status what is so now, also of changes that are not worth a message', async () => {
      const flow = await start(poll('one', { rtype: 'light', target: lamp, properties: 'color' }));
      flow.simulator.home.change(lamp, { on: { on: false } });
      await flow.status('one', ({ text }) => String(text).endsWith('status.off'));
    });

    it('answers a message with the present state of all it watches, on copies of the message', async () => {
      const flow = await start(poll('all', { rtype: 'room' }));
      flow.send('all', { keep: 'this' });
      const names = new Set<unknown>();
      for (let count = 0; count < 8; count += 1) {
        const message = await flow.arrival('out');
        assert.equal(message['keep'], 'this');
        names.add(message['payload']);
      }
      await flow.completion('all');
      assert.equal(names.size, 8);
    });

    it('tells the state in its status again once a message is answered', async () => {
      const flow = await start(poll('one', { rtype: 'light', target: lamp, interval: '3600' }));
      flow.simulator.faults.answer({ match: { rtype: 'light' }, delay: 300, times: 1 });
      flow.send('one', {});
      await flow.status('one', ({ text }) => String(text).endsWith('status.working'));
      await flow.completion('one');
      await flow.status('one', ({ fill }) => fill === 'green');
    });

    it('tells only changes of the wanted properties', async () => {
      const flow = await start(
        poll('one', { rtype: 'light', target: lamp, properties: 'dimming.brightness, color' }),
      );
      flow.simulator.home.change(lamp, { on: { on: false } });
      flow.simulator.home.change(lamp, { dimming: { brightness: 12.25 } });
      const { changed } = await flow.arrival('out');
      assert.ok(Array.isArray(changed) && changed.includes('dimming.brightness'));
    });

    it('adds up small steps until they are worth a message', async () => {
      const flow = await start(
        poll('coarse', { rtype: 'temperature', target: temperature, smallestChange: '0.5' }),
        poll('fine', { rtype: 'temperature', target: temperature, wires: [['each']] }),
        helper('each'),
      );
      const set = async (degrees: number): Promise<void> => {
        const changed = new Date(degrees * 1e10).toISOString();
        const report = { changed, temperature: degrees };
        flow.simulator.home.change(temperature, {
          temperature: { temperature: degrees, temperature_report: report },
        });
        await flow.arrival('each', ({ payload }) => payload === degrees);
      };
      await set(30);
      assert.equal((await flow.arrival('out'))['payload'], 30);
      await set(30.3);
      await set(30.6);
      assert.equal((await flow.arrival('out'))['payload'], 30.6);
    });

    it('keeps to one room', async () => {
      const flow = await start(poll('in-room', { rtype: 'light', room: 'Kitchen' }));
      flow.simulator.home.change(lamp, { on: { on: false } });
      const spot = idOf('light/kitchen-spot-3');
      flow.simulator.home.change(spot, { on: { on: true } });
      assert.equal(member((await flow.arrival('out'))['bridge'], 'rid'), spot);
    });

    it('tells apart what its own flows caused and what others did', async () => {
      const flow = await start(
        poll('own-changes', { rtype: 'light', origin: 'own', wires: [['mine']] }),
        poll('foreign-changes', { rtype: 'light', origin: 'foreign', wires: [['others']] }),
        helper('mine'),
        helper('others'),
        { id: 'setter', type: 'bridge-light' },
      );
      await flow.ask('setter', { target: lamp, payload: false });
      assert.equal(member((await flow.arrival('mine'))['bridge'], 'rid'), lamp);
      const switched = idOf('light/mirror');
      flow.simulator.home.change(switched, { on: { on: true } });
      assert.equal(member((await flow.arrival('others'))['bridge'], 'rid'), switched);
    });

    it('says that what it watches is not there, until it appears', async () => {
      const rid = '1c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5';
      home = await runHomeFlow([poll('one', { rtype: 'zone', target: rid })], {
        bridge: { events },
      });
      await home.status('one', ({ text }) => String(text).endsWith('ERR_BRIDGE_NOT_FOUND'));
      home.send('one', {});
      assert.equal((await home.failure('one')).code, 'ERR_BRIDGE_NOT_FOUND');
      home.simulator.home.add({ id: rid, type: 'zone', metadata: { name: 'New' }, children: [] });
      assert.equal((await home.arrival('out'))['payload'], 'New');
      await home.status('one', ({ fill }) => fill === 'green');
    });

    it('tells what appears and what vanishes', async () => {
      const flow = await start(poll('all', { rtype: 'zone' }));
      const rid = '0c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5';
      flow.simulator.home.add({
        id: rid,
        type: 'zone',
        metadata: { name: 'New' },
        children: [],
        services: [],
      });
      const added = await flow.arrival('out');
      assert.equal(member(added['bridge'], 'occasion'), 'added');
      assert.equal(added['payload'], 'New');
      flow.simulator.home.remove(rid);
      const deleted = await flow.arrival(
        'out',
        ({ bridge }) => member(bridge, 'occasion') === 'deleted',
      );
      assert.equal(deleted['payload'], null);
      assert.equal(member(deleted['resource'], 'id'), rid);
    });
  });
}

describe('A poll node with an event stream', () => {
  it('tells a change at once, however long its interval is', async () => {
    const home = await runHomeFlow([
      poll('one', { rtype: 'light', target: lamp, interval: '3600' }),
      { id: 'mode', type: 'bridge-status', output: 'mode', wires: [['modes']] },
      helper('modes'),
    ]);
    try {
      await home.arrival('modes', ({ payload }) => payload === 'stream');
      home.simulator.home.change(lamp, { on: { on: false } });
      const { bridge } = await home.arrival('out');
      assert.equal(member(bridge, 'cause'), 'stream');
    } finally {
      await home.end();
    }
  });
});

for (const events of ['auto', 'never']) {
  describe(`A poll node whose bridge goes away (events: ${events})`, () => {
    it('says so in its status and in one message, and once more when the bridge is back', async () => {
      const home = await runHomeFlow(
        [poll('one', { rtype: 'light', target: lamp, connectionMessages: true })],
        { bridge: { events } },
      );
      try {
        await home.status('one', ({ fill }) => fill === 'green');
        const back = home.simulator.faults.answer({ cut: 'request' });
        home.simulator.events.cut();
        const lost = await home.arrival('out', ({ topic }) => topic === 'connection');
        assert.equal(member(lost['payload'], 'connected'), false);
        assert.equal(member(lost['bridge'], 'code'), 'ERR_BRIDGE_UNREACHABLE');
        const away = await home.status('one', ({ fill }) => fill === 'yellow');
        assert.match(String(away['text']), /status\.away/);
        home.simulator.home.change(lamp, { on: { on: false } });
        back();
        const returned = await home.arrival('out', ({ topic }) => topic === 'connection');
        assert.equal(member(returned['payload'], 'connected'), true);
        const change = await home.arrival('out', ({ changed }) => Array.isArray(changed));
        assert.equal(member(change['payload'], 'on'), false);
        await home.status('one', ({ fill }) => fill === 'green');
        const told = home.observations.filter(
          (seen) => seen.kind === 'arrival' && seen.message['topic'] === 'connection',
        );
        assert.equal(told.length, 2);
      } finally {
        await home.end();
      }
    });
  });
}

describe('A poll node that is deployed while the bridge is away', () => {
  it('says so, and tells the state once the bridge is there', async () => {
    const simulator = await startSimulator();
    const back = simulator.faults.answer({ cut: 'request' });
    const settings = { rtype: 'light', target: lamp, connectionMessages: true, emitAtStart: true };
    const home = await runHomeFlow([poll('one', settings)], { simulator });
    try {
      const lost = await home.arrival('out');
      assert.equal(member(lost['payload'], 'connected'), false);
      back();
      const start = await home.arrival(
        'out',
        ({ bridge }) => member(bridge, 'occasion') === 'start',
      );
      assert.equal(member(start['payload'], 'on'), true);
    } finally {
      await home.end();
    }
  });
});
