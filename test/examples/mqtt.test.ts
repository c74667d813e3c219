import assert from 'node:assert/strict';
import type { AedesPublishPacket } from 'aedes';
import { startMqttBroker } from '../../scripts/mqtt-broker';
import type { MqttBroker } from '../../scripts/mqtt-broker';
import { isOn, startExampleHome } from './example-home';
import type { ExampleHome } from './example-home';

interface BrokerMessage {
  text: string;
  /** Does the broker keep it for those who come later? */
  retain: boolean;
}

describe('The example of MQTT', () => {
  let home: ExampleHome;
  let broker: MqttBroker;
  let firstState: Promise<BrokerMessage>;

  const publish = (topic: string, payload: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const packet = { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false } as const;
      broker.aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
    });

  /** The next message of a topic that fits. */
  const messageOf = (
    wanted: string,
    fits: (text: string) => boolean = () => true,
  ): Promise<BrokerMessage> =>
    new Promise((resolve) => {
      const look = ({ topic, payload, retain }: AedesPublishPacket): void => {
        if (topic !== wanted || !fits(payload.toString())) return;
        broker.aedes.off('publish', look);
        resolve({ text: payload.toString(), retain });
      };
      broker.aedes.on('publish', look);
    });

  const subscribed = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      broker.aedes.on('subscribe', (subscriptions) => {
        if (subscriptions.some(({ topic }) => topic === wanted)) resolve();
      });
    });

  before(async () => {
    broker = await startMqttBroker(0);
    home = await startExampleHome();
    firstState = messageOf('home/light/Mirror/state');
    const ready = subscribed('home/light/+/set');
    const address = { broker: '127.0.0.1', port: String(broker.port) };
    await home.run('mqtt', { 'example-mqtt-broker': address });
    await ready;
  });
  after(async () => {
    await home.stop();
    await broker.stop();
  });

  it('keeps the state of every lamp at the broker from the start', async () => {
    const { text, retain } = await firstState;
    assert.deepEqual(JSON.parse(text), { on: false, brightness: 100, kelvin: 4292 });
    assert.ok(retain);
  });

  it('carries out a command and tells the new state', async () => {
    // The state of the start may come as late as this.
    const told = messageOf('home/light/Stairs/state', (text) => text.includes('"on":true'));
    await publish('home/light/Stairs/set', 'on');
    await home.until('light', 'Stairs', isOn);
    assert.deepEqual(JSON.parse((await told).text), { on: true, brightness: 100 });
  });

  it('takes a command as JSON, for a whole room too', async () => {
    await publish('home/light/Bathroom/set', '{"on":true,"brightness":50}');
    await home.until('light', 'Bathroom ceiling', isOn);
  });

  it('tells what it could not do', async () => {
    const told = messageOf('home/error');
    await publish('home/light/Stars/set', 'on');
    assert.match((await told).text, /Stars/);
  });
});
