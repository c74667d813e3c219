import assert from 'node:assert/strict';
import type { AedesPublishPacket } from 'aedes';
import { getNestedMember } from '../../src/resources/members';
import { startMqttBroker } from '../../scripts/start/mqtt-broker';
import type { MqttBroker } from '../../scripts/start/mqtt-broker';
import { isOn, startExampleHarness } from './example-harness';
import type { ExampleHarness } from './example-harness';

interface BrokerMessage {
  text: string;
  /** Does the broker keep it for those who come later? */
  retain: boolean;
}

describe('The examples of MQTT', () => {
  let harness: ExampleHarness;
  let broker: MqttBroker;

  const publish = (topic: string, payload: string, retain = false): Promise<void> =>
    new Promise((resolve, reject) => {
      const packet = { cmd: 'publish', topic, payload, qos: 1, dup: false, retain } as const;
      broker.aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
    });

  /** The next message of a topic that fits. */
  const waitForMessage = (
    topicFilter: string,
    matches: (text: string) => boolean = () => true,
  ): Promise<BrokerMessage> =>
    new Promise((resolve) => {
      const check = ({ topic, payload, retain }: AedesPublishPacket): void => {
        if (topic !== topicFilter || !matches(payload.toString())) return;
        broker.aedes.off('publish', check);
        resolve({ text: payload.toString(), retain });
      };
      broker.aedes.on('publish', check);
    });

  const waitForSubscription = (topicFilter: string): Promise<void> =>
    new Promise((resolve) => {
      broker.aedes.on('subscribe', (subscriptions) => {
        if (subscriptions.some(({ topic }) => topic === topicFilter)) resolve();
      });
    });

  /** Deploys an example that is connected to the broker. */
  const run = async (name: string, topicFilter: string): Promise<void> => {
    const ready = waitForSubscription(topicFilter);
    const address = { broker: '127.0.0.1', port: String(broker.port) };
    await harness.run(name, { 'example-mqtt-broker': address });
    await ready;
  };

  before(async () => {
    broker = await startMqttBroker(0);
    harness = await startExampleHarness({ mqttReconnectTime: 100 });
  });
  after(async () => {
    await harness.stop();
    await broker.stop();
  });

  describe('that of lamps by their names', () => {
    let firstState: Promise<BrokerMessage>;
    before(async () => {
      firstState = waitForMessage('home/light/Mirror/state');
      await run('mqtt', 'home/light/+/set');
    });

    it('keeps the state of every lamp at the broker from the start', async () => {
      const { text, retain } = await firstState;
      assert.deepEqual(JSON.parse(text), { on: false, brightness: 100, kelvin: 4292 });
      assert.ok(retain);
    });

    it('carries out a command and reports the new state', async () => {
      // The state of the start may come as late as this.
      const received = waitForMessage('home/light/Stairs/state', (text) =>
        text.includes('"on":true'),
      );
      await publish('home/light/Stairs/set', 'on');
      await harness.waitForResource('light', 'Stairs', isOn);
      assert.deepEqual(JSON.parse((await received).text), { on: true, brightness: 100 });
    });

    it('takes a command as JSON, for a whole room too', async () => {
      await publish('home/light/Bathroom/set', '{"on":true,"brightness":50}');
      await harness.waitForResource('light', 'Bathroom ceiling', isOn);
    });

    it('reports what it could not do', async () => {
      const received = waitForMessage('home/error');
      await publish('home/light/Stars/set', 'on');
      assert.match((await received).text, /Stars/);
    });
  });

  describe('that of Home Assistant', () => {
    const stale = 'ffffffff-0000-4000-8000-000000000001';
    let bridgeId: string;
    let firstMessages: Promise<BrokerMessage[]>;
    let withdrawn: Promise<BrokerMessage>;
    const stateOf = (rtype: string, name: string): string =>
      `lighting-bridge/${bridgeId}/${rtype}/${harness.findResource(rtype, name).id}/state`;

    before(async () => {
      bridgeId = harness.simulator.bridgeId.toLowerCase();
      const rid = harness.findResource('light', 'Mirror').id;
      const announced = `homeassistant/light/${bridgeId}/${stale}/config`;
      await publish(announced, '{"name":"Lamp of last year"}', true);
      firstMessages = Promise.all([
        waitForMessage(`homeassistant/light/${bridgeId}/${rid}/config`),
        waitForMessage(stateOf('light', 'Mirror')),
        waitForMessage(`lighting-bridge/${bridgeId}/status`),
        waitForMessage('lighting-bridge/status', (text) => text === 'online'),
      ]);
      withdrawn = waitForMessage(announced);
      await run('home-assistant', 'lighting-bridge/+/+/+/set');
    });

    it('has the broker keep what Home Assistant needs: announcement, state and who is there', async () => {
      const messages = await firstMessages;
      assert.ok(messages.every(({ retain }) => retain));
      const [announcement, state, ...present] = messages.map(({ text }) => text);
      assert.equal(getNestedMember(JSON.parse(announcement ?? ''), 'device', 'name'), 'Mirror');
      assert.equal(getNestedMember(JSON.parse(state ?? ''), 'color_mode'), 'color_temp');
      assert.deepEqual(present, ['online', 'online']);
    });

    it('withdraws what the broker kept of a lamp that is no more', async () => {
      assert.deepEqual(await withdrawn, { text: '', retain: true });
    });

    it('does what the dashboard of Home Assistant asks for, and says so', async () => {
      const topic = stateOf('light', 'Coat rack');
      const state = waitForMessage(topic, (text) => text.includes('"ON"'));
      await publish(topic.replace(/state$/, 'set'), '{"state":"ON","brightness":128}');
      assert.equal(getNestedMember(JSON.parse((await state).text), 'brightness'), 128);
    });

    it('says what it could not do', async () => {
      const received = waitForMessage('lighting-bridge/error');
      await publish(`lighting-bridge/${bridgeId}/light/Stars/set`, 'ON');
      assert.match((await received).text, /Stars/);
    });

    it('leaves a last will, so that nobody takes old states for new', async () => {
      const will = waitForMessage('lighting-bridge/status', (text) => text === 'offline');
      broker.interrupt();
      assert.ok((await will).retain);
    });

    it('gives a broker that was restarted and forgot everything what changed meanwhile', async () => {
      const { id } = harness.findResource('light', 'Coat rack');
      await broker.stop();
      harness.simulator.home.change(id, { on: { on: false } });
      broker = await startMqttBroker(broker.port);
      const seen = waitForMessage(stateOf('light', 'Coat rack'), (text) => text.includes('"OFF"'));
      const announced = waitForMessage(`homeassistant/light/${bridgeId}/${id}/config`);
      assert.ok((await seen).retain);
      assert.ok((await announced).retain);
    });
  });
});
