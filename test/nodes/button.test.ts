import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { FlowMessage } from '../support/node-red/node-red';
import { findLatestStatus } from '../support/node-red/observation-log';
import type { NodeStatus } from '../support/node-red/flow-watcher';
import { waitUntil } from '../support/wait-until';
import { toResourcePath, startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const dimmer = createFixtureId('device/living-dimmer');
const firstButton = createFixtureId('button/living-dimmer');
const secondButton = createFixtureId('button/living-dimmer/1');
const dial = createFixtureId('relative_rotary/bedroom-dial');
const bell = createFixtureId('bell_button/doorbell');

const createButtonNode = (settings: object = {}): FlowNode => ({
  id: 'node',
  type: 'bridge-button',
  ...settings,
});
const createHelperNode = (id: string): FlowNode => ({ id, type: 'helper' });

/** Emits the mode of the connection, so that a test can wait for the event stream. */
const modeNode: FlowNode = {
  id: 'mode',
  type: 'bridge-status',
  output: 'mode',
  wires: [['modes']],
};

let clock = Date.parse('2026-11-20T10:00:00.000Z');
const nextTimestamp = (): string => {
  clock += 250;
  return new Date(clock).toISOString();
};

const pressButton = (
  flow: FlowHarness,
  rid: string,
  event: string,
  updated = nextTimestamp(),
): void => {
  flow.simulator.home.change(rid, {
    button: { last_event: event, button_report: { updated, event } },
  });
};

const turnDial = (flow: FlowHarness, direction: string, steps: number): void => {
  const report = { action: 'start', rotation: { direction, steps, duration: 400 } };
  flow.simulator.home.change(dial, {
    relative_rotary: {
      last_event: report,
      rotary_report: { updated: nextTimestamp(), ...report },
    },
  });
};

const getEvent = ({ payload }: FlowMessage): unknown => getNestedMember(payload, 'event');

/** Presses and releases a button, and checks that exactly these two events are emitted. */
async function assertPressToldOnce(flow: FlowHarness): Promise<void> {
  pressButton(flow, firstButton, 'initial_press');
  pressButton(flow, firstButton, 'short_release');
  const reported = [await flow.nextMessage('out'), await flow.nextMessage('out')].map(getEvent);
  assert.deepEqual(reported, ['initial_press', 'short_release']);
}

for (const events of ['auto', 'never']) {
  const description = events === 'auto' ? 'an event stream' : 'polls alone';
  describe(`The button node with ${description}`, () => {
    let harness: FlowHarness | undefined;
    const start = async (settings: object = {}, others: FlowNode[] = []): Promise<FlowHarness> => {
      const simulator = await startSimulator({ events: { batch: 0 } });
      harness = await startFlowHarness(
        [createButtonNode(settings), modeNode, createHelperNode('modes'), ...others],
        {
          simulator,
          bridge: { events },
        },
      );
      await harness.nextStatus('node', ({ fill }) => fill === 'green');
      if (events === 'auto') await waitForMode(harness, 'stream');
      return harness;
    };
    const waitForMode = (flow: FlowHarness, wanted: string): Promise<FlowMessage> =>
      flow.nextMessage('modes', ({ payload }) => payload === wanted);
    /** Resolves when the next poll of the buttons is answered. */
    const waitForPoll = async ({ simulator: { log } }: FlowHarness): Promise<void> => {
      const path = toResourcePath('button', '').slice(0, -1);
      for await (const [seen] of on(log, 'answered')) {
        if (getNestedMember(seen, 'path') === path && getNestedMember(seen, 'status') !== 0) return;
      }
    };
    afterEach(async () => {
      await harness?.stop();
      harness = undefined;
    });

    it('reports a press with the button, its device and room, and the full resource', async () => {
      const flow = await start();
      const updated = nextTimestamp();
      pressButton(flow, secondButton, 'long_press', updated);
      const message = await flow.nextMessage('out');
      assert.deepEqual(message['payload'], {
        event: 'long_press',
        button: 2,
        device: 'Dimmer',
        room: 'Living room',
        updated,
      });
      assert.equal(message['topic'], 'button/Dimmer 2');
      assert.equal(getNestedMember(message['resource'], 'id'), secondButton);
      assert.deepEqual(message['bridge'], {
        occasion: 'press',
        rtype: 'button',
        rid: secondButton,
        name: 'Dimmer 2',
        room: 'Living room',
        cause: events === 'auto' ? 'stream' : 'poll',
      });
      const { text } = await flow.nextStatus('node', (shown) =>
        String(shown['text']).includes('press'),
      );
      assert.match(String(text), /status\.press\.long_press$/);
    });

    it('says below itself that quick presses are lost, unless the bridge pushes its changes', async () => {
      const flow = await start();
      const expected = events === 'auto' ? 'status.listed' : 'status.missesPresses';
      const hasText = ({ text }: NodeStatus, wanted: string): boolean =>
        String(text).endsWith(wanted);
      await waitUntil(expected, () =>
        hasText(findLatestStatus(flow.observations, 'node'), expected),
      );
      pressButton(flow, firstButton, 'short_release');
      await flow.nextStatus('node', (shown) => hasText(shown, 'press.short_release'));
      if (events === 'never')
        await flow.nextStatus('node', (shown) => hasText(shown, 'status.missesPresses'));
    });

    it('reports nothing of the state at deploy, and the same press again as another press', async () => {
      const flow = await start({ target: dimmer });
      pressButton(flow, firstButton, 'short_release');
      const first = await flow.nextMessage('out');
      pressButton(flow, firstButton, 'short_release');
      const second = await flow.nextMessage('out');
      assert.deepEqual([getEvent(first), getEvent(second)], ['short_release', 'short_release']);
      assert.notEqual(
        getNestedMember(first['payload'], 'updated'),
        getNestedMember(second['payload'], 'updated'),
      );
    });

    it('reports nothing of anything else that happens to the button or its device', async () => {
      const flow = await start({ target: dimmer });
      flow.simulator.home.change(firstButton, { button: { repeat_interval: 500 } });
      flow.simulator.home.change(firstButton, { metadata: { control_id: 7 } });
      flow.simulator.home.change(createFixtureId('device_power/living-dimmer'), {
        power_state: { battery_level: 5 },
      });
      flow.simulator.home.change(dimmer, { metadata: { name: 'Renamed' } });
      flow.simulator.home.add({
        id: '0c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5',
        type: 'button',
        owner: { rid: dimmer, rtype: 'device' },
        metadata: { control_id: 5 },
        button: { button_report: { updated: nextTimestamp(), event: 'short_release' } },
      });
      pressButton(flow, secondButton, 'long_release');
      assert.equal(getEvent(await flow.nextMessage('out')), 'long_release');
      assert.equal(
        flow.observations.filter((seen) => seen.kind === 'arrival' && seen.node === 'out').length,
        1,
      );
    });

    it('reports how far a dial was turned, and which way', async () => {
      const flow = await start({ target: 'Dial', targetType: 'str' });
      turnDial(flow, 'clock_wise', 60);
      const right = await flow.nextMessage('out');
      assert.deepEqual(
        { ...Object(right['payload']), updated: undefined },
        {
          event: 'clock_wise',
          button: 'dial',
          device: 'Dial',
          room: 'Bedroom',
          action: 'start',
          steps: 60,
          degrees: 21.6,
          duration: 400,
          updated: undefined,
        },
      );
      assert.equal(right['topic'], 'relative_rotary/Dial');
      assert.equal(getNestedMember(right['bridge'], 'occasion'), 'turn');
      turnDial(flow, 'counter_clock_wise', 1000);
      const left = await flow.nextMessage('out');
      assert.equal(getNestedMember(left['payload'], 'degrees'), -360);
      assert.equal(getNestedMember(left['payload'], 'steps'), -1000);
    });

    it('reports a bell once, whichever shape the bridge reports it in', async () => {
      const flow = await start({ target: bell });
      const ring = (): void => {
        flow.simulator.home.change(bell, {
          bell: { bell_report: { updated: nextTimestamp(), event: 'ring' }, last_event: 'ring' },
        });
      };
      ring();
      const message = await flow.nextMessage('out');
      assert.equal(getNestedMember(message['payload'], 'button'), 'bell');
      assert.equal(getNestedMember(message['payload'], 'device'), 'Doorbell');
      ring();
      await flow.nextMessage('out');
      pressButton(flow, bell, 'initial_press');
      assert.equal(getEvent(await flow.nextMessage('out')), 'initial_press');
    });

    it('keeps to the button that was chosen, by number behind the name or by id', async () => {
      const flow = await start({ target: 'Dimmer 2', targetType: 'str' }, [
        createButtonNode({ id: 'other', target: firstButton, wires: [['firsts']] }),
        createHelperNode('firsts'),
      ]);
      await flow.nextStatus('other', ({ fill }) => fill === 'green');
      pressButton(flow, firstButton, 'short_release');
      assert.equal(getNestedMember((await flow.nextMessage('firsts'))['payload'], 'button'), 1);
      pressButton(flow, secondButton, 'short_release');
      assert.equal(getNestedMember((await flow.nextMessage('out'))['payload'], 'button'), 2);
    });

    it('has an output for each event, and leaves out the others', async () => {
      const flow = await start(
        {
          split: 'event',
          events: 'short_release, clock_wise',
          output: 'event',
          wires: [['shorts'], ['turns']],
        },
        [createHelperNode('shorts'), createHelperNode('turns')],
      );
      pressButton(flow, firstButton, 'initial_press');
      turnDial(flow, 'clock_wise', 30);
      assert.equal((await flow.nextMessage('turns'))['payload'], 'clock_wise');
      pressButton(flow, firstButton, 'short_release');
      const short = await flow.nextMessage('shorts');
      assert.equal(short['payload'], 'short_release');
      assert.equal(getNestedMember(short['press'], 'button'), 1);
    });

    it('sends of short presses only what a dial, or a button without a release, reports instead', async () => {
      const shorts = { split: 'none', events: 'short_release' };
      const flow = await start({ ...shorts, target: dial }, [
        {
          ...createButtonNode({ ...shorts, target: firstButton, wires: [['switch']] }),
          id: 'of the switch',
        },
        createHelperNode('switch'),
      ]);
      turnDial(flow, 'clock_wise', 30);
      assert.equal(getEvent(await flow.nextMessage('out')), 'clock_wise');
      flow.simulator.home.change(firstButton, { button: { event_values: ['initial_press'] } });
      pressButton(flow, firstButton, 'initial_press');
      const { payload } = await flow.nextMessage('switch');
      assert.equal(getNestedMember(payload, 'event'), 'initial_press');
      assert.deepEqual(getNestedMember(payload, 'events'), ['initial_press']);
    });

    it('makes a double press of two short ones in the time that is set, and sends a single one after it', async () => {
      const flow = await start({
        target: dimmer,
        split: 'none',
        events: 'short_release',
        doubleWithin: events === 'auto' ? '1s' : '5s',
      });
      pressButton(flow, firstButton, 'short_release');
      if (events !== 'auto') await waitForPoll(flow);
      pressButton(flow, firstButton, 'short_release');
      assert.equal(getEvent(await flow.nextMessage('out')), 'double_short_release');
      if (events !== 'auto') return;
      pressButton(flow, firstButton, 'short_release');
      assert.equal(getEvent(await flow.nextMessage('out')), 'short_release');
    });

    it('has outputs by rules; what fits several goes to each of them', async () => {
      const flow = await start(
        {
          target: dimmer,
          split: 'rules',
          rules: [
            { button: '2', event: 'long_press' },
            { button: '', event: 'long_release' },
            { button: '2', event: '' },
          ],
          wires: [['up'], ['stop'], ['seconds']],
        },
        [createHelperNode('up'), createHelperNode('stop'), createHelperNode('seconds')],
      );
      pressButton(flow, firstButton, 'long_press');
      pressButton(flow, secondButton, 'long_press');
      assert.equal(getNestedMember((await flow.nextMessage('up'))['payload'], 'button'), 2);
      assert.equal(getEvent(await flow.nextMessage('seconds')), 'long_press');
      pressButton(flow, firstButton, 'long_release');
      assert.equal(getNestedMember((await flow.nextMessage('stop'))['payload'], 'button'), 1);
    });

    it('reports no press of the time when the bridge was away', async () => {
      const flow = await start({ target: dimmer }, []);
      const endFault = flow.simulator.faults.inject({ cut: 'request' });
      flow.simulator.events.disconnectAll();
      await flow.nextStatus('node', ({ fill }) => fill === 'yellow');
      pressButton(flow, firstButton, 'short_release');
      const ready = events === 'never' ? waitForPoll(flow) : waitForMode(flow, 'stream');
      endFault();
      await ready;
      pressButton(flow, secondButton, 'long_release');
      assert.equal(getEvent(await flow.nextMessage('out')), 'long_release');
    });

    it('says so when the bridge has no such button', async () => {
      const simulator = await startSimulator();
      harness = await startFlowHarness(
        [createButtonNode({ target: '00000000-0000-4000-8000-000000000000' })],
        {
          simulator,
          bridge: { events },
        },
      );
      const { text } = await harness.nextStatus('node', ({ fill }) => fill === 'red');
      assert.match(String(text), /ERR_BRIDGE_NOT_FOUND/);
    });

    it('works with a bridge that knows no bells and no dials', async () => {
      const simulator = await startSimulator({ events: { batch: 0 } });
      for (const rtype of ['bell_button', 'relative_rotary']) {
        simulator.faults.inject({ match: { rtype }, status: 404 });
      }
      harness = await startFlowHarness([createButtonNode(), modeNode, createHelperNode('modes')], {
        simulator,
        bridge: { events },
      });
      await harness.nextStatus('node', ({ fill }) => fill === 'green');
      if (events === 'auto') await waitForMode(harness, 'stream');
      pressButton(harness, firstButton, 'short_release');
      assert.equal(getEvent(await harness.nextMessage('out')), 'short_release');
    });
  });
}

describe('The button node', () => {
  let harness: FlowHarness | undefined;
  afterEach(async () => {
    await harness?.stop();
    harness = undefined;
  });

  it('reports a press once that the event stream brings twice', async () => {
    const simulator = await startSimulator({ events: { batch: 0 } });
    simulator.faults.setStreamFault({ duplicates: true });
    harness = await startFlowHarness([createButtonNode(), modeNode, createHelperNode('modes')], {
      simulator,
    });
    await harness.nextStatus('node', ({ fill }) => fill === 'green');
    await harness.nextMessage('modes', ({ payload }) => payload === 'stream');
    await assertPressToldOnce(harness);
  });

  it('reports no press of the time between two deploys, and after the second each press once', async () => {
    const simulator = await startSimulator({ events: { batch: 0 } });
    const nodes = [createButtonNode(), modeNode, createHelperNode('modes')];
    const earlierHarness = await startFlowHarness(nodes, { simulator });
    await earlierHarness.nextStatus('node', ({ fill }) => fill === 'green');
    await earlierHarness.unload();
    pressButton(earlierHarness, firstButton, 'long_press');
    harness = await startFlowHarness(nodes, { simulator });
    await harness.nextStatus('node', ({ fill }) => fill === 'green');
    await harness.nextMessage('modes', ({ payload }) => payload === 'stream');
    await assertPressToldOnce(harness);
  });

  it('needs a bridge', async () => {
    harness = await startFlowHarness([createButtonNode({ bridge: '' })]);
    const { text } = await harness.nextStatus('node', ({ fill }) => fill === 'red');
    assert.match(String(text), /NO_BRIDGE/);
  });

  it('reports no press from long before it was known which buttons are meant', async () => {
    const simulator = await startSimulator();
    simulator.faults.inject({ match: { path: /\/resource$/ }, delay: 8_000 });
    harness = await startFlowHarness([createButtonNode({ target: 'Living room/Dimmer' })], {
      simulator,
      bridge: { events: 'never' },
    });
    const waitForPolls = async (count: number): Promise<void> => {
      const seen = (): number =>
        simulator.requests.filter(
          ({ path, status }) => path.endsWith('/resource/button') && status === 200,
        ).length;
      while (seen() < count) await once(simulator.log, 'answered');
    };
    await waitForPolls(1);
    pressButton(harness, firstButton, 'short_release');
    await harness.nextStatus('node', ({ fill }) => fill === 'green');
    pressButton(harness, secondButton, 'long_release');
    assert.equal(getEvent(await harness.nextMessage('out')), 'long_release');
  });
});
