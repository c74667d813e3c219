import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import type { FlowNode } from '../../scripts/user-directory';
import { member } from '../../src/resources';
import { idOf, startSimulator } from '../../src/simulator';
import type { FlowMessage } from '../support/node-red';
import { pathOf, runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

const dimmer = idOf('device/living-dimmer');
const firstButton = idOf('button/living-dimmer');
const secondButton = idOf('button/living-dimmer/1');
const dial = idOf('relative_rotary/bedroom-dial');
const bell = idOf('bell_button/doorbell');

const node = (settings: object = {}): FlowNode => ({
  id: 'node',
  type: 'bridge-button',
  ...settings,
});
const helper = (id: string): FlowNode => ({ id, type: 'helper' });

/** Tells the mode of the connection, so that a test knows when the event stream is there. */
const mode: FlowNode = {
  id: 'mode',
  type: 'bridge-status',
  output: 'mode',
  wires: [['modes']],
};

let clock = Date.parse('2026-11-20T10:00:00.000Z');
const nextMoment = (): string => {
  clock += 250;
  return new Date(clock).toISOString();
};

const press = (flow: HomeFlow, rid: string, event: string, updated = nextMoment()): void => {
  flow.simulator.home.change(rid, {
    button: { last_event: event, button_report: { updated, event } },
  });
};

const turn = (flow: HomeFlow, direction: string, steps: number): void => {
  const report = { action: 'start', rotation: { direction, steps, duration: 400 } };
  flow.simulator.home.change(dial, {
    relative_rotary: {
      last_event: report,
      rotary_report: { updated: nextMoment(), ...report },
    },
  });
};

const eventOf = ({ payload }: FlowMessage): unknown => member(payload, 'event');

/** Presses a button and lets it go: both are told, and nothing before or between. */
async function assertPressToldOnce(flow: HomeFlow): Promise<void> {
  press(flow, firstButton, 'initial_press');
  press(flow, firstButton, 'short_release');
  const told = [await flow.arrival('out'), await flow.arrival('out')].map(eventOf);
  assert.deepEqual(told, ['initial_press', 'short_release']);
}

for (const events of ['auto', 'never']) {
  const how = events === 'auto' ? 'an event stream' : 'polls alone';
  describe(`The button node with ${how}`, () => {
    let home: HomeFlow | undefined;
    const start = async (settings: object = {}, others: FlowNode[] = []): Promise<HomeFlow> => {
      const simulator = await startSimulator({ events: { batch: 0 } });
      home = await runHomeFlow([node(settings), mode, helper('modes'), ...others], {
        simulator,
        bridge: { events },
      });
      await home.status('node', ({ fill }) => fill === 'green');
      if (events === 'auto') await untilMode(home, 'stream');
      return home;
    };
    const untilMode = (flow: HomeFlow, wanted: string): Promise<FlowMessage> =>
      flow.arrival('modes', ({ payload }) => payload === wanted);
    /** Resolves with the next look at the buttons that the bridge answers. */
    const untilLook = async ({ simulator: { log } }: HomeFlow): Promise<void> => {
      const path = pathOf('button', '').slice(0, -1);
      for await (const [seen] of on(log, 'answered')) {
        if (member(seen, 'path') === path && member(seen, 'status') !== 0) return;
      }
    };
    afterEach(async () => {
      await home?.end();
      home = undefined;
    });

    it('tells a press with the button, its device and room, and the full resource', async () => {
      const flow = await start();
      const updated = nextMoment();
      press(flow, secondButton, 'long_press', updated);
      const message = await flow.arrival('out');
      assert.deepEqual(message['payload'], {
        event: 'long_press',
        button: 2,
        device: 'Dimmer',
        room: 'Living room',
        updated,
      });
      assert.equal(message['topic'], 'button/Dimmer 2');
      assert.equal(member(message['resource'], 'id'), secondButton);
      assert.deepEqual(message['bridge'], {
        occasion: 'press',
        rtype: 'button',
        rid: secondButton,
        name: 'Dimmer 2',
        room: 'Living room',
        cause: events === 'auto' ? 'stream' : 'poll',
      });
      const { text } = await flow.status('node', (shown) =>
        String(shown['text']).includes('press'),
      );
      assert.match(String(text), /status\.press\.long_press$/);
    });

    it('tells nothing of the state at deploy, and the same press again as another press', async () => {
      const flow = await start({ target: dimmer });
      press(flow, firstButton, 'short_release');
      const first = await flow.arrival('out');
      press(flow, firstButton, 'short_release');
      const second = await flow.arrival('out');
      assert.deepEqual([eventOf(first), eventOf(second)], ['short_release', 'short_release']);
      assert.notEqual(member(first['payload'], 'updated'), member(second['payload'], 'updated'));
    });

    it('tells nothing of anything else that happens to the button or its device', async () => {
      const flow = await start({ target: dimmer });
      flow.simulator.home.change(firstButton, { button: { repeat_interval: 500 } });
      flow.simulator.home.change(firstButton, { metadata: { control_id: 7 } });
      flow.simulator.home.change(idOf('device_power/living-dimmer'), {
        power_state: { battery_level: 5 },
      });
      flow.simulator.home.change(dimmer, { metadata: { name: 'Renamed' } });
      flow.simulator.home.add({
        id: '0c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5',
        type: 'button',
        owner: { rid: dimmer, rtype: 'device' },
        metadata: { control_id: 5 },
        button: { button_report: { updated: nextMoment(), event: 'short_release' } },
      });
      press(flow, secondButton, 'long_release');
      assert.equal(eventOf(await flow.arrival('out')), 'long_release');
      assert.equal(
        flow.observations.filter((seen) => seen.kind === 'arrival' && seen.node === 'out').length,
        1,
      );
    });

    it('tells how far a dial was turned, and which way', async () => {
      const flow = await start({ target: 'Dial', targetType: 'str' });
      turn(flow, 'clock_wise', 60);
      const right = await flow.arrival('out');
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
      assert.equal(member(right['bridge'], 'occasion'), 'turn');
      turn(flow, 'counter_clock_wise', 1000);
      const left = await flow.arrival('out');
      assert.equal(member(left['payload'], 'degrees'), -360);
      assert.equal(member(left['payload'], 'steps'), -1000);
    });

    it('tells a bell once, whichever shape the bridge reports it in', async () => {
      const flow = await start({ target: bell });
      const ring = (): void => {
        flow.simulator.home.change(bell, {
          bell: { bell_report: { updated: nextMoment(), event: 'ring' }, last_event: 'ring' },
        });
      };
      ring();
      const message = await flow.arrival('out');
      assert.equal(member(message['payload'], 'button'), 'bell');
      assert.equal(member(message['payload'], 'device'), 'Doorbell');
      ring();
      await flow.arrival('out');
      press(flow, bell, 'initial_press');
      assert.equal(eventOf(await flow.arrival('out')), 'initial_press');
    });

    it('keeps to the button that was chosen, by number behind the name or by id', async () => {
      const flow = await start({ target: 'Dimmer 2', targetType: 'str' }, [
        node({ id: 'other', target: firstButton, wires: [['firsts']] }),
        helper('firsts'),
      ]);
      await flow.status('other', ({ fill }) => fill === 'green');
      press(flow, firstButton, 'short_release');
      assert.equal(member((await flow.arrival('firsts'))['payload'], 'button'), 1);
      press(flow, secondButton, 'short_release');
      assert.equal(member((await flow.arrival('out'))['payload'], 'button'), 2);
    });

    it('has an output for each event, and leaves out the others', async () => {
      const flow = await start(
        {
          split: 'event',
          events: 'short_release, clock_wise',
          output: 'event',
          wires: [['shorts'], ['turns']],
        },
        [helper('shorts'), helper('turns')],
      );
      press(flow, firstButton, 'initial_press');
      turn(flow, 'clock_wise', 30);
      assert.equal((await flow.arrival('turns'))['payload'], 'clock_wise');
      press(flow, firstButton, 'short_release');
      const short = await flow.arrival('shorts');
      assert.equal(short['payload'], 'short_release');
      assert.equal(member(short['press'], 'button'), 1);
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
        [helper('up'), helper('stop'), helper('seconds')],
      );
      press(flow, firstButton, 'long_press');
      press(flow, secondButton, 'long_press');
      assert.equal(member((await flow.arrival('up'))['payload'], 'button'), 2);
      assert.equal(eventOf(await flow.arrival('seconds')), 'long_press');
      press(flow, firstButton, 'long_release');
      assert.equal(member((await flow.arrival('stop'))['payload'], 'button'), 1);
    });

    it('tells no press of the time when the bridge was away', async () => {
      const flow = await start({ target: dimmer }, []);
      const back = flow.simulator.faults.answer({ cut: 'request' });
      flow.simulator.events.cut();
      await flow.status('node', ({ fill }) => fill === 'yellow');
      press(flow, firstButton, 'short_release');
      const ready = events === 'never' ? untilLook(flow) : untilMode(flow, 'stream');
      back();
      await ready;
      press(flow, secondButton, 'long_release');
      assert.equal(eventOf(await flow.arrival('out')), 'long_release');
    });

    it('says so when the bridge has no such button', async () => {
      const simulator = await startSimulator();
      home = await runHomeFlow([node({ target: '00000000-0000-4000-8000-000000000000' })], {
        simulator,
        bridge: { events },
      });
      const { text } = await home.status('node', ({ fill }) => fill === 'red');
      assert.match(String(text), /ERR_BRIDGE_NOT_FOUND/);
    });

    it('works with a bridge that knows no bells and no dials', async () => {
      const simulator = await startSimulator({ events: { batch: 0 } });
      for (const rtype of ['bell_button', 'relative_rotary']) {
        simulator.faults.answer({ match: { rtype }, status: 404 });
      }
      home = await runHomeFlow([node(), mode, helper('modes')], { simulator, bridge: { events } });
      await home.status('node', ({ fill }) => fill === 'green');
      if (events === 'auto') await untilMode(home, 'stream');
      press(home, firstButton, 'short_release');
      assert.equal(eventOf(await home.arrival('out')), 'short_release');
    });
  });
}

describe('The button node', () => {
  let home: HomeFlow | undefined;
  afterEach(async () => {
    await home?.end();
    home = undefined;
  });

  it('tells a press once that the event stream brings twice', async () => {
    const simulator = await startSimulator({ events: { batch: 0 } });
    simulator.faults.stream({ duplicates: true });
    home = await runHomeFlow([node(), mode, helper('modes')], { simulator });
    await home.status('node', ({ fill }) => fill === 'green');
    await home.arrival('modes', ({ payload }) => payload === 'stream');
    await assertPressToldOnce(home);
  });

  it('tells no press of the time between two deploys, and after the second each press once', async () => {
    const simulator = await startSimulator({ events: { batch: 0 } });
    const nodes = [node(), mode, helper('modes')];
    const earlier = await runHomeFlow(nodes, { simulator });
    await earlier.status('node', ({ fill }) => fill === 'green');
    await earlier.unload();
    press(earlier, firstButton, 'long_press');
    home = await runHomeFlow(nodes, { simulator });
    await home.status('node', ({ fill }) => fill === 'green');
    await home.arrival('modes', ({ payload }) => payload === 'stream');
    await assertPressToldOnce(home);
  });

  it('needs a bridge', async () => {
    home = await runHomeFlow([node({ bridge: '' })]);
    const { text } = await home.status('node', ({ fill }) => fill === 'red');
    assert.match(String(text), /NO_BRIDGE/);
  });

  it('tells no press from long before it was known which buttons are meant', async () => {
    const simulator = await startSimulator();
    simulator.faults.answer({ match: { path: /\/resource$/ }, delay: 8_000 });
    home = await runHomeFlow([node({ target: 'Living room/Dimmer' })], {
      simulator,
      bridge: { events: 'never' },
    });
    const looks = async (count: number): Promise<void> => {
      const seen = (): number =>
        simulator.requests.filter(
          ({ path, status }) => path.endsWith('/resource/button') && status === 200,
        ).length;
      while (seen() < count) await once(simulator.log, 'answered');
    };
    await looks(1);
    press(home, firstButton, 'short_release');
    await home.status('node', ({ fill }) => fill === 'green');
    press(home, secondButton, 'long_release');
    assert.equal(eventOf(await home.arrival('out')), 'long_release');
  });
});
