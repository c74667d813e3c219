import assert from 'node:assert/strict';
import { getNestedMember, parseJsonOrUndefined } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import { waitUntil } from '../support/wait-until';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';

const lamp = createFixtureId('light/stairs');
const gone = createFixtureId('light/fountain');

describe('The MQTT node', () => {
  let flow: FlowHarness;
  let topics: string;
  const ownerOf = (rid: string): string =>
    String(getNestedMember(flow.simulator.home.get(rid), 'owner', 'rid'));
  const nextPublished = (
    topic: string,
    matches: (message: FlowMessage) => boolean = () => true,
  ): Promise<FlowMessage> =>
    flow.nextMessage('broker', (message) => message['topic'] === topic && matches(message));
  const announcementOf = (component: string, rid: string): string =>
    `homeassistant/${component}/${flow.simulator.bridgeId.toLowerCase()}/${rid}/config`;

  before(async () => {
    flow = await startFlowHarness(
      [
        { id: 'home', type: 'bridge-mqtt', wires: [['broker'], ['done']] },
        { id: 'broker', type: 'helper' },
        { id: 'done', type: 'helper' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
    topics = `lighting-bridge/${flow.simulator.bridgeId.toLowerCase()}`;
  });
  after(() => flow.stop());

  it('publishes the whole home as soon as it is known, each message ready for mqtt out', async () => {
    const message = await nextPublished(`${topics}/light/${lamp}/state`);
    assert.equal(message['retain'], true);
    assert.equal(message['qos'], 1);
    assert.equal(getNestedMember(message, 'bridge', 'name'), 'Stairs');
    const state: unknown = parseJsonOrUndefined(String(message['payload']));
    assert.deepEqual(state, { state: 'OFF', brightness: 255, color_mode: 'brightness' });
    assert.equal((await nextPublished(`${topics}/status`))['payload'], 'online');
    await nextPublished(announcementOf('light', lamp));
    await flow.nextStatus('home', ({ text }) => String(text).endsWith('published'));
  });

  it('carries out a command that comes as text or as bytes', async () => {
    for (const [form, brightness] of [
      [String, 26],
      [(text: string) => Buffer.from(text), 128],
    ] as const) {
      const payload = form(JSON.stringify({ state: 'ON', brightness }));
      flow.send('home', { topic: `${topics}/light/Stairs/set`, payload });
      await flow.nextMessage('done');
      const percent = getNestedMember(flow.writes().at(-1)?.body, 'dimming', 'brightness');
      assert.ok(Math.abs(Number(percent) - (brightness / 255) * 100) < 0.5, String(percent));
    }
  });

  it('carries out a command by name, alone or behind its room, and passes it on at its second output', async () => {
    const published = nextPublished(`${topics}/light/${lamp}/state`, ({ payload }) =>
      String(payload).includes('"state":"ON","brightness":51'),
    );
    const command = {
      topic: `${topics}/light/Stairs/set`,
      payload: { state: 'ON', brightness: 51 },
    };
    flow.send('home', command);
    const done = await flow.nextMessage('done');
    assert.deepEqual(done['payload'], command.payload);
    assert.equal(getNestedMember(done, 'bridge', 'rid'), lamp);
    await published;
    flow.send('home', { topic: `${topics}/light/Hallway/Stairs/set`, payload: 'ON' });
    assert.equal(getNestedMember(await flow.nextMessage('done'), 'bridge', 'rid'), lamp);
  });

  it('carries out no command that the broker has kept, and says so; an empty one is no command', async () => {
    const topic = `${topics}/light/${lamp}/set`;
    const warned = flow.nextLog('home');
    const writes = flow.writes().length;
    flow.send('home', { topic, payload: 'OFF', retain: true });
    assert.match(
      await warned,
      /^The command on lighting-bridge\/.*\/set was not carried out: the broker has kept it/,
    );
    flow.send('home', { topic, payload: '' });
    flow.send('home', { topic, payload: Buffer.alloc(0) });
    flow.send('home', { topic, payload: 'ON', retain: false });
    assert.equal((await flow.nextMessage('done'))['payload'], 'ON');
    assert.equal(flow.writes().length, writes + 1);
  });

  it('recalls scenes and smart scenes', async () => {
    const scene = flow.simulator.home.byType('scene')[0]?.id ?? '';
    flow.send('home', { topic: `${topics}/scene/${scene}/set`, payload: 'ON' });
    assert.equal(getNestedMember(await flow.nextMessage('done'), 'bridge', 'rid'), scene);
    const smart = flow.simulator.home.byType('smart_scene')[0]?.id ?? '';
    for (const payload of ['ON', 'OFF']) {
      const state = nextPublished(
        `${topics}/smart_scene/${smart}/state`,
        (message) => message['payload'] === payload,
      );
      flow.send('home', { topic: `${topics}/smart_scene/${smart}/set`, payload });
      assert.equal(
        getNestedMember(await flow.nextMessage('done'), 'bridge', 'operation'),
        'recall',
      );
      await state;
    }
  });

  it('publishes a reading, and whether the device can be reached', async () => {
    const sensor = flow.simulator.home.findByName('device', 'Hallway sensor');
    const motion = flow.simulator.home
      .byType('motion')
      .find((one) => getNestedMember(one, 'owner', 'rid') === sensor?.id);
    const radio = flow.simulator.home
      .byType('zigbee_connectivity')
      .find((one) => getNestedMember(one, 'owner', 'rid') === sensor?.id);
    assert.ok(sensor && motion && radio);
    const report = { changed: new Date().toISOString(), motion: true };
    flow.simulator.home.change(motion.id, {
      motion: { motion: true, motion_valid: true, motion_report: report },
    });
    await nextPublished(`${topics}/motion/${motion.id}/state`, ({ payload }) => payload === 'ON');
    flow.simulator.home.change(radio.id, { status: 'connectivity_issue' });
    await nextPublished(
      `${topics}/device/${sensor.id}/status`,
      ({ payload }) => payload === 'offline',
    );
  });

  it('publishes for a room the colour of its lamps, of which the bridge says nothing itself', async () => {
    const { home } = flow.simulator;
    const garden = home.findByName('room', 'Garden')?.id;
    const group = home
      .byType('grouped_light')
      .find((one) => getNestedMember(one, 'owner', 'rid') === garden);
    const path = createFixtureId('light/path-1');
    home.change(path, { on: { on: true }, color: { xy: { x: 0.6915, y: 0.3083 } } });
    const { payload } = await nextPublished(
      `${topics}/grouped_light/${group?.id}/state`,
      (message) => String(message['payload']).includes('"color"'),
    );
    assert.equal(getNestedMember(parseJsonOrUndefined(String(payload)), 'color_mode'), 'xy');
    home.change(path, { color: { xy: { x: 0.1532, y: 0.0475 } } });
    await nextPublished(`${topics}/grouped_light/${group?.id}/state`, (message) =>
      String(message['payload']).includes('"x":0.1532'),
    );
  });

  it('publishes a press as an event that no broker keeps', async () => {
    const button = createFixtureId('button/living-dimmer');
    const report = { updated: new Date().toISOString(), event: 'long_press' };
    flow.simulator.home.change(button, {
      button: { last_event: 'long_press', button_report: report },
    });
    const message = await nextPublished(`${topics}/button/${button}/state`);
    assert.equal(message['retain'], false);
    assert.equal(
      getNestedMember(parseJsonOrUndefined(String(message['payload'])), 'event_type'),
      'long_press',
    );
  });

  it('announces a new name, and takes back what was deleted', async () => {
    const { home } = flow.simulator;
    const device = ownerOf(lamp);
    home.change(device, { metadata: { name: 'Back stairs' } });
    const renamed = await nextPublished(announcementOf('light', lamp), ({ payload }) =>
      String(payload).includes('Back stairs'),
    );
    assert.equal(
      getNestedMember(parseJsonOrUndefined(String(renamed['payload'])), 'device', 'name'),
      'Back stairs',
    );
    home.remove(gone);
    for (const topic of [announcementOf('light', gone), `${topics}/light/${gone}/state`]) {
      const withdrawn = await nextPublished(topic, ({ payload }) => payload === '');
      assert.equal(withdrawn['retain'], true);
    }
  });

  it('publishes everything anew when the broker or Home Assistant is back, or for a message without a topic, and withdraws again what is gone', async () => {
    const births = [
      { topic: 'lighting-bridge/status', payload: 'online' },
      { topic: 'homeassistant/status', payload: 'online' },
      { payload: true },
    ];
    const expected: readonly (readonly [topic: string, isEmpty: boolean])[] = [
      [`${topics}/light/${lamp}/state`, false],
      [announcementOf('light', lamp), false],
      [announcementOf('light', gone), true],
      [`${topics}/light/${gone}/state`, true],
    ];
    for (const birth of births) {
      const { length } = flow.observations;
      flow.send('home', birth);
      for (const [topic, isEmpty] of expected)
        await waitUntil(topic, () =>
          flow.observations
            .slice(length)
            .some(
              (seen) =>
                seen.kind === 'arrival' &&
                seen.node === 'broker' &&
                seen.message['topic'] === topic &&
                (seen.message['payload'] === '') === isEmpty,
            ),
        );
    }
  });

  it('withdraws what the broker kept of a lamp that is no more, and nothing else', async () => {
    const unknown = 'ffffffff-0000-4000-8000-000000000001';
    const stale = announcementOf('light', unknown);
    const [live, old] = [lamp, unknown].map((rid) => `${topics}/light/${rid}/state`);
    const last = announcementOf('light', 'ffffffff-0000-4000-8000-000000000002');
    /** Sends what the broker kept, and lists what is withdrawn before the one that is sent after it. */
    const receive = async (topic: string, payload: unknown): Promise<unknown[]> => {
      const { length } = flow.observations;
      const ended = nextPublished(last);
      flow.send('home', { topic, payload });
      flow.send('home', { topic: last, payload: {} });
      await ended;
      return flow.observations.slice(length).flatMap((seen) => {
        if (seen.kind !== 'arrival' || seen.node !== 'broker') return [];
        assert.equal(seen.message['payload'], '');
        return seen.message['topic'] === last ? [] : [seen.message['topic']];
      });
    };
    for (const topic of [
      announcementOf('light', lamp),
      'homeassistant/light/zigbee2mqtt/x/config',
      'lighting-bridge/0000/light/x/set',
    ])
      assert.deepEqual(await receive(topic, { name: 'kept' }), []);
    // What was withdrawn comes back empty from the broker.
    for (const empty of ['', Buffer.alloc(0)]) assert.deepEqual(await receive(stale, empty), []);
    assert.deepEqual(await receive(stale, { state_topic: old }), [stale, old]);
    assert.deepEqual(await receive(stale, { state_topic: live }), [stale]);
    const wrongKind = announcementOf('switch', lamp);
    assert.deepEqual(await receive(wrongKind, { state_topic: live }), [wrongKind]);
  });

  it('says what is wrong with a topic, a type and a name', async () => {
    const wrong = [
      [
        { topic: 'kitchen/lamp', payload: 'ON' },
        /^topic: expected a topic such as lighting-bridge/,
      ],
      [{ topic: `${topics}/motion/x/set`, payload: 'ON' }, /a command for a light/],
      [{ topic: `${topics}/light/Stars/set`, payload: 'ON' }, /Stars/],
      [{ topic: `${topics}/light/${lamp}/set`, payload: { state: 'maybe' } }, /payload\.state/],
      [{ topic: `${topics}/light/${lamp}/set`, payload: 'toggle' }, /payload: expected on or off/],
      [{ topic: `${topics}/light/${lamp}/set`, payload: 50 }, /Home Assistant/],
    ] as const;
    for (const [message, sentence] of wrong) {
      flow.send('home', message);
      assert.match((await flow.nextFailure('home')).message, sentence);
    }
  });

  it('says when the bridge is no longer there for it, and when it is back', async () => {
    const { faults } = flow.simulator;
    faults.inject({ status: 403 });
    flow.send('home', { topic: `${topics}/light/${lamp}/set`, payload: 'ON' });
    await nextPublished(`${topics}/status`, ({ payload }) => payload === 'offline');
    faults.clear();
    flow.send('home', { topic: `${topics}/light/${lamp}/set`, payload: 'OFF' });
    await nextPublished(`${topics}/status`, ({ payload }) => payload === 'online');
  });
});
