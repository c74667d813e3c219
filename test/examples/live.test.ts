import assert from 'node:assert/strict';
import { on } from 'node:events';
import { member } from '../../src/resources';
import { isOn, startExampleHome } from './example-home';
import type { ExampleHome } from './example-home';

describe('The example of a node that speaks by itself', () => {
  let home: ExampleHome;
  before(async () => {
    home = await startExampleHome();
  });
  after(() => home.stop());

  describe('button', () => {
    let clock = Date.parse('2026-11-20T10:00:00.000Z');
    const moment = (): string => {
      clock += 1_000;
      return new Date(clock).toISOString();
    };
    const press = (device: string, number: number, event: string): void => {
      const owner = home.now('device', device).id;
      const button = home.simulator.home
        .byType('button')
        .find(
          (one) =>
            member(one, 'owner', 'rid') === owner &&
            member(one, 'metadata', 'control_id') === number,
        );
      assert.ok(button);
      home.simulator.home.change(button.id, {
        button: { last_event: event, button_report: { updated: moment(), event } },
      });
    };
    const turn = (direction: string, steps: number): void => {
      const report = { action: 'start', rotation: { direction, steps, duration: 400 } };
      home.simulator.home.change(home.now('relative_rotary', 'Dial').id, {
        relative_rotary: { last_event: report, rotary_report: { updated: moment(), ...report } },
      });
    };
    /** What a lamp is told next. */
    const nextCommand = async (lamp: string): Promise<unknown> => {
      const { id } = home.now('light', lamp);
      for await (const [request] of on(home.simulator.log, 'answered')) {
        const path = String(member(request, 'path'));
        if (member(request, 'method') !== 'PUT' || !path.endsWith(id)) continue;
        const body: unknown = JSON.parse(String(member(request, 'body')));
        return body;
      }
      return undefined;
    };
    before(async () => {
      // Polled, a press counts as soon as a node has looked once.
      await home.run('button', { 'example-bridge': { ...home.bridge, events: 'never' } });
      for (const id of ['button-all', 'button-dimmer', 'button-dial', 'button-bell']) {
        await home.nodeRed.status(id, ({ fill }) => fill === 'green');
      }
    });

    it('tells of everything that is pressed', async () => {
      press('Tap', 3, 'initial_press');
      const { payload } = await home.nodeRed.arrival('button-presses');
      assert.equal(member(payload, 'device'), 'Tap');
      assert.equal(member(payload, 'button'), 3);
    });

    it('toggles the lamp by a short press', async () => {
      const before = isOn(home.now('light', 'Floor lamp'));
      press('Dimmer', 1, 'short_release');
      await home.until('light', 'Floor lamp', (lamp) => isOn(lamp) !== before);
    });

    it('dims while a button is held, and stops when it is let go', async () => {
      for (const [number, action] of [
        [2, 'up'],
        [3, 'down'],
      ] as const) {
        const begun = nextCommand('Floor lamp');
        press('Dimmer', number, 'long_press');
        assert.equal(member(await begun, 'dimming_delta', 'action'), action);
        const ended = nextCommand('Floor lamp');
        press('Dimmer', number, 'long_release');
        assert.deepEqual(await ended, { dimming_delta: { action: 'stop' } });
      }
    });

    it('brightens and dims with the dial', async () => {
      const brighter = nextCommand('Bedside right');
      turn('clock_wise', 150);
      assert.deepEqual(await brighter, {
        dimming_delta: { action: 'up', brightness_delta: 15 },
      });
      const darker = nextCommand('Bedside right');
      turn('counter_clock_wise', 90);
      assert.deepEqual(await darker, {
        dimming_delta: { action: 'down', brightness_delta: 9 },
      });
    });

    it('lets a lamp breathe when the bell rings', async () => {
      const breathing = nextCommand('Stairs');
      home.simulator.home.change(home.now('bell_button', 'Doorbell').id, {
        button: { button_report: { updated: moment(), event: 'initial_press' } },
      });
      assert.deepEqual(await breathing, { alert: { action: 'breathe' } });
    });
  });

  describe('status', () => {
    before(() => home.run('status'));

    it('tells how the bridge stands, at deploy and when asked', async () => {
      const { payload } = await home.nodeRed.arrival('status-changes');
      assert.equal(member(payload, 'connected'), true);
      const asked = await home.pressed('status-ask', 'status-answer');
      assert.equal(member(asked['payload'], 'name'), 'Simulated bridge');
    });

    it('writes a sentence when the bridge is lost and when it is back', async () => {
      await home.nodeRed.status('status-connection', ({ text }) => text === 'connected, live');
      home.simulator.faults.answer({ cut: 'request' });
      home.simulator.events.cut();
      const lost = await home.nodeRed.arrival('status-sentence');
      assert.match(String(lost['payload']), /^The bridge Simulated bridge is lost: .+\.$/);
      home.simulator.faults.clear();
      const back = await home.nodeRed.arrival('status-sentence');
      assert.match(
        String(back['payload']),
        /^The bridge Simulated bridge is back\. It was lost at 2/,
      );
    });
  });
});
