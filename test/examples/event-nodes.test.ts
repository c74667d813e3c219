import assert from 'node:assert/strict';
import { on } from 'node:events';
import { getNestedMember } from '../../src/resources/members';
import { isOn, startExampleHarness } from './example-harness';
import type { ExampleHarness } from './example-harness';
import type { FlowMessage } from '../support/node-red/node-red';

describe('The example of a node that sends by itself', () => {
  let harness: ExampleHarness;
  before(async () => {
    harness = await startExampleHarness();
  });
  after(() => harness.stop());

  describe('button', () => {
    let timestamp = Date.parse('2026-11-20T10:00:00.000Z');
    const nextTimestamp = (): string => {
      timestamp += 1_000;
      return new Date(timestamp).toISOString();
    };
    const pressButton = (device: string, number: number, event: string): void => {
      const owner = harness.findResource('device', device).id;
      const button = harness.simulator.home
        .byType('button')
        .find(
          (one) =>
            getNestedMember(one, 'owner', 'rid') === owner &&
            getNestedMember(one, 'metadata', 'control_id') === number,
        );
      assert.ok(button);
      harness.simulator.home.change(button.id, {
        button: { last_event: event, button_report: { updated: nextTimestamp(), event } },
      });
    };
    const turnDial = (direction: string, steps: number): void => {
      const report = { action: 'start', rotation: { direction, steps, duration: 400 } };
      harness.simulator.home.change(harness.findResource('relative_rotary', 'Dial').id, {
        relative_rotary: {
          last_event: report,
          rotary_report: { updated: nextTimestamp(), ...report },
        },
      });
    };
    /** Body of the next command to a lamp. */
    const nextCommand = async (lamp: string): Promise<unknown> => {
      const { id } = harness.findResource('light', lamp);
      for await (const [request] of on(harness.simulator.log, 'answered')) {
        const path = String(getNestedMember(request, 'path'));
        if (getNestedMember(request, 'method') !== 'PUT' || !path.endsWith(id)) continue;
        const body: unknown = JSON.parse(String(getNestedMember(request, 'body')));
        return body;
      }
      return undefined;
    };
    before(async () => {
      // With polling, a press counts as soon as a node has polled once.
      await harness.run('button', { 'example-bridge': { ...harness.bridge, events: 'never' } });
      for (const id of ['button-all', 'button-dimmer', 'button-dial', 'button-bell']) {
        await harness.nodeRed.nextStatus(id, ({ fill }) => fill === 'green');
      }
    });

    it('reports everything that is pressed', async () => {
      pressButton('Tap', 3, 'initial_press');
      const { payload } = await harness.nodeRed.nextMessage('button-presses');
      assert.equal(getNestedMember(payload, 'device'), 'Tap');
      assert.equal(getNestedMember(payload, 'button'), 3);
    });

    it('toggles the lamp by a short press', async () => {
      const before = isOn(harness.findResource('light', 'Floor lamp'));
      pressButton('Dimmer', 1, 'short_release');
      await harness.waitForResource('light', 'Floor lamp', (lamp) => isOn(lamp) !== before);
    });

    it('dims while the button is held, and stops when it is let go', async () => {
      for (let count = 0; count < 2; count += 1) {
        const begun = nextCommand('Floor lamp');
        pressButton('Dimmer', 1, 'long_press');
        assert.equal(getNestedMember(await begun, 'dimming_delta', 'brightness_delta'), 100);
        const ended = nextCommand('Floor lamp');
        pressButton('Dimmer', 1, 'long_release');
        assert.deepEqual(await ended, { dimming_delta: { action: 'stop' } });
      }
    });

    it('brightens and dims with the dial', async () => {
      const brighter = nextCommand('Bedside right');
      turnDial('clock_wise', 150);
      assert.deepEqual(await brighter, {
        dimming_delta: { action: 'up', brightness_delta: 15 },
      });
      const darker = nextCommand('Bedside right');
      turnDial('counter_clock_wise', 90);
      assert.deepEqual(await darker, {
        dimming_delta: { action: 'down', brightness_delta: 9 },
      });
    });

    it('lets a lamp breathe when the bell rings', async () => {
      const breathing = nextCommand('Stairs');
      harness.simulator.home.change(harness.findResource('bell_button', 'Doorbell').id, {
        button: { button_report: { updated: nextTimestamp(), event: 'initial_press' } },
      });
      assert.deepEqual(await breathing, { alert: { action: 'breathe' } });
    });
  });

  describe('status', () => {
    before(() => harness.run('status'));

    it('reports the state of the bridge, at deploy and when asked', async () => {
      const { payload } = await harness.nodeRed.nextMessage('status-changes');
      assert.equal(getNestedMember(payload, 'connected'), true);
      const response = await harness.pressAndWait('status-ask', 'status-answer');
      assert.equal(getNestedMember(response['payload'], 'name'), 'Simulated bridge');
    });

    it('lists what needs a look, and writes a sentence about a weak battery', async () => {
      const sentence = await harness.nodeRed.nextMessage('status-weak-sentence');
      assert.equal(
        sentence['payload'],
        'The battery of Hallway sensor is down to 14 %. Room: Hallway.',
      );
      const response = await harness.pressAndWait('status-ask-report', 'status-look');
      assert.equal(JSON.stringify(response['payload']).includes('"Hallway sensor"'), true);
    });

    it('writes a sentence when the bridge is lost and when it is back', async () => {
      await harness.nodeRed.nextStatus(
        'status-connection',
        ({ text }) => text === 'connected, push',
      );
      harness.simulator.faults.inject({ cut: 'request' });
      harness.simulator.events.disconnectAll();
      const lost = await harness.nodeRed.nextMessage('status-sentence');
      assert.match(String(lost['payload']), /^The bridge Simulated bridge is lost: .+\.$/);
      harness.simulator.faults.clear();
      const back = await harness.nodeRed.nextMessage('status-sentence');
      assert.match(
        String(back['payload']),
        /^The bridge Simulated bridge is back\. It was lost at 2/,
      );
    });
  });

  describe('automation', () => {
    before(() => harness.run('automation'));

    it('stops an alarm for the holidays, and lists all', async () => {
      const isEnabled = (): unknown =>
        harness.findResource('behavior_instance', 'Weekday alarm')['enabled'];
      await harness.pressAndWait('automation-press-off', 'automation-answer');
      assert.equal(isEnabled(), false);
      await harness.pressAndWait('automation-press-on', 'automation-answer');
      assert.equal(isEnabled(), true);
      const { payload } = await harness.pressAndWait('automation-press-list', 'automation-all');
      assert.ok(Array.isArray(payload) && payload.length === 3);
    });

    it('says when one fires', async () => {
      const { payload } = await harness.pressAndWait('automation-press-fire', 'automation-event');
      assert.equal(getNestedMember(payload, 'event'), 'fired');
      assert.equal(getNestedMember(payload, 'name'), 'Somebody is home');
    });
  });

  describe('speaker', () => {
    const speaker = (...path: string[]): unknown =>
      getNestedMember(harness.findResource('speaker', 'Chime'), ...path);
    before(() => harness.run('speaker'));

    it('plays, stops, mutes and says what it plays', async () => {
      const press = (id: string): Promise<FlowMessage> =>
        harness.pressAndWait(`speaker-press-${id}`, 'speaker-answer');
      await press('chime');
      assert.equal(speaker('chime', 'status', 'sound'), 'ding_dong_classic');
      await press('alarm');
      assert.equal(speaker('alarm', 'status', 'sound'), 'siren');
      await press('stop');
      assert.equal(speaker('alarm', 'status', 'sound'), 'no_sound');
      await press('mute');
      assert.equal(getNestedMember(await press('read'), 'payload', 'muted'), true);
      await press('unmute');
      assert.equal(speaker('mute', 'mute'), 'unmute');
    });

    it('rings when somebody is at the door', async () => {
      const rung = harness.nodeRed.nextMessage('speaker-rung');
      const updated = new Date().toISOString();
      const report = { event: 'initial_press', updated };
      harness.simulator.home.change(harness.findResource('bell_button', 'Doorbell').id, {
        bell: { bell_report: report, last_event: report.event },
      });
      await rung;
      assert.equal(speaker('chime', 'status', 'sound'), 'ding_dong_modern');
    });
  });
});
