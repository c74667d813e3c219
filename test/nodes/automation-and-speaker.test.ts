import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const alarm = createFixtureId('behavior_instance/wake-up');
const comingHome = createFixtureId('behavior_instance/coming-home');
const dimmer = createFixtureId('behavior_instance/dimmer');
const chime = createFixtureId('speaker/chime');

describe('In one flow', () => {
  let harness: FlowHarness;
  before(async () => {
    const target = 'Weekday alarm';
    const simulator = await startSimulator({ events: { batch: 20 } });
    const nodes = [
      { id: 'alarm', type: 'bridge-automation', target, targetType: 'str' },
      { id: 'disabler', type: 'bridge-automation', target: alarm, operation: 'disable' },
      { id: 'any', type: 'bridge-automation' },
      { id: 'zone', type: 'bridge-sensor' },
      { id: 'watch', type: 'bridge-automation', changes: true, wires: [[], ['events']] },
      {
        id: 'watch one',
        type: 'bridge-automation',
        target: comingHome,
        changes: true,
        wires: [[], ['events of one']],
      },
      { id: 'events', type: 'helper', wires: [] },
      { id: 'events of one', type: 'helper', wires: [] },
      { id: 'speaker', type: 'bridge-speaker', target: 'Chime', targetType: 'str' },
      {
        id: 'siren',
        type: 'bridge-speaker',
        target: chime,
        operation: 'alarm',
        sound: 'bleep',
        volume: '20',
        duration: '10s',
      },
      { id: 'stop', type: 'bridge-speaker', target: chime, operation: 'stop' },
      { id: 'odd siren', type: 'bridge-speaker', target: chime, operation: 'alarm', sound: 'gong' },
    ];
    harness = await startFlowHarness(nodes, { simulator });
  });
  after(() => harness.stop());

  const isEnabled = (rid: string): unknown => harness.simulator.home.get(rid)?.['enabled'];
  const getLook = async (id: string, wanted: string): Promise<void> => {
    await harness.nextStatus(id, ({ fill, text }) =>
      `${String(fill)} ${String(text)}`.endsWith(wanted),
    );
  };

  describe('an automation node', () => {
    it('disables, enables and toggles the automation of a name', async () => {
      await harness.request('alarm', { payload: false });
      assert.equal(isEnabled(alarm), false);
      await harness.request('alarm', { payload: { enabled: true } });
      assert.equal(isEnabled(alarm), true);
      const { payload, bridge } = await harness.request('alarm', { payload: 'toggle' });
      assert.equal(isEnabled(alarm), false);
      assert.equal(payload, 'toggle');
      assert.equal(getNestedMember(bridge, 'name'), 'Weekday alarm');
      assert.equal(getNestedMember(bridge, 'operation'), 'update');
      await harness.request('any', { payload: { toggle: true }, target: 'Weekday alarm' });
      assert.equal(isEnabled(alarm), true);
      await harness.request('disabler', { payload: 'as set in the dialog' });
      assert.equal(isEnabled(alarm), false);
    });

    it('points to the switch of the zone if the bridge refuses to switch the automation of a MotionAware zone', async () => {
      const { home } = harness.simulator;
      const light = home.get(comingHome);
      assert.ok(light);
      const id = createFixtureId('behavior_instance/zone');
      const sensor = createFixtureId('convenience_area_motion/living');
      const added = harness.nextMessage(
        'events',
        ({ payload }) => getNestedMember(payload, 'rid') === id,
      );
      home.add({
        ...light,
        id,
        enabled: true,
        metadata: { name: 'Zone lights' },
        configuration: {
          motion: { motion_service: { rid: sensor, rtype: 'convenience_area_motion' } },
        },
        dependees: [],
      });
      await added;
      for (const payload of [false, 'toggle']) {
        harness.send('any', { payload, target: 'Zone lights' });
        const { code, message } = await harness.nextFailure('any');
        assert.equal(code, 'ERR_BRIDGE_BAD_REQUEST');
        assert.match(
          message,
          /^Could not change behavior_instance "Zone lights": the bridge does not enable or disable the automation of a MotionAware zone \(status 400\)\. Switch the zone itself: send true or false to a sensor node with the sensor "Living area"\./,
        );
        assert.doesNotMatch(message, /Check the values/);
      }
      await harness.request('zone', { payload: false, target: 'Living area' });
      assert.equal(
        home.get(createFixtureId('motion_area_configuration/living'))?.['enabled'],
        false,
      );
      home.remove(id);
    });

    it('lists all with what they are and how they are, and reads one', async () => {
      const { payload: list } = await harness.request('any', { payload: 'list' });
      assert.ok(Array.isArray(list));
      assert.deepEqual(
        list.map((each: unknown) => getNestedMember(each, 'name')),
        ['Living room dimmer', 'Somebody is home', 'Weekday alarm'],
      );
      harness.simulator.home.change(comingHome, {
        enabled: true,
        status: 'errored',
        last_error: 'A lamp is missing.',
      });
      const target = 'Somebody is home';
      const { payload } = await harness.request('any', { payload: Date.now(), target });
      assert.deepEqual(payload, {
        rid: comingHome,
        name: target,
        script: 'Coming home',
        enabled: true,
        status: 'errored',
        error: 'A lamp is missing.',
      });
    });

    it('shows whether it runs, is disabled or has an error', async () => {
      await getLook('watch one', 'red @lighting-bridge/node-red/bridge-config:status.errored');
      harness.simulator.home.change(comingHome, { status: 'running', last_error: '' });
      await getLook('watch one', 'green @lighting-bridge/node-red/bridge-config:status.running');
      harness.simulator.home.change(comingHome, { enabled: false, status: 'disabled' });
      await getLook('watch one', 'grey @lighting-bridge/node-red/bridge-config:status.disabled');
    });

    it('sends from its second output what becomes of one, or of all, whoever did it', async () => {
      const isOf =
        (rid: string, event: string) =>
        ({ payload }: { payload?: unknown }): boolean =>
          getNestedMember(payload, 'rid') === rid && getNestedMember(payload, 'event') === event;
      const [ofAll, ofOne] = [
        harness.nextMessage('events', isOf(comingHome, 'fired')),
        harness.nextMessage('events of one', isOf(comingHome, 'fired')),
      ];
      await harness.request('any', { payload: { trigger: {} }, target: comingHome });
      for (const message of [await ofAll, await ofOne]) {
        assert.equal(getNestedMember(message['payload'], 'script'), 'Coming home');
        assert.equal(getNestedMember(message['bridge'], 'own'), true);
      }
      const disabled = harness.nextMessage('events', isOf(dimmer, 'disabled'));
      harness.simulator.home.change(dimmer, { enabled: false, status: 'disabled' });
      assert.equal(getNestedMember((await disabled)['bridge'], 'own'), false);
    });
  });

  describe('a speaker node', () => {
    const speaker = (...path: string[]): unknown =>
      getNestedMember(harness.simulator.home.get(chime), ...path);

    it('plays a sound by the beginning of its name, for a time, and ends it', async () => {
      const payload = { chime: 'ding dong', volume: 50, duration: '1min' };
      const { bridge } = await harness.request('speaker', { payload });
      assert.equal(speaker('chime', 'status', 'sound'), 'ding_dong_classic');
      assert.equal(getNestedMember(bridge, 'name'), 'Chime');
      const body = harness.writes().at(-1)?.body;
      assert.deepEqual(getNestedMember(body, 'chime', 'volume'), { level: 50 });
      assert.equal(getNestedMember(body, 'chime', 'duration'), 60_000);
      await getLook('speaker', 'value');
      await harness.request('stop', { payload: 1 });
      assert.equal(speaker('chime', 'status', 'sound'), 'no_sound');
    });

    it('plays what its dialog says, with a sentence about the setting where that is wrong', async () => {
      await harness.request('siren', { payload: 'ring' });
      assert.equal(speaker('alarm', 'status', 'sound'), 'bleep');
      assert.equal(getNestedMember(harness.writes().at(-1)?.body, 'alarm', 'volume', 'level'), 20);
      harness.send('odd siren', { payload: 1 });
      const { message } = await harness.nextFailure('odd siren');
      assert.equal(message, 'setting sound: expected one of siren, bleep, got "gong".');
    });

    it('mutes, and says what it plays and which sounds it has', async () => {
      await harness.request('speaker', { payload: 'mute' });
      assert.equal(speaker('mute', 'mute'), 'mute');
      const { payload } = await harness.request('speaker', {});
      assert.deepEqual(payload, {
        playing: 'bleep',
        muted: true,
        sounds: {
          chime: ['ding_dong_classic', 'ding_dong_modern'],
          alarm: ['siren', 'bleep'],
          alert: ['alert'],
        },
      });
    });
  });
});
