import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AedesPublishPacket } from 'aedes';
import { startMqttBroker } from '../../../scripts/start/mqtt-broker';
import type { MqttBroker } from '../../../scripts/start/mqtt-broker';
import { getNestedMember } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { loadPackageNodes } from '../../support/node-red/flow-in-process';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';

const topic = 'zigbee2mqtt/Floor lamp';
const target = { target: createFixtureId('light/living-floor'), targetType: 'resource' };

const requireOfNodeRed = createRequire(require.resolve('node-red'));
const mqttNodeFile = requireOfNodeRed.resolve('@node-red/nodes/core/network/10-mqtt.js');
const mqttNodes: unknown = requireOfNodeRed(mqttNodeFile);

// The library of these nodes sets a global variable: before the tests, it counts as no leak.
createRequire(mqttNodeFile)('mqtt');

describe('A light node between the MQTT nodes of Node-RED and a broker', () => {
  let broker: MqttBroker;
  let harness: FlowHarness;

  before(async () => {
    broker = await startMqttBroker(0);
    const subscribed = new Promise<void>((resolve) => {
      broker.aedes.once('subscribe', () => resolve());
    });
    const connection = { broker: 'broker', qos: '1' };
    harness = await startFlowHarness(
      [
        {
          id: 'broker',
          type: 'mqtt-broker',
          broker: '127.0.0.1',
          port: String(broker.port),
          autoConnect: true,
          protocolVersion: '4',
          keepalive: '60',
          cleansession: true,
        },
        {
          id: 'in',
          type: 'mqtt in',
          topic: `${topic}/set`,
          datatype: 'auto-detect',
          ...connection,
          wires: [['lamp']],
        },
        {
          id: 'lamp',
          type: 'bridge-light',
          ...target,
          format: 'zigbee2mqtt',
          changes: 'format',
          wires: [['out'], ['publish']],
        },
        { id: 'publish', type: 'mqtt out', topic, retain: 'true', ...connection, wires: [] },
      ],
      { nodeFiles: [...loadPackageNodes(), mqttNodes] },
    );
    await subscribed;
  });
  after(async () => {
    await harness.stop();
    await broker.stop();
  });

  const send = async (message: string | object): Promise<FlowMessage> => {
    const payload = typeof message === 'string' ? message : JSON.stringify(message);
    const answered = harness.nextMessage('out');
    await new Promise<void>((resolve, reject) => {
      const packet = { cmd: 'publish', topic: `${topic}/set`, payload, qos: 1 } as const;
      broker.aedes.publish({ ...packet, dup: false, retain: false }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    return answered;
  };

  const nextState = (matches: (state: unknown) => boolean): Promise<unknown> =>
    new Promise((resolve) => {
      const check = ({ topic: published, payload }: AedesPublishPacket): void => {
        if (published !== topic) return;
        const state: unknown = JSON.parse(payload.toString());
        if (!matches(state)) return;
        broker.aedes.off('publish', check);
        resolve(state);
      };
      broker.aedes.on('publish', check);
    });

  const lastBody = (): unknown => harness.writes().at(-1)?.body;

  const commands: readonly (readonly [string | object, Members])[] = [
    ['ON', { on: { on: true } }],
    [
      { state: 'ON', brightness_percent: 50 },
      { on: { on: true }, dimming: { brightness: 50.39 } },
    ],
    [
      { color: { h: 30, s: 100, b: 50 } },
      {
        on: { on: true },
        color: { xy: { x: 0.6088, y: 0.3704 } },
        dimming: { brightness: 50 },
      },
    ],
    [
      { color_temp: 'warm', transition: 1 },
      { color_temperature: { mirek: 454 }, dynamics: { duration: 1_000 } },
    ],
    [{ color_temp_step: 20 }, { color_temperature_delta: { action: 'up', mirek_delta: 20 } }],
    [
      { brightness_step_onoff: 127 },
      { on: { on: true }, dimming_delta: { action: 'up', brightness_delta: 50 } },
    ],
    [{ color_temp_move: 'stop' }, { color_temperature_delta: { action: 'stop' } }],
  ];
  for (const [message, body] of commands) {
    it(`carries out ${JSON.stringify(message)}`, async () => {
      await send(message);
      assert.deepEqual(lastBody(), body);
    });
  }

  it('publishes the state as Zigbee2MQTT does', async () => {
    const published = nextState((state) => getNestedMember(state, 'brightness') === 200);
    await send({ state: 'ON', brightness: 200, color: { x: 0.4, y: 0.4 } });
    const expected = {
      state: 'ON',
      brightness: 200,
      color_mode: 'xy',
      color: { x: 0.4, y: 0.4 },
    };
    assert.deepEqual(await published, expected);
  });

  it('turns the lamp off after on_time', async () => {
    const off = nextState((state) => getNestedMember(state, 'state') === 'OFF');
    const answer = await send({ state: 'ON', on_time: 0.2 });
    assert.equal(getNestedMember(answer, 'bridge', 'status'), 202);
    assert.deepEqual([getNestedMember(answer, 'bridge', 'warnings') ?? []].flat(), []);
    await off;
  });

  it('leaves a lamp off that gets a white alone', async () => {
    await send({ color_temp: 300 });
    assert.deepEqual(lastBody(), { color_temperature: { mirek: 300 } });
  });

  it('warns of a member that it does not apply', async () => {
    const answer = await send({ state: 'ON', off_wait_time: 5 });
    const [warning] = [getNestedMember(answer, 'bridge', 'warnings')].flat();
    assert.match(String(warning), /^payload\.off_wait_time: a bridge has no/);
  });
});
