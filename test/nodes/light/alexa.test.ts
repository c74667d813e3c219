import assert from 'node:assert/strict';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { getNestedMember } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { loadPackageNodes } from '../../support/node-red/flow-in-process';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const floorLamp = createFixtureId('light/living-floor');
const target = { target: floorLamp, targetType: 'resource' };

/** As the device node of node-red-contrib-amazon-echo: it sends on what the hub has sent. */
const registerEchoDevice = (RED: NodeAPI): void =>
  RED.nodes.registerType('amazon-echo-device', function construct(this: Node, def: NodeDef) {
    RED.nodes.createNode(this, def);
    this.on('input', (message) => this.send(message));
  });

/** A message of the hub, whose state is that of a lamp that is off, at the start. */
const askHub = (input: Members, changes: Members = {}): Members => ({
  payload: 'off',
  topic: '',
  deviceid: '0a1b2c3d4e5f6071',
  on: false,
  bri: 254,
  percentage: 100,
  hue: 0,
  sat: 254,
  xy: [0.6484272236872118, 0.33085610147277794],
  ct: 199,
  rgb: [254, 0, 0],
  colormode: 'ct',
  meta: {
    insert: {
      by: 'alexa',
      details: { ip: '::ffff:127.0.0.1', user_agent: 'node', date: new Date(0) },
    },
    input,
    changes: {},
  },
  ...changes,
});

describe('A light node behind nodes for Alexa', () => {
  let harness: FlowHarness;
  before(async () => {
    const lamp = { type: 'bridge-light', ...target };
    harness = await startFlowHarness(
      [
        { id: 'echo', type: 'amazon-echo-device', wires: [['lamp']] },
        { id: 'lamp', ...lamp, format: 'alexa', output: 'state' },
        { id: 'plain', ...lamp },
        { id: 'reports', ...lamp, format: 'alexa', changes: 'format', wires: [[], ['out']] },
      ],
      { nodeFiles: [...loadPackageNodes(), registerEchoDevice] },
    );
  });
  after(() => harness.stop());

  const lastWrite = (): unknown => harness.writes().at(-1);
  const write = (body: object): object => ({
    method: 'PUT',
    path: toResourcePath('light', floorLamp),
    body,
  });

  it('sets the brightness, the white and the colour that somebody asked a speaker for', async () => {
    await harness.request('echo', askHub({ on: true, bri: 127 }, { payload: 'on', on: true }));
    assert.deepEqual(lastWrite(), write({ on: { on: true }, dimming: { brightness: 50 } }));
    await harness.request('echo', askHub({ ct: 370 }, { payload: 'on', on: true }));
    assert.deepEqual(lastWrite(), write({ on: { on: true }, color_temperature: { mirek: 370 } }));
    await harness.request('echo', askHub({ hue: 0, sat: 254 }, { payload: 'on', on: true }));
    assert.ok(Number(getNestedMember(lastWrite(), 'body', 'color', 'xy', 'x')) > 0.6);
  });

  it('answers with a state that the hub takes, for the device in front of the node', async () => {
    const { payload } = await harness.request('echo', askHub({ on: true, bri: 64, ct: 250 }));
    assert.deepEqual(payload, {
      powerState: 'ON',
      brightness: 25,
      colorTemperatureInKelvin: 4000,
      lightMode: 'temp',
      nodeid: 'echo',
      on: true,
      bri: 64,
      ct: 250,
      state: { power: 'ON', brightness: 25, colorTemperature: 4000 },
    });
  });

  it('sends a state with the name of the lamp where no device is wired to it', async () => {
    const reported = harness.nextMessage(
      'out',
      ({ payload }) => getNestedMember(payload, 'bri') === 254,
    );
    harness.simulator.home.change(floorLamp, { dimming: { brightness: 100 } });
    const { payload } = await reported;
    assert.equal(getNestedMember(payload, 'nodename'), 'Floor lamp');
    assert.equal(getNestedMember(payload, 'nodeid'), undefined);
  });

  it('steps, and sets a white, by the directive beside the payload', async () => {
    await harness.request('lamp', { payload: -20, command: 'AdjustBrightness' });
    assert.deepEqual(
      lastWrite(),
      write({ dimming_delta: { action: 'down', brightness_delta: 20 } }),
    );
    await harness.request('lamp', { command: 'DecrementColorTemperatureRequest' });
    assert.deepEqual(
      lastWrite(),
      write({ color_temperature_delta: { action: 'up', mirek_delta: 50 } }),
    );
  });

  it('refuses what is no plain JSON with one sentence, and sends nothing', async () => {
    const before = harness.writes().length;
    const wrong: readonly (readonly [Members, RegExp])[] = [
      [askHub({ bri: Number.NaN }), /^meta\.input\.bri: expected .*got NaN/],
      [askHub({ on: true, at: new Date(0) }), /^meta\.input\.at: /],
      [{ payload: new Date(0), command: 'SetBrightness' }, /^payload: /],
      [{ payload: 40, command: new Date(0) }, /^command: /],
      [{ payload: Number.POSITIVE_INFINITY, command: 'SetBrightness' }, /^payload: /],
      [{ payload: { powerState: 'ON', color: { hue: [[[]]] } } }, /^payload\.color\.hue: /],
      [{ ...askHub({}), meta: undefined, payload: 'on', bri: Number.NaN }, /^bri: /],
    ];
    for (const [message, sentence] of wrong) {
      const failed = harness.nextFailure('lamp');
      harness.send('lamp', message);
      assert.match((await failed).message, sentence);
    }
    assert.equal(harness.writes().length, before);
  });

  it('warns in plain words that the format fits better', async () => {
    const warned = harness.nextLog('plain');
    const { bridge } = await harness.request(
      'plain',
      askHub({ on: true, bri: 127 }, { payload: 'on' }),
    );
    assert.match(
      String(getNestedMember(bridge, 'warnings')),
      /^msg\.meta\.input: bri came from an Echo .*Choose "Alexa"/,
    );
    assert.match(await warned, /Choose "Alexa" as the message format/);
    const step = await harness.request('plain', {
      payload: 25,
      command: 'IncrementPercentageRequest',
    });
    assert.match(String(getNestedMember(step, 'bridge', 'warnings')), /says that it is a step/);
  });
});
