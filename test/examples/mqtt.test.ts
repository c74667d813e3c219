import assert from 'node:assert/strict';
import type { AedesPublishPacket } from 'aedes';
import { startMqttBroker } from '../../scripts/mqtt-broker';
import type { MqttBroker } from '../../scripts/mqtt-broker';
import { isOn, startExampleHarness } from './example-harness';
import type { ExampleHarness } from './example-harness';

interface BrokerMessage {
  text: string;
  /** Does the broker keep it for those who come later? */
  retain: boolean;
}

describe('The example of MQTT', () => {
  let harness: ExampleHarness;
  let broker: MqttBroker;
  let firstState: Promise<BrokerMessage>;

  const publish = (topic: string, payload: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const packet = { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false } as const;
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

  before(async () => {
    broker = await startMqttBroker(0);
    harness = await startExampleHarness();
    firstState = waitForMessage('home/light/Mirror/state');
    const ready = waitForSubscription('home/light/+/set');
    const address = { broker: '127.0.0.1', port: String(broker.port) };
    await harness.run('mqtt', { 'example-mqtt-broker': address });
    await ready;
  });
  after(async () => {
    await harness.stop();
    await broker.stop();
  });

  it('keeps the state of every lamp at the broker from the start', async () => {
    const { text, retain } = await firstState;
    assert.deepEqual(JSON.parse(text), { on: false, brightness: 100, kelvin: 4292 });
    assert.ok(retain);
  });

  it('carries out a command and tells the new state', async () => {
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

  it('tells what it could not do', async () => {
    const received = waitForMessage('home/error');
    await publish('home/light/Stars/set', 'on');
    assert.match((await received).text, /Stars/);
  });
});
