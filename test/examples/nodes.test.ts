import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isObject, getListMember, getNestedMember } from '../../src/resources/members';
import { isOn, startExampleHarness } from './example-harness';
import type { FlowMessage } from '../support/node-red/node-red';
import type { ExampleHarness } from './example-harness';

describe('The example of each node', () => {
  let harness: ExampleHarness;
  before(async () => {
    harness = await startExampleHarness();
  });
  after(() => harness.stop());

  describe('light', () => {
    const lamp = (...path: string[]): unknown =>
      getNestedMember(harness.findResource('light', 'Floor lamp'), ...path);
    before(() => harness.run('light'));

    it('switches the lamp off, on and over', async () => {
      await harness.pressAndWait('light-off', 'light-answer');
      assert.equal(lamp('on', 'on'), false);
      await harness.pressAndWait('light-on', 'light-answer');
      assert.equal(lamp('on', 'on'), true);
      await harness.pressAndWait('light-toggle', 'light-answer');
      assert.equal(lamp('on', 'on'), false);
    });

    it('dims it to a half and says so', async () => {
      const answer = await harness.pressAndWait('light-half', 'light-answer');
      assert.ok(Math.abs(Number(lamp('dimming', 'brightness')) - 50) < 0.5);
      assert.equal(lamp('on', 'on'), true);
      assert.equal(getNestedMember(answer, 'bridge', 'operation'), 'update');
      assert.equal(getNestedMember(answer, 'bridge', 'name'), 'Floor lamp');
      assert.equal(getNestedMember(answer, 'bridge', 'room'), 'Living room');
    });

    it('makes it orange, then warm white', async () => {
      await harness.pressAndWait('light-orange', 'light-answer');
      assert.ok(Number(lamp('color', 'xy', 'x')) > 0.5);
      assert.equal(lamp('color_temperature', 'mirek'), null);
      await harness.pressAndWait('light-warm', 'light-answer');
      assert.equal(lamp('color_temperature', 'mirek'), 370);
    });

    it('sets all lamps of a room', async () => {
      const left = () => harness.findResource('light', 'Table pendant left');
      await harness.pressAndWait('light-evening', 'light-room-answer');
      assert.ok(isOn(left()));
      await harness.pressAndWait('light-dark', 'light-room-answer');
      assert.ok(!isOn(left()));
    });
  });

  describe('room', () => {
    const rooms = (): unknown[] =>
      harness.simulator.home
        .byType('room')
        .map((room) => getNestedMember(room, 'metadata', 'name'));
    before(() => harness.run('room'));

    it('reads all rooms and one', async () => {
      const { payload: list } = await harness.pressAndWait('room-press-list', 'room-rooms');
      assert.ok(Array.isArray(list));
      assert.equal(list.length, rooms().length);
      const { payload } = await harness.pressAndWait('room-press-get', 'room-kitchen');
      assert.equal(getNestedMember(payload, 'metadata', 'name'), 'Kitchen');
    });

    it('says who is in one', async () => {
      const { payload } = await harness.pressAndWait('room-press-members', 'room-who');
      assert.equal(getNestedMember(payload, 'name'), 'Kitchen');
      assert.match(JSON.stringify(getNestedMember(payload, 'lamps')), /"name":"Kitchen spot 1"/);
    });

    it('moves a lamp to another room and back', async () => {
      const inKitchen = (): boolean =>
        JSON.stringify(harness.findResource('room', 'Kitchen')['children']).includes(
          harness.findResource('device', 'Mirror').id,
        );
      await harness.pressAndWait('room-press-move', 'room-moved');
      assert.ok(inKitchen());
      await harness.pressAndWait('room-press-back', 'room-moved');
      assert.ok(!inKitchen());
    });

    it('makes a room, gives it another name and deletes it', async () => {
      await harness.pressAndWait('room-press-create', 'room-created');
      assert.ok(rooms().includes('Study'));
      await harness.pressAndWait('room-press-rename', 'room-renamed');
      assert.ok(rooms().includes('Den') && !rooms().includes('Study'));
      await harness.pressAndWait('room-press-delete', 'room-deleted');
      assert.ok(!rooms().includes('Den'));
    });
  });

  describe('scene', () => {
    const active = (name: string): unknown =>
      getNestedMember(
        harness.simulator.home
          .byType('scene')
          .find(
            ({ group, metadata }) =>
              getNestedMember(group, 'rid') === harness.findResource('room', 'Living room').id &&
              getNestedMember(metadata, 'name') === name,
          ),
        'status',
        'active',
      );
    before(() => harness.run('scene'));

    it('goes on by one scene with each press of one button', async () => {
      for (const name of ['Relax', 'Sunset', 'Bright', 'Relax']) {
        await harness.pressAndWait('scene-press-next', 'scene-turned');
        assert.equal(active(name), 'static', name);
      }
    });

    it('recalls by name, stores and lists', async () => {
      await harness.pressAndWait('scene-press-dim', 'scene-answer');
      assert.equal(active('Sunset'), 'dynamic_palette');
      await harness.pressAndWait('scene-press-store', 'scene-answer');
      await harness.pressAndWait('scene-press-relax', 'scene-answer');
      await harness.pressAndWait('scene-press-evening', 'scene-answer');
      assert.equal(active('Evening'), 'static');
      const { payload } = await harness.pressAndWait('scene-press-list', 'scene-answer');
      assert.ok(Array.isArray(payload));
      assert.equal(payload.length, 5);
    });

    it('sends the active scene of every room', async () => {
      // The scenes of the tests before are sent, too, as far as the bridge was read between them.
      const findActive = async (name: string): Promise<FlowMessage> => {
        const message = await harness.nodeRed.nextMessage('scene-active');
        return message['payload'] === name ? message : findActive(name);
      };
      await findActive('Evening');
      await harness.pressAndWait('scene-press-relax', 'scene-answer');
      assert.equal((await findActive('Relax'))['topic'], 'Living room');
    });
  });

  describe('save-restore', () => {
    const look = (): unknown => {
      const { on, dimming, color } = harness.findResource('light', 'Floor lamp');
      return { on, dimming, color };
    };
    before(() => harness.run('save-restore', { 'save-restore-trigger': { duration: '0.05' } }));

    it('turns the room red, and each lamp returns to what it showed', async () => {
      const before = look();
      const red = await harness.pressAndWait('save-restore-press-bell', 'save-restore-done');
      assert.equal(getNestedMember(red['payload'], 'color'), 'red');
      const end = await harness.nodeRed.nextMessage('save-restore-done');
      assert.equal(getNestedMember(end['payload'], 'restore'), 'before the bell');
      assert.deepEqual(look(), before);
    });
  });

  describe('smart-scene', () => {
    const state = (): unknown => harness.findResource('smart_scene', 'Kitchen day')['state'];
    before(() => harness.run('smart-scene'));

    it('starts the smart scene and stops it', async () => {
      await harness.pressAndWait('smart-scene-press-start', 'smart-scene-answer');
      assert.equal(state(), 'active');
      await harness.pressAndWait('smart-scene-press-stop', 'smart-scene-answer');
      assert.equal(state(), 'inactive');
    });

    it('lists all of them', async () => {
      const { payload } = await harness.pressAndWait(
        'smart-scene-press-list',
        'smart-scene-scenes',
      );
      assert.ok(Array.isArray(payload));
      assert.equal(payload.length, 3);
    });
  });

  describe('sensor', () => {
    const sensor = (...path: string[]): unknown =>
      getNestedMember(harness.findResource('motion', 'Hallway sensor'), ...path);
    before(() => harness.run('sensor'));

    it('lets the sensor rest and watch', async () => {
      await harness.pressAndWait('sensor-press-rest', 'sensor-answer');
      assert.equal(sensor('enabled'), false);
      await harness.pressAndWait('sensor-press-toggle', 'sensor-answer');
      assert.equal(sensor('enabled'), true);
      await harness.pressAndWait('sensor-press-rest', 'sensor-answer');
      await harness.pressAndWait('sensor-press-watch', 'sensor-answer');
      assert.equal(sensor('enabled'), true);
    });

    it('makes it less sensitive', async () => {
      await harness.pressAndWait('sensor-press-calm', 'sensor-calmed');
      assert.equal(sensor('sensitivity', 'sensitivity'), 1);
      assert.equal(sensor('enabled'), true);
    });
  });

  describe('resource', () => {
    before(() => harness.run('resource'));

    it('sees a running sync, and stops it', async () => {
      const { home } = harness.simulator;
      const [area] = home.byType('entertainment_configuration');
      assert.ok(area);
      const started = harness.nodeRed.nextMessage(
        'resource-sync-answer',
        ({ payload }) => payload === 'active',
      );
      home.change(area.id, { status: 'active' });
      await started;
      await harness.pressAndWait('resource-press-stop', 'resource-stop-answer');
      assert.equal(home.get(area.id)?.['status'], 'inactive');
    });

    it('names the devices', async () => {
      const { payload } = await harness.pressAndWait(
        'resource-press-devices',
        'resource-device-names',
      );
      assert.ok(Array.isArray(payload) && payload.includes('Floor lamp'));
    });

    it('pauses an automation and resumes it', async () => {
      await harness.pressAndWait('resource-press-pause', 'resource-alarm-answer');
      assert.equal(harness.findResource('behavior_instance', 'Weekday alarm')['enabled'], false);
      await harness.pressAndWait('resource-press-resume', 'resource-alarm-answer');
      assert.equal(harness.findResource('behavior_instance', 'Weekday alarm')['enabled'], true);
    });

    it('says who is at home', async () => {
      await harness.pressAndWait('resource-press-home', 'resource-person-answer');
      assert.equal(harness.findResource('geofence_client', 'Tablet')['is_at_home'], true);
      await harness.pressAndWait('resource-press-away', 'resource-person-answer');
      assert.equal(harness.findResource('geofence_client', 'Tablet')['is_at_home'], false);
    });
  });

  describe('poll', () => {
    before(() => harness.run('poll'));

    it('measures the temperature when asked', async () => {
      const { payload, topic } = await harness.pressAndWait('poll-ask', 'poll-degrees');
      assert.equal(payload, 21.38);
      assert.equal(topic, 'temperature/Kitchen sensor');
      await harness.nodeRed.nextStatus('poll-degrees', ({ text }) => text === '21.38 °C');
    });

    it('names the device whose battery is nearly empty, and no other', async () => {
      const { topic, payload } = await harness.pressAndWait(
        'poll-ask-batteries',
        'poll-low-batteries',
      );
      assert.equal(topic, 'device_power/Hallway sensor');
      assert.equal(payload, 14);
    });

    it('reports when a lamp is switched at home', async () => {
      await harness.nodeRed.nextStatus('poll-lamps', (status) => status['fill'] === 'green');
      harness.simulator.home.change(harness.findResource('light', 'Mirror').id, {
        on: { on: true },
      });
      // Other examples have left lamps that still change.
      const { payload } = await harness.nodeRed.nextMessage(
        'poll-lamp-changes',
        ({ topic }) => topic === 'light/Mirror',
      );
      assert.ok(isObject(payload) && payload['on'] === true);
      await harness.nodeRed.nextStatus('poll-lamp-changes', ({ text }) => text === 'Mirror: true');
    });

    it('reports motion, and its end', async () => {
      harness.reportMotion('Hallway sensor', true);
      await harness.nodeRed.nextMessage('poll-motion-changes', ({ payload }) => payload === true);
      await harness.nodeRed.nextStatus('poll-motion-changes', ({ text }) => text === 'true');
      harness.reportMotion('Hallway sensor', false);
      await harness.nodeRed.nextMessage('poll-motion-changes', ({ payload }) => payload === false);
      await harness.nodeRed.nextStatus('poll-motion-changes', ({ text }) => text === 'false');
    });
  });

  describe('homekit', () => {
    const lamp = (...path: string[]): unknown =>
      getNestedMember(harness.findResource('light', 'Floor lamp'), ...path);
    before(() => harness.run('homekit'));

    it('takes from the Home app one property at a time, and hue and saturation together', async () => {
      await harness.pressAndWait('homekit-on', 'homekit-answer');
      assert.equal(lamp('on', 'on'), true);
      await harness.pressAndWait('homekit-warm', 'homekit-answer');
      assert.equal(lamp('color_temperature', 'mirek'), 370);
      await harness.pressAndWait('homekit-green', 'homekit-answer');
      await harness.nodeRed.nextMessage('homekit-answer');
      assert.ok(Number(lamp('color', 'xy', 'y')) > 0.55);
    });

    it('shows the Home app what the lamp does, and takes no notice of the echo', async () => {
      await harness.nodeRed.pressInject('homekit-echo');
      const { id } = harness.findResource('light', 'Floor lamp');
      harness.simulator.home.change(id, { dimming: { brightness: 21 } });
      for (;;) {
        const { payload } = await harness.nodeRed.nextMessage('homekit-shown');
        if (getNestedMember(payload, 'Brightness') !== 21) continue;
        assert.equal(getNestedMember(payload, 'On'), true);
        break;
      }
      assert.equal(lamp('on', 'on'), true);
    });
  });

  describe('dashboard', () => {
    // A lamp that no example before has set: what others do right after a command counts as its effect.
    const target = 'Bedside right';
    const lamp = (...path: string[]): unknown =>
      getNestedMember(harness.findResource('light', target), ...path);
    before(() => harness.run('dashboard', { 'dashboard-lamp': { target } }));

    it('moves its controls for what others change', async () => {
      const { id } = harness.findResource('light', target);
      harness.simulator.home.change(id, { on: { on: true }, dimming: { brightness: 77 } });
      await harness.nodeRed.nextMessage('dashboard-shown-slider', ({ payload }) => payload === 77);
    });

    it('sets the lamp from a switch, a slider and colour pickers', async () => {
      await harness.pressAndWait('dashboard-on', 'dashboard-answer');
      await harness.pressAndWait('dashboard-slider', 'dashboard-answer');
      assert.ok(Math.abs(Number(lamp('dimming', 'brightness')) - 30) < 0.5);
      await harness.pressAndWait('dashboard-picker', 'dashboard-answer');
      assert.ok(Number(lamp('color', 'xy', 'x')) > 0.5);
      await harness.pressAndWait('dashboard-hsv', 'dashboard-answer');
      assert.ok(Number(lamp('color', 'xy', 'x')) < 0.2);
    });
  });

  describe('one-node', () => {
    before(() => harness.run('one-node'));

    it('lists, reads and commands through the same node', async () => {
      const rooms = await harness.pressAndWait('one-node-rooms', 'one-node-answer');
      assert.ok(Array.isArray(rooms['payload']));
      const desk = await harness.pressAndWait('one-node-desk', 'one-node-answer');
      assert.equal(getNestedMember(desk, 'payload', 'metadata', 'name'), 'Desk lamp');
      await harness.pressAndWait('one-node-mirror', 'one-node-answer');
      assert.ok(isOn(harness.findResource('light', 'Mirror')));
      await harness.pressAndWait('one-node-scene', 'one-node-answer');
      assert.equal(harness.findResource('smart_scene', 'Wake and wind down')['state'], 'active');
    });

    it('takes each message to the bridge that it names', async () => {
      const { payload, ...toggled } = await harness.pressAndWait(
        'one-node-toggle',
        'one-node-done',
      );
      assert.equal(payload, 'toggle');
      assert.equal(getNestedMember(toggled, 'bridge', 'bridgeName'), 'Bridge');
      await harness.pressAndWait('one-node-dim', 'one-node-done');
      const rack = harness.findResource('light', 'Coat rack');
      assert.equal(Math.round(Number(getNestedMember(rack, 'dimming', 'brightness'))), 30);
    });
  });

  describe('programs', () => {
    const kindOf = async (press: string): Promise<unknown> =>
      getNestedMember(
        await harness.pressAndWait(`programs-${press}`, 'programs-answer'),
        'bridge',
        'program',
        'kind',
      );
    const listKinds = async (): Promise<readonly unknown[]> => {
      const { payload } = await harness.pressAndWait('programs-ask', 'programs-list');
      return Array.isArray(payload)
        ? payload.map((program) => getNestedMember(program, 'kind'))
        : [];
    };
    /** As in the example, but for longer than this machine may be held up. */
    const lasting = {
      blink: { play: ['red', 'blue'].map((color) => ({ color, for: '1min' })), restore: true },
      alert: { alert: '10min', restore: true },
    };
    before(() =>
      harness.run('programs', {
        'programs-blink': { payload: JSON.stringify(lasting.blink) },
        'programs-alert': { payload: JSON.stringify(lasting.alert) },
      }),
    );

    it('starts each program, one in the place of the other, and lists what runs', async () => {
      for (const [press, kind] of [
        ['candle', 'sequence'],
        ['blink', 'sequence'],
        ['alert', 'alert'],
        ['fade', 'fade'],
      ] as const) {
        assert.equal(await kindOf(press), kind);
        assert.deepEqual(await listKinds(), [kind]);
      }
    });

    it('ends it by stop', async () => {
      await harness.pressAndWait('programs-stop', 'programs-answer');
      assert.deepEqual(await listKinds(), []);
    });
  });

  describe('backup', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'home.json');
    const countScenes = (): number => harness.simulator.home.byType('scene').length;
    before(() =>
      harness.run('backup', {
        'backup-write': { filename: file },
        'backup-read': { filename: file },
      }),
    );
    after(() => rmSync(dirname(file), { recursive: true }));

    it('writes the home to a file, plans from it, and brings a scene back that was deleted', async () => {
      await harness.pressAndWait('backup-press', 'backup-written');
      const count = countScenes();
      const { id, metadata } = harness.findResource('scene', 'Relax');
      harness.simulator.home.remove(id);
      const { payload: plan } = await harness.pressAndWait('backup-press-plan', 'backup-report');
      const created = getListMember(plan, 'items').filter(
        (item) => getNestedMember(item, 'action') === 'create',
      );
      assert.deepEqual(
        created.map((item) => getNestedMember(item, 'name')),
        [getNestedMember(metadata, 'name')],
      );
      assert.equal(countScenes(), count - 1);
      await harness.pressAndWait('backup-press-restore', 'backup-report');
      assert.equal(countScenes(), count);
    });
  });
});
