import assert from 'node:assert/strict';
import { isObject, member } from '../../src/resources';
import { isOn, startExampleHome } from './example-home';
import type { ExampleHome } from './example-home';

describe('The example of each node', () => {
  let home: ExampleHome;
  before(async () => {
    home = await startExampleHome();
  });
  after(() => home.stop());

  describe('light', () => {
    const lamp = (...path: string[]): unknown => member(home.now('light', 'Floor lamp'), ...path);
    before(() => home.run('light'));

    it('switches the lamp off, on and over', async () => {
      await home.pressed('light-off', 'light-answer');
      assert.equal(lamp('on', 'on'), false);
      await home.pressed('light-on', 'light-answer');
      assert.equal(lamp('on', 'on'), true);
      await home.pressed('light-toggle', 'light-answer');
      assert.equal(lamp('on', 'on'), false);
    });

    it('dims it to a half and says so', async () => {
      const answer = await home.pressed('light-half', 'light-answer');
      assert.ok(Math.abs(Number(lamp('dimming', 'brightness')) - 50) < 0.5);
      assert.equal(lamp('on', 'on'), true);
      assert.equal(member(answer, 'bridge', 'operation'), 'update');
      assert.equal(member(answer, 'bridge', 'name'), 'Floor lamp');
      assert.equal(member(answer, 'bridge', 'room'), 'Living room');
    });

    it('makes it orange, then warm white', async () => {
      await home.pressed('light-orange', 'light-answer');
      assert.ok(Number(lamp('color', 'xy', 'x')) > 0.5);
      assert.equal(lamp('color_temperature', 'mirek'), null);
      await home.pressed('light-warm', 'light-answer');
      assert.equal(lamp('color_temperature', 'mirek'), 370);
    });

    it('sets all lamps of a room', async () => {
      const left = () => home.now('light', 'Table pendant left');
      await home.pressed('light-evening', 'light-room-answer');
      assert.ok(isOn(left()));
      await home.pressed('light-dark', 'light-room-answer');
      assert.ok(!isOn(left()));
    });
  });

  describe('room', () => {
    const rooms = (): unknown[] =>
      home.simulator.home.byType('room').map((room) => member(room, 'metadata', 'name'));
    before(() => home.run('room'));

    it('reads all rooms and one', async () => {
      const { payload: list } = await home.pressed('room-press-list', 'room-rooms');
      assert.ok(Array.isArray(list));
      assert.equal(list.length, rooms().length);
      const { payload } = await home.pressed('room-press-get', 'room-kitchen');
      assert.equal(member(payload, 'metadata', 'name'), 'Kitchen');
    });

    it('makes a room, gives it another name and deletes it', async () => {
      await home.pressed('room-press-create', 'room-created');
      assert.ok(rooms().includes('Study'));
      await home.pressed('room-press-rename', 'room-renamed');
      assert.ok(rooms().includes('Den') && !rooms().includes('Study'));
      await home.pressed('room-press-delete', 'room-deleted');
      assert.ok(!rooms().includes('Den'));
    });
  });

  describe('smart-scene', () => {
    const state = (): unknown => home.now('smart_scene', 'Kitchen day')['state'];
    before(() => home.run('smart-scene'));

    it('starts the smart scene and stops it', async () => {
      await home.pressed('smart-scene-press-start', 'smart-scene-answer');
      assert.equal(state(), 'active');
      await home.pressed('smart-scene-press-stop', 'smart-scene-answer');
      assert.equal(state(), 'inactive');
    });

    it('lists all of them', async () => {
      const { payload } = await home.pressed('smart-scene-press-list', 'smart-scene-scenes');
      assert.ok(Array.isArray(payload));
      assert.equal(payload.length, 3);
    });
  });

  describe('sensor', () => {
    const sensor = (...path: string[]): unknown =>
      member(home.now('motion', 'Hallway sensor'), ...path);
    before(() => home.run('sensor'));

    it('lets the sensor rest and watch', async () => {
      await home.pressed('sensor-press-rest', 'sensor-answer');
      assert.equal(sensor('enabled'), false);
      await home.pressed('sensor-press-toggle', 'sensor-answer');
      assert.equal(sensor('enabled'), true);
      await home.pressed('sensor-press-rest', 'sensor-answer');
      await home.pressed('sensor-press-watch', 'sensor-answer');
      assert.equal(sensor('enabled'), true);
    });

    it('makes it less sensitive', async () => {
      await home.pressed('sensor-press-calm', 'sensor-calmed');
      assert.equal(sensor('sensitivity', 'sensitivity'), 1);
      assert.equal(sensor('enabled'), true);
    });
  });

  describe('resource', () => {
    before(() => home.run('resource'));

    it('names the devices', async () => {
      const { payload } = await home.pressed('resource-press-devices', 'resource-device-names');
      assert.ok(Array.isArray(payload) && payload.includes('Floor lamp'));
    });

    it('pauses an automation and resumes it', async () => {
      await home.pressed('resource-press-pause', 'resource-alarm-answer');
      assert.equal(home.now('behavior_instance', 'Weekday alarm')['enabled'], false);
      await home.pressed('resource-press-resume', 'resource-alarm-answer');
      assert.equal(home.now('behavior_instance', 'Weekday alarm')['enabled'], true);
    });

    it('says who is at home', async () => {
      await home.pressed('resource-press-home', 'resource-person-answer');
      assert.equal(home.now('geofence_client', 'Tablet')['is_at_home'], true);
      await home.pressed('resource-press-away', 'resource-person-answer');
      assert.equal(home.now('geofence_client', 'Tablet')['is_at_home'], false);
    });
  });

  describe('poll', () => {
    before(() => home.run('poll'));

    it('measures the temperature when asked', async () => {
      const { payload, topic } = await home.pressed('poll-ask', 'poll-degrees');
      assert.equal(payload, 21.38);
      assert.equal(topic, 'temperature/Kitchen sensor');
      await home.nodeRed.status('poll-degrees', ({ text }) => text === '21.38 °C');
    });

    it('names the device whose battery is nearly empty, and no other', async () => {
      const { topic, payload } = await home.pressed('poll-ask-batteries', 'poll-low-batteries');
      assert.equal(topic, 'device_power/Hallway sensor');
      assert.equal(payload, 14);
    });

    it('tells when a lamp is switched in the house', async () => {
      await home.nodeRed.status('poll-lamps', (status) => status['fill'] === 'green');
      home.simulator.home.change(home.now('light', 'Mirror').id, { on: { on: true } });
      const { payload, topic } = await home.nodeRed.arrival('poll-lamp-changes');
      assert.equal(topic, 'light/Mirror');
      assert.ok(isObject(payload) && payload['on'] === true);
      await home.nodeRed.status('poll-lamp-changes', ({ text }) => text === 'Mirror is on');
    });

    it('tells of motion, and of its end', async () => {
      home.motion('Hallway sensor', true);
      assert.equal((await home.nodeRed.arrival('poll-motion-changes'))['payload'], true);
      await home.nodeRed.status('poll-motion-changes', ({ text }) => text === 'motion');
      home.motion('Hallway sensor', false);
      assert.equal((await home.nodeRed.arrival('poll-motion-changes'))['payload'], false);
      await home.nodeRed.status('poll-motion-changes', ({ text }) => text === 'no motion');
    });
  });

  describe('one-node', () => {
    before(() => home.run('one-node'));

    it('lists, reads and commands through the same node', async () => {
      const rooms = await home.pressed('one-node-rooms', 'one-node-answer');
      assert.ok(Array.isArray(rooms['payload']));
      const desk = await home.pressed('one-node-desk', 'one-node-answer');
      assert.equal(member(desk, 'payload', 'metadata', 'name'), 'Desk lamp');
      await home.pressed('one-node-mirror', 'one-node-answer');
      assert.ok(isOn(home.now('light', 'Mirror')));
      await home.pressed('one-node-scene', 'one-node-answer');
      assert.equal(home.now('smart_scene', 'Wake and wind down')['state'], 'active');
    });
  });
});
